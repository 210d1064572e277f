" check.vim: colours, `:make` and `gq` of Vim's files, against the real command.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0
"
"   PATH=.build/release:$PATH vim -es -u NONE -S editors/tests/vim/check.vim
"
" Each function that begins with Test is one; what it finds wrong is in v:errors.

set nocompatible nomore noswapfile viminfo= encoding=utf-8
let s:root = expand('<sfile>:p:h:h:h:h')
execute 'set runtimepath^=' . s:root . '/editors/vim'
filetype plugin on
syntax on
let s:folder = tempname()
call mkdir(s:folder, 'p')

function! s:open(name, lines) abort
    let file = s:folder . '/' . a:name
    call writefile(a:lines, file)
    execute 'edit!' fnameescape(file)
    return file
endfunction

" The stretches of a line, each with its group: `{{`Braces `any`Function.
function! s:colours(line) abort
    let parts = []
    let text = getline(a:line)
    for column in range(1, len(text))
        let name = s:group(a:line, column)
        if !empty(parts) && parts[-1][1] ==# name
            let parts[-1][0] .= text[column - 1]
        else
            call add(parts, [text[column - 1], name])
        endif
    endfor
    return map(filter(parts, 'v:val[0] =~# "\\S"'), 'trim(v:val[0]) . "`" . v:val[1]')
endfunction

function! s:group(line, column) abort
    return substitute(synIDattr(synID(a:line, a:column, 1), 'name'), '^scenario', '', '')
endfunction

let s:nested = ['json`Function', '{`JSON', '"`String', 'id`JSONString', '"`String', ':`JSON', '"`String', '{{`Braces',
    \ '/[0-9]+/`Expression', '}}`Braces', '"`String', ',`JSON', '"`String', 'a`JSONString',
    \ '"`String', ':`JSON', '{{`Braces', 'any`Function', '}}`Braces', '}`JSON', '}}`Braces']

function! Test_a_value_in_a_string_of_JSON_has_its_colours() abort
    let value = '{{json {"id": "{{/[0-9]+/}}", "a": {{any}}}}}'
    call s:open('a.scenario', ['> POST /', '> X: ' . value, '>', '> ' . value, '< 200'])
    call assert_equal(s:nested, s:colours(2)[4:])
    call assert_equal(map(copy(s:nested), 'substitute(v:val, "`JSON$", "`LinesJSON", "")'), s:colours(4)[2:])
    call assert_equal(['<`ServerMark', '200`Status'], s:colours(5))
endfunction

function! Test_JSON_over_several_lines_has_its_colours() abort
    call s:open('a.scenario', ['> POST /', '>', '> {{json {', '>   "id": "{{/[0-9]+/}}"', '> }}}', '* finish'])
    call assert_equal(['{{`Braces', '/[0-9]+/`Expression', '}}`Braces', '"`String'], s:colours(4)[6:])
    call assert_equal(['*`CallbackMark', 'finish`Callback'], s:colours(6))
endfunction

function! Test_JSON_behind_its_mark_has_its_colours_down_to_its_last_bracket() abort
    for [mark, side] in [['>', 'Client'], ['>>', 'Client'], ['<', 'Server']]
        call s:open('a.scenario', map(['json {"a": [', '   {"id": {{any}}', ' }]}', ' X: 1'], 'mark . v:val'))
        let own = mark . '`ValueMark'
        call assert_equal([mark . '`' . side . 'Mark', 'json`Function', '{`' . side . 'JSON'], s:colours(1)[:2])
        call assert_equal([own, '{`' . side . 'JSON', '"`String', 'id`JSONString', '"`String', ':`' . side . 'JSON',
            \ '{{`Braces', 'any`Function', '}}`Braces'], s:colours(2))
        call assert_equal([own, '}]}`' . side . 'JSON'], s:colours(3))
        call assert_equal([mark . '`' . side . 'Mark', 'X`Field'], s:colours(4)[:1])
    endfor
    " One that is not closed ends with its mark.
    call s:open('a.scenario', ['>json {"a": [', '>   1', '* finish'])
    call assert_equal(['*`CallbackMark', 'finish`Callback'], s:colours(3))
endfunction

function! Test_an_expression_goes_to_the_slash_before_its_braces_whatever_is_in_it() abort
    for line in ['> X: {{', '> GET /?{{query a={{', '* data {{', '! frame DATA {{', 'cases {{']
        call s:open('a.scenario', [line . '/[{}"|]{2} /x/}}'])
        call assert_equal(['{{`Braces', '/[{}"|]{2} /x/`Expression', '}}`Braces'], s:colours(1)[-3:])
    endfor
    call s:open('a.scenario', ['< X: {{//main/done}}'])
    call assert_equal(['//main/done`Template', '}}`Braces'], s:colours(1)[-2:])
