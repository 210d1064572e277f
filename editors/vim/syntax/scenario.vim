" scenario.vim: how Quintain's .scenario and .routes files are coloured.
" Part of Quintain. SPDX-License-Identifier: Apache-2.0

if exists('b:current_syntax')
    finish
endif
let s:options = &cpoptions
set cpoptions&vim

" The words of the language: make editors writes them.
let s:callbacks =
    \ 'canonical redirect challenge challenge-cancelled need-body sent informational response data '
    \ . 'event will-cache resumed decode destination created progress file metrics finish fail ok'
let s:styles = 'urlsession nsurlconnection nsurldownload urlprotocol'
let s:challenges = 'Basic Digest ServerTrust ClientCertificate'
let s:failures =
    \ 'cancelled timed-out cannot-connect connection-lost tls bad-response too-many-redirects decoding '
    \ . 'proxy body no-resume file other'
let s:decisions = 'no to body download use trust cancel hold'
let s:acts =
    \ 'wait rate segment hold quiet flush close half-close reset stall close-notify tls-alert trailers '
    \ . 'rst-stream goaway settings ping window frame new-connection same-connection connection await'
let s:awaited = 'connection client-hello bytes close fin reset tls-alert frame handshake'
let s:handshake_fields = 'version alpn resumed client-certificate'
let s:orders = 'cancel suspend continue resume answer trust'
let s:load_kinds = 'data upload stream download events'
let s:load_options = 'lane timeout total cache cookies credentials'
let s:cache_uses = 'off only'
let s:blocks = 'cases repeat either or any-order end'
let s:settings = 'never spec level tags needs over within origin proxy routes fields'
let s:levels = 'must should may convention'
let s:needed = 'delegate cookies cache credentials client-certificate reuse decoding'
let s:origin_options = 'host at certificate client-certificate tls http'
let s:certificates = 'self-signed expired not-yet-valid wrong-host unknown-authority incomplete-chain'
let s:functions =
    \ 'bytes file hex raw nonce now length authority port request.header request.body count ca '
    \ . 'digest-info event json query form multipart cookies absent any up-to list path basic digest '
    \ . 'exactly unordered'
let s:generators = 'echo status delay drip'
let s:algorithms = 'MD5 MD5-sess SHA-256 SHA-256-sess SHA-512-256 SHA-512-256-sess'
let s:transforms = 'gzip deflate br zstd macbinary binhex base64 percent truncate corrupt else chunks'

" Any of the words, where no more of a word follows.
function! s:define(group, words, options) abort
    let words = join(map(split(a:words), 'escape(v:val, ".")'), '\|')
    execute 'syntax match' a:group '/[A-Za-z0-9_.-]\@1<!\%(' . words . '\)\%([A-Za-z0-9_.]\|-[A-Za-z]\)\@!/ contained' a:options
endfunction

" Values. Of several that begin at one place, the one defined last counts.
syntax cluster scenarioValue contains=scenarioTemplate,scenarioJSON,scenarioString,scenarioOption,scenarioNumber,scenarioURL
" A value may stand in another one, and the braces of JSON belong together.
syntax region scenarioTemplate contained oneline matchgroup=scenarioBraces start=/{{/ end=/}}/ end=/$/
    \ contains=scenarioTemplate,scenarioPair,scenarioJSON,scenarioColumn,scenarioInnerString,scenarioPipe,scenarioOption,scenarioNumber,scenarioFunction,scenarioGenerator,scenarioAlgorithm,scenarioPart,scenarioKept,scenarioExpression,scenarioOthers
