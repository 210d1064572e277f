" scenario.vim: comments, `:make` and `gq` for Quintain's files.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

if exists('b:did_ftplugin')
    finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s expandtab
setlocal formatexpr=scenario#format()
compiler quintain

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< formatexpr< makeprg< errorformat<'
    \ . ' | unlet! b:current_compiler'
