" scenario.vim: `gq` by `quintain format`.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

" Lays out the whole file, whichever lines are named. A text with errors stays as it is.
function! scenario#format() abort
    " Nothing is wrapped while one types.
    if mode() =~# '[iR]'
        return 0
    endif
    let name = empty(expand('%')) ? 'untitled.scenario' : expand('%:p')
    let text = systemlist('quintain format --stdin-name ' . shellescape(name) . ' -', getline(1, '$'))
    if v:shell_error
        echohl WarningMsg | echomsg 'quintain format: not formatted; after :write, :make lists the errors' | echohl None
        return 0
    endif
    if text !=# getline(1, '$')
        let view = winsaveview()
        silent keepjumps call setline(1, text)
        if line('$') > len(text)
            silent execute 'keepjumps' (len(text) + 1) . ',$delete _'
        endif
        call winrestview(view)
    endif
    return 0
endfunction