syntax region scenarioPair contained oneline transparent start=/{{\@!/ end=/}/ end=/$/
" In JSON a value may stand within a string, too, and has strings of its own.
syntax region scenarioJSON contained oneline matchgroup=scenarioBraces start=/{{\ze\s*json\s/ end=/}}/ end=/$/
    \ contains=@scenarioInJSON,scenarioPair
syntax cluster scenarioInJSON
    \ contains=scenarioTemplate,scenarioJSON,scenarioJSONString,scenarioPipe,scenarioOption,scenarioNumber,scenarioFunction,scenarioOthers
syntax region scenarioJSONString contained oneline matchgroup=scenarioString start=/"/ skip=/\\./ end=/"/ end=/$/
    \ contains=scenarioJSONEscape,scenarioWrongEscape,scenarioTemplate,scenarioJSON
syntax match scenarioColumn contained /{{[A-Za-z][A-Za-z0-9_.-]*}}/
syntax match scenarioPart contained /\<\%(path\|query\)\.[A-Za-z0-9_-]\+/
syntax region scenarioInnerString contained oneline start=/"/ skip=/\\./ end=/"/ end=/$/
    \ contains=scenarioEscape,scenarioWrongEscape,scenarioColumn
syntax region scenarioString contained oneline start=/\%(\s\|=\)\@1<="/ skip=/\\./ end=/"/ end=/$/
    \ contains=scenarioEscape,scenarioWrongEscape,scenarioColumn
syntax match scenarioWrongEscape contained /\\./
syntax match scenarioJSONEscape contained /\\\%([bfnrt"\\\/]\|u\x\{4}\)/
syntax match scenarioEscape contained /\\\%([nrt0"\\]\|x\x\x\)/
syntax match scenarioPipe contained /|/ nextgroup=scenarioTransform,scenarioUnknown skipwhite
syntax match scenarioNumber contained
    \ /[A-Za-z0-9_.\/]\@1<![+-]\?\d\+\%(\%(\.\d\+\)\+\|\.\.\d\+\|\/\d\+\)\?\%(ms\|[KMG]i\?B\|[smhdB]\)\?\%(\.\.\d\+\%(ms\|[smh]\)\)\?\%(\/s\)\?[A-Za-z0-9_-]\@!/
syntax match scenarioURL contained /\s\@1<=\/[^[:space:]{]*/
call s:define('scenarioFunction', s:functions, '')
call s:define('scenarioGenerator', s:generators, '')
call s:define('scenarioAlgorithm', s:algorithms, '')
syntax match scenarioOption contained /[A-Za-z][A-Za-z0-9_-]*\ze=/
syntax match scenarioNumber contained /\%(now\|count\)\@5<=[+-]\d\+[smhd]\?/
" What is kept, and under which name: `{{id = /[0-9]+/}}`. Between the slashes nothing is special; two of them begin a URL.
syntax match scenarioKept contained /\%({{ *\)\@<=[A-Za-z][A-Za-z0-9-]*\ze *=/
syntax match scenarioExpression contained /\%({{ *\%([A-Za-z][A-Za-z0-9-]* *= *\)\?\)\@<=\/\/\@!.\{-1,}\/\ze}}/
syntax match scenarioOthers contained /[^[:space:]{[,:]\@1<!\.\.\.[^[:space:]}\],]\@!/
syntax match scenarioCallbackText contained /\S.*/ contains=scenarioArrow,@scenarioValue
syntax match scenarioUnknown contained /[A-Za-z][A-Za-z0-9_.-]*/
call s:define('scenarioTransform', s:transforms, '')

" Messages. Below a bare mark all is body, up to a line of another voice.
syntax match scenarioText contained /.\+/ contains=scenarioTemplate,scenarioJSON
syntax match scenarioClientMark /^>>\?\%([a-z][a-z0-9]*\)\?\%( \|$\)/ nextgroup=scenarioMethod,scenarioField,scenarioText
syntax match scenarioServerMark /^<\%([a-z][a-z0-9]*\)\?\%( \|$\)/
    \ nextgroup=scenarioVersion,scenarioStatus,scenarioField,scenarioText
syntax match scenarioMethod contained /[A-Z][A-Z0-9_-]*\ze ./ nextgroup=scenarioTarget
syntax match scenarioTarget contained /.\+/ contains=scenarioTemplate,scenarioJSON
syntax match scenarioVersion contained /HTTP\/\S\+/ nextgroup=scenarioStatus skipwhite
syntax match scenarioStatus contained /\d\{3,}\ze\%( \|$\)/ nextgroup=scenarioText
syntax match scenarioField contained /[!#$%&'*+.^_`|~0-9A-Za-z-]\+\ze:/ nextgroup=scenarioFieldText
syntax match scenarioFieldText contained /:.*/ contains=scenarioTemplate,scenarioJSON
syntax match scenarioBodyMark contained /^\%(<\|>>\?\)\%([a-z][a-z0-9]*\)\?\%( \|$\)/ nextgroup=scenarioText
" A value that is compared by content may go on over lines with the same mark.
syntax match scenarioValueMark contained /^\%(<\|>>\?\)\%([a-z][a-z0-9]*\)\?\%( \|$\)/
syntax region scenarioLinesTemplate contained matchgroup=scenarioBraces start=/{{/ end=/}}/
    \ contains=scenarioValueMark,scenarioLinesPair,scenarioTemplate,scenarioJSON,scenarioColumn,scenarioInnerString,scenarioPipe,scenarioOption,scenarioNumber,scenarioFunction,scenarioPart,scenarioOthers
syntax region scenarioLinesPair contained transparent start=/{{\@!/ end=/}/
syntax region scenarioLinesJSON contained matchgroup=scenarioBraces start=/{{\zejson\%( \|$\)/ end=/}}/
    \ contains=scenarioValueMark,scenarioLinesPair,@scenarioInJSON
syntax region scenarioValueLines contained keepend matchgroup=scenarioBodyMark
    \ start=/^\z(\%(<\|>>\?\)[a-z0-9]*\) \ze{{\%(json\|form\|multipart\)\%( \|$\)/ end=/^\%(\z1\%( \|$\)\)\@!/me=s-1
    \ contains=scenarioBodyMark,scenarioLinesTemplate,scenarioLinesJSON
" `>json {`, down to the bracket that closes the first one.
for [s:side, s:mark] in [['Client', '>>\?'], ['Server', '<']]
    execute 'syntax region scenario' . s:side . 'JSON matchgroup=scenario' . s:side . 'Mark start=/^' . s:mark . '\zejson ./'
        \ 'end=/$/ end=/^\%(' . s:mark . '\)\@!/me=s-1 contains=scenario' . s:side . 'Brackets,@scenarioInJSON'
    execute 'syntax region scenario' . s:side . 'Brackets contained transparent start=/{{\@!\|\[/ end=/[}\]]/'
        \ 'end=/^\%(' . s:mark . '\)\@!/me=s-1 contains=scenarioValueMark,scenario' . s:side . 'Brackets,@scenarioInJSON'
endfor
syntax region scenarioClientBody start=/^\z(>>\?[a-z0-9]*\)$/ end=/^\%(\z1\%( \|$\)\|#\|\s*$\)\@!/me=s-1
    \ contains=scenarioBodyMark,scenarioValueLines,scenarioComment keepend
syntax region scenarioServerBody start=/^<\z([a-z0-9]*\)$/ end=/^\%(<\z1\%( \|$\)\|#\|\s*$\)\@!/me=s-1
    \ contains=scenarioBodyMark,scenarioValueLines,scenarioComment keepend
" A 1xx has no body: its bare mark ends its head and nothing else.
syntax region scenarioInformational start=/^<\z([a-z0-9]*\) \%(HTTP\/\S\+ \)\?1\d\d\%( \|$\)/
    \ end=/^<\z1$/ end=/^\%(<\z1 \%(\d\{3}\|HTTP\/\)\)\@=/me=s-1 end=/^\%(<\z1\%( \|$\)\|#\|\s*$\)\@!/me=s-1
    \ contains=scenarioServerMark,scenarioComment keepend

" Callbacks.
syntax match scenarioCallbackMark /^\*\%([a-z][a-z0-9]*\)\??\?\%( \|$\)/
    \ nextgroup=scenarioStyles,scenarioFailCallback,scenarioChallengeCallback,scenarioCallback,scenarioUnknown,scenarioCallbackText skipwhite
syntax match scenarioStyles contained /\[[^]]*\]/ contains=scenarioStyle,scenarioUnknown
    \ nextgroup=scenarioFailCallback,scenarioChallengeCallback,scenarioCallback,scenarioUnknown skipwhite
call s:define('scenarioStyle', s:styles, '')
call s:define('scenarioCallback', s:callbacks, 'nextgroup=scenarioCallbackText skipwhite')
syntax match scenarioChallengeCallback contained /challenge\ze\s/ nextgroup=scenarioChallenge,scenarioUnknown,scenarioCallbackText skipwhite
syntax match scenarioFailCallback contained /fail\ze\s/ nextgroup=scenarioFailure,scenarioUnknown,scenarioCallbackText skipwhite
syntax match scenarioArrow contained /->/ nextgroup=scenarioDecision,scenarioUnknown skipwhite
call s:define('scenarioChallenge', s:challenges, 'nextgroup=scenarioCallbackText skipwhite')
call s:define('scenarioFailure', s:failures, 'nextgroup=scenarioCallbackText skipwhite')
call s:define('scenarioDecision', s:decisions, '')

" Acts.
syntax match scenarioActMark /^!\%([a-z][a-z0-9]*\)\?\%( \|$\)/ nextgroup=scenarioAwait,scenarioAct,scenarioUnknown skipwhite
syntax match scenarioActText contained /.\+/ contains=scenarioHandshakeField,scenarioConstant,@scenarioValue
syntax match scenarioConstant contained /\<\%(on\|off\|yes\|no\|[A-Z][A-Z0-9_]\+\)\>/
call s:define('scenarioHandshakeField', s:handshake_fields, '')
call s:define('scenarioAct', s:acts, 'nextgroup=scenarioActText')
syntax match scenarioAwait contained /await\ze\s/ nextgroup=scenarioAwaited,scenarioUnknown skipwhite
call s:define('scenarioAwaited', s:awaited, 'nextgroup=scenarioActText')

" Lines that begin with a word, and what is indented below.
syntax match scenarioWrongWord /^[A-Za-z]\S*/
syntax match scenarioIndented /^\s\+\S.*$/ contains=scenarioBody,scenarioIndentedField,scenarioBar,@scenarioValue
syntax match scenarioIndentedField contained /^\s\+[!#$%&'*+.^_`~0-9A-Za-z-]\+\ze:\%( \|$\)/
syntax match scenarioBody contained /^\s\+body\ze\s/
syntax match scenarioBar contained /|/
syntax match scenarioWordText contained /.\+/ contains=@scenarioValue
syntax match scenarioLevelText contained /.\+/ contains=scenarioLevel
syntax match scenarioNeedsText contained /.\+/ contains=scenarioNeed,scenarioLoadKind,scenarioCallback
syntax match scenarioOriginText contained /.\+/ contains=@scenarioValue,scenarioScheme,scenarioCertificate,scenarioOriginOption
syntax match scenarioTableText contained /.\+/ contains=scenarioBar,@scenarioValue
syntax match scenarioClientText contained /.\+/
    \ contains=scenarioOrder,scenarioClientMethod,scenarioAs,scenarioVia,scenarioCacheUse,scenarioLoadOption,scenarioAnswer,@scenarioValue
execute 'syntax match scenarioSetting /^\%(' . join(split(s:settings), '\|') . '\)\%(\s\|$\)\@=/ nextgroup=scenarioWordText'
execute 'syntax match scenarioBlock /^\%(' . join(split(s:blocks), '\|') . '\)\%(\s\|$\)\@=/ nextgroup=scenarioWordText'
syntax match scenarioSetting /^level\%(\s\|$\)\@=/ nextgroup=scenarioLevelText
syntax match scenarioSetting /^needs\%(\s\|$\)\@=/ nextgroup=scenarioNeedsText
syntax match scenarioSetting /^\%(origin\|proxy\)\%(\s\|$\)\@=/ nextgroup=scenarioOriginText
syntax match scenarioSetting /^fields\%(\s\|$\)\@=/ nextgroup=scenarioField skipwhite
syntax match scenarioBlock /^cases\%(\s\|$\)\@=/ nextgroup=scenarioTableText
syntax match scenarioClient /^client\%(\s\|$\)\@=/ nextgroup=scenarioClientText
call s:define('scenarioLevel', s:levels, '')
syntax match scenarioSetting /^\%(must\|should\|may\|convention\)\ze\%( [><*!n]\|$\)/
call s:define('scenarioNeed', s:needed, '')
syntax match scenarioScheme contained /\s\@1<=\%(https\?\|refused\)\%(\s\|$\)\@=/
execute 'syntax match scenarioCertificate contained /=\@1<=\%(' . join(split(s:certificates), '\|') . '\)\%(\s\|$\)\@=/'
execute 'syntax match scenarioOriginOption contained /\s\@1<=\%(' . join(split(s:origin_options), '\|') . '\)=\@=/'
execute 'syntax match scenarioLoadOption contained /\s\@1<=\%(' . join(split(s:load_options), '\|') . '\)=\@=/'
execute 'syntax match scenarioCacheUse contained /\%(cache=\)\@6<=\%(' . join(split(s:cache_uses), '\|') . '\)\%(\s\|$\)\@=/'
execute 'syntax match scenarioOrder contained /\%(^client\s\+\)\@<=\%(' . join(split(s:orders), '\|') . '\)\%(\s\|$\)\@=/'
syntax match scenarioClientMethod contained /\%(^client\s\+\)\@<=[A-Z][A-Z0-9_-]*\%(\s\|$\)\@=/
syntax match scenarioAs contained /\s\@1<=as\ze\s/ nextgroup=scenarioLoadKind,scenarioUnknown skipwhite
syntax match scenarioVia contained /\s\@1<=via\ze\s/
syntax match scenarioAnswer contained /\%(^client\s\+answer\)\@<=\s/ nextgroup=scenarioDecision,scenarioUnknown skipwhite
call s:define('scenarioLoadKind', s:load_kinds, '')

syntax match scenarioComment /^#.*$/ contains=@Spell

highlight default link scenarioComment Comment
highlight default link scenarioClientMark Operator
highlight default link scenarioServerMark Operator
highlight default link scenarioBodyMark Operator
highlight default link scenarioValueMark Operator
highlight default link scenarioClientBody Operator
highlight default link scenarioServerBody Operator
highlight default link scenarioInformational Operator
highlight default link scenarioCallbackMark Operator
highlight default link scenarioActMark Operator
highlight default link scenarioBraces Delimiter
highlight default link scenarioBar Delimiter
highlight default link scenarioPipe Operator
highlight default link scenarioArrow Operator
highlight default link scenarioOthers Operator
highlight default link scenarioTemplate Special
highlight default link scenarioLinesTemplate Special
highlight default link scenarioJSON Special
highlight default link scenarioLinesJSON Special
highlight default link scenarioClientJSON Special
highlight default link scenarioServerJSON Special
highlight default link scenarioColumn Identifier
highlight default link scenarioKept Identifier
highlight default link scenarioPart Identifier
highlight default link scenarioOption Identifier
highlight default link scenarioField Identifier
highlight default link scenarioIndentedField Identifier
highlight default link scenarioHandshakeField Identifier
highlight default link scenarioOriginOption Identifier
highlight default link scenarioLoadOption Identifier
highlight default link scenarioText String
highlight default link scenarioFieldText String
highlight default link scenarioTarget String
highlight default link scenarioURL String
highlight default link scenarioString String
highlight default link scenarioInnerString String
highlight default link scenarioExpression String
highlight default link scenarioJSONString String
highlight default link scenarioJSONEscape SpecialChar
highlight default link scenarioEscape SpecialChar
highlight default link scenarioWrongEscape Error
highlight default link scenarioUnknown Error
highlight default link scenarioWrongWord Error
highlight default link scenarioNumber Number
highlight default link scenarioStatus Number
highlight default link scenarioVersion Constant
highlight default link scenarioFunction Function
highlight default link scenarioGenerator Function
highlight default link scenarioTransform Function
highlight default link scenarioAlgorithm Constant
highlight default link scenarioConstant Constant
highlight default link scenarioChallenge Constant
highlight default link scenarioFailure Constant
highlight default link scenarioLevel Constant
highlight default link scenarioNeed Constant
highlight default link scenarioCertificate Constant
highlight default link scenarioCacheUse Constant
highlight default link scenarioMethod Keyword
highlight default link scenarioClientMethod Keyword
highlight default link scenarioClient Keyword
highlight default link scenarioSetting Keyword
highlight default link scenarioBlock Conditional
highlight default link scenarioAs Keyword
highlight default link scenarioVia Keyword
highlight default link scenarioAwait Keyword
highlight default link scenarioBody Keyword
highlight default link scenarioCallback Function
highlight default link scenarioChallengeCallback Function
highlight default link scenarioFailCallback Function
highlight default link scenarioDecision Statement
highlight default link scenarioAct Statement
highlight default link scenarioAwaited Statement
highlight default link scenarioOrder Statement
highlight default link scenarioStyle Type
highlight default link scenarioScheme Type
highlight default link scenarioLoadKind Type

" What stands far above may have begun a body.
syntax sync minlines=500

let b:current_syntax = 'scenario'
delfunction s:define
let &cpoptions = s:options
unlet s:options
