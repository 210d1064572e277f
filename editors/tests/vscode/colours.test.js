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
    'regex function.value', '" string.begin', '[0-9]+ quoted.double', '" string.end', '}} embedded.end', '" string.end',
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
    assert.deepStrictEqual(shown('* data "a" {{/\{\{x/}}\n', 1).slice(-4),
        ['" string.begin', '{{x quoted.double', '" string.end', '}} embedded.end']);
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
});
