" quintain.vim: `:make` checks the file with `quintain lint`, and `:copen` lists the faults with what to write instead.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

if exists('current_compiler')
    finish
endif
let current_compiler = 'quintain'

CompilerSet makeprg=quintain\ lint\ --quiet\ %:S
" A fault has its line and a line with marks below it, and perhaps a help, which is joined to the message.
CompilerSet errorformat=%E%f:%l:%c:\ error:\ %m,%W%f:%l:%c:\ warning:\ %m,%Z\ \ help:\ %m,%-C%.%#,%-G%.%#
