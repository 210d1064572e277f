// colours.test.js: what the TextMate grammar shows as what.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
'use strict';

const assert = require('node:assert');
const fs = require('node:fs');
const path = require('node:path');
const { test } = require('node:test');
const { Colours } = require('./colours.js');

const root = path.resolve(__dirname, '../../..');
const colours = new Colours(JSON.parse(fs.readFileSync(path.join(root, 'editors/vscode/scenario.tmLanguage.json'), 'utf8')));

/** The stretches of a line, with the two last words of their scopes; blanks are left out. */
function shown(text, line) {
    const scope = (name) => name.replace(/\.scenario$/, '').split('.').slice(-2).join('.');
    const parts = colours.parts(text)[line - 1].filter(([stretch]) => stretch.trim() !== '');
    return parts.map(([stretch, name]) => `${stretch.trim()} ${scope(name)}`);
}

const nested = [
    '" string.begin', 'id quoted.double', '" string.end', ': unquoted.argument', '" string.begin', '{{ embedded.begin',
    '/ string.begin', '[0-9]+ string.regexp', '/ string.end', '}} embedded.end', '" string.end',
];

test('a value in a string of JSON has its colours', () => {
    const value = '{{json {"id": "{{/[0-9]+/}}", "a": {{any}}}}}';
    const text = `> POST /\n> X: ${value}\n>\n> ${value}\n* data ${value}\n< 200\n`;
    const rest = [
        ', unquoted.argument', '" string.begin', 'a quoted.double', '" string.end', ': unquoted.argument',
        '{{ embedded.begin', 'any function.value', '}} embedded.end', '} embedded.template', '}} embedded.end',
    ];
    for (const line of [2, 4, 5]) {
        const parts = shown(text, line);
        assert.deepStrictEqual(parts.slice(parts.indexOf('{ embedded.template') + 1), [...nested, ...rest], `line ${line}`);
    }
    assert.deepStrictEqual(shown(text, 6), ['< mark.server', '200 numeric.status']);
});

test('JSON over several lines has its colours', () => {
    const text = '> POST /\n>\n> {{json {\n>   "id": "{{/[0-9]+/}}"\n> }}}\n* finish\n';
    assert.deepStrictEqual(shown(text, 4), ['> mark.client', ...nested]);
    assert.deepStrictEqual(shown(text, 6), ['* mark.callback', 'finish function.callback']);
});

test('nothing is special in other strings', () => {
    assert.deepStrictEqual(shown('* data "page {{count + 1}}" {{count}}\n', 1).slice(2), [
        '" string.begin', 'page {{count + 1}} quoted.double', '" string.end',
        '{{ embedded.begin', 'count function.value', '}} embedded.end',
    ]);
});

test('an expression goes to the slash before its braces, whatever is in it', () => {
    const expression = ['/ string.begin', '[{}"|]{2} /x string.regexp', '/ string.end', '}} embedded.end'];
    const inner = '/[{}"|]{2} /x/}}';
    for (const line of [`> X: {{${inner}`, `> GET /?{{query a={{${inner}`, `* data {{${inner}`, `! frame DATA {{${inner}`, `cases {{${inner}`]) {
        assert.deepStrictEqual(shown(`${line}\n`, 1).slice(-4), expression, line);
    }
    assert.deepStrictEqual(shown('< X: {{//main/done}}\n', 1).slice(-2), ['//main/done other.url', '}} embedded.end']);
});

test('what is kept under a name has its colours', () => {
    const kept = ['{{ embedded.begin', 'id variable.other', '= operator.assignment'];
    assert.deepStrictEqual(shown('> GET /{{id=/a|b/}}\n', 1).slice(-7),
        [...kept, '/ string.begin', 'a|b string.regexp', '/ string.end', '}} embedded.end']);
    assert.deepStrictEqual(shown('* data {{id = any}} {{id}}\n', 1).slice(-8),
        [...kept, 'any function.value', '}} embedded.end', '{{ embedded.begin', 'id variable.other', '}} embedded.end']);
});

test('others have their colours', () => {
    assert.deepStrictEqual(shown('> X: {{json {"a": unordered [1, ...], "b": ..., ...}}}\n', 1).filter((part) => /[.]{3}|unord/.test(part)),
        ['unordered function.value', '... operator.others', '... operator.others', '... operator.others']);
    assert.deepStrictEqual(shown('> Cookie: {{cookies a=... ...}}\n', 1).slice(-3),
        ['... unquoted.argument', '... operator.others', '}} embedded.end']);
});

test('JSON behind its mark has its colours down to its last bracket', () => {
    for (const [mark, voice] of [['>', 'client'], ['>>', 'client'], ['<', 'server']]) {
        const text = `${mark}json {"a": [\n${mark}   {"id": "{{/[0-9]+/}}"\n${mark} }]}\n${mark} X: 1\n`;
        const own = `${mark} mark.${voice}`;
        assert.deepStrictEqual(shown(text, 1).slice(0, 3), [own, 'json function.value', '{ embedded.template']);
        assert.deepStrictEqual(shown(text, 2), [own, '{ embedded.template', ...nested]);
        assert.deepStrictEqual(shown(text, 3), [own, '}]} embedded.template']);
        assert.deepStrictEqual(shown(text, 4).slice(0, 2), [own, 'X member.field']);
    }
    // One that is not closed ends with its mark.
    assert.deepStrictEqual(shown('>json {"a": [\n>   1\n* finish\n', 3), ['* mark.callback', 'finish function.callback']);
});

test('no word of the fixtures is shown as wrong', () => {
    const names = fs.readdirSync(path.join(root, 'fixtures'), { recursive: true }).filter((name) => /\.(?:scenario|routes)$/.test(name));
    const files = names.filter((name) => !name.startsWith('invalid/'));
    const wrong = files.flatMap((name) => colours.parts(fs.readFileSync(path.join(root, 'fixtures', name), 'utf8'))
        .flatMap((parts, index) => parts.filter(([, scope]) => scope.startsWith('invalid.'))
            .map(([stretch, scope]) => `${name}:${index + 1}: '${stretch}' is ${scope}`)));
    assert.ok(files.length > 300);
    assert.deepStrictEqual(wrong, []);
    // What is wrong is shown as wrong.
    assert.deepStrictEqual(shown('* redirct\novre 1.1\n', 1), ['* mark.callback', 'redirct illegal.name']);
    assert.deepStrictEqual(shown('ovre 1.1\n', 1)[0], 'ovre illegal.word');
    assert.deepStrictEqual(shown('client GET / cache=offf\n', 1).slice(-3), ['cache variable.parameter', '= operator.assignment', 'offf illegal.name']);
});