endfunction

function! Test_what_is_kept_under_a_name_has_its_colours() abort
    call s:open('a.scenario', ['> GET /{{id=/a|b/}}', '* data {{id = any}}'])
    call assert_equal(['{{`Braces', 'id`Kept', '=`Template', '/a|b/`Expression', '}}`Braces'], s:colours(1)[-5:])
    call assert_equal(['{{`Braces', 'id`Kept', '=`Template', 'any`Function', '}}`Braces'], s:colours(2)[-5:])
endfunction

function! Test_others_have_their_colours() abort
    call s:open('a.scenario', ['> X: {{json {"a": unordered [1, ...], "b": ..., ...}}}', '> Cookie: {{cookies a=... ...}}'])
    call assert_equal(['unordered`Function', '...`Others', '...`Others', '...`Others'],
        \ filter(s:colours(1), 'v:val =~# "[.]\\{3}\\|unord"'))
    call assert_equal(['=...`Template', '...`Others', '}}`Braces'], s:colours(2)[-3:])
endfunction

function! Test_nothing_is_special_in_other_strings() abort
    call s:open('a.scenario', ['* data "page {{count + 1}}" {{count}}'])
    call assert_equal(['"page {{count + 1}}"`String', '{{`Braces', 'count`Function', '}}`Braces'], s:colours(1)[2:])
endfunction

function! Test_no_word_of_the_fixtures_is_shown_as_wrong() abort
    let files = globpath(s:root . '/fixtures', '**/*.scenario', 0, 1) + globpath(s:root . '/fixtures', '**/*.routes', 0, 1)
    let files = filter(files, 'v:val !~# "/fixtures/invalid/"')
    call assert_true(len(files) > 300)
    for file in files
        execute 'edit!' fnameescape(file)
        for line in range(1, line('$'))
            let [text, at] = [getline(line), 0]
            while at >= 0
                let group = s:group(line, at + 1)
                if group =~# '^\%(Unknown\|Wrong\)'
                    call add(v:errors, file . ':' . line . ':' . (at + 1) . ': ' . group)
                endif
                let at = match(text, '[^A-Za-z0-9_-]\zs[A-Za-z0-9\\]', at)
            endwhile
        endfor
    endfor
endfunction

function! Test_make_lists_each_fault_with_what_to_write() abort
    let file = s:open('a b.scenario', ['> GET /', '* redirct', '! quiet', 'level   must', 'client GET /b', '* data "page {{count}}"'])
    silent make!
    let found = filter(getqflist(), 'v:val.valid')
    call assert_equal(file, fnamemodify(bufname(found[0].bufnr), ':p'))
    call assert_equal([2, 3, 'E'], [found[0].lnum, found[0].col, found[0].type])
    call assert_equal("no callback is called 'redirct' [unknown-callback]\ndid you mean 'redirect'?", found[0].text)
    call assert_equal([3, 'E'], [found[1].lnum, found[1].type])
    call assert_equal(len(getqflist()), len(found))
    call s:open('right.scenario', ['# t', '> GET /', '< 200'])
    silent make!
    call assert_equal([], getqflist())
endfunction

function! Test_gq_lays_out_the_file() abort
    let lines = ['# t', 'level     must', '> GET /', '< 200', '<', '< {{file "body.txt"}}']
    call writefile(['x'], s:folder . '/body.txt')
    call s:open('c.scenario', lines)
    silent normal! gqq
    call assert_equal('level  must', getline(2))
    call assert_equal(len(lines), line('$'))
    " What is typed and not saved, too.
    call s:open('d.scenario', ['# t'])
    call setline(1, lines)
    silent normal! gqq
    call assert_equal(['# t', 'level  must'] + lines[2:], getline(1, '$'))
endfunction

function! Test_gq_leaves_a_text_with_errors_as_it_is() abort
    let lines = ['# t', 'level     must', '> GET /', '< 20x']
    call s:open('e.scenario', lines)
    silent normal! gqG
    call assert_equal(lines, getline(1, '$'))
    call assert_false(&modified)
endfunction

let s:tests = sort(map(split(execute('function /^Test_'), "\n"), 'matchstr(v:val, "Test_\\w\\+")'))
let s:said = []
for s:test in s:tests
    let v:errors = []
    try
        call call(s:test, [])
    catch
        call add(v:errors, v:throwpoint . ': ' . v:exception)
    endtry
    let s:said += [(empty(v:errors) ? 'passed: ' : 'failed: ') . tr(s:test[5:], '_', ' ')] + v:errors
endfor
call delete(s:folder, 'rf')
call writefile(s:said, '/dev/stdout')
if match(s:said, '^failed') >= 0 || empty(s:tests)
    cquit
endif
qall!
