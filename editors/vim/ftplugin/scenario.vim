" scenario.vim: comments, and `:make` for Quintain's files.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

if exists('b:did_ftplugin')
    finish
endif
let b:did_ftplugin = 1

setlocal comments=:# commentstring=#\ %s expandtab
setlocal makeprg=quintain\ lint\ --quiet\ %:S
setlocal errorformat=%f:%l:%c:\ %trror:\ %m,%f:%l:%c:\ %tarning:\ %m,%-G%.%#

let b:undo_ftplugin = 'setlocal comments< commentstring< expandtab< makeprg< errorformat<'
