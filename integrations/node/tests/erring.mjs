// erring.mjs: tests that fail, each in another way; quintain.test.mjs runs them and reads their output.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { writeSync } from 'node:fs';
import test from 'node:test';
import { play } from '../quintain.mjs';

test('another path', async t => {
    const http = await play(t, 'followed.scenario');
    await fetch(http.url('/new'));
});

test('no request', async t => {
    await play(t, 'followed.scenario');
});

test('a text', async t => {
    const http = await play(t, `
        > GET /a
        > X-Text: 1
        < 200
    `);
    await fetch(http.url('/a'));
});

const text = `
    > GET /a
    > X-Constant: 1
    < 200
`;

test('a text of a constant', async t => {
    const http = await play(t, text);
    await fetch(http.url('/a'));
});

test('an unreadable text', async t => {
    await play(t, `
        > GET /a
        <201
    `);
});

test('a text of nothing', async t => {
    await play(t, `
        # Nothing
    `);
});

test('a text with a value', async t => {
    const http = await play(t, `
        > GET /${'a'}
        > X-Value: 1
        < 200
    `);
    await fetch(http.url('/a'));
});

test('a text that stands twice', async t => {
    const twice = [`
        > GET /a
        > X-Twice: 1
        < 200
    `, `
        > GET /a
        > X-Twice: 1
        < 200
    `];
    const http = await play(t, twice[1]);
    await fetch(http.url('/a'));
});

test('a part of a text', async t => {
    // These lines stand in another text as well.
    const http = await play(t, '        > GET /a\n        > X-Text: 1\n        < 200\n');
    await fetch(http.url('/a'));
});

test('a reason of its own', async t => {
    const http = await play(t, 'followed.scenario');
    const reply = await fetch(http.url('/old'));
    assert.equal(await reply.text(), 'there');
});

test('a reason beside the scenario', async t => {
    await play(t, 'followed.scenario');
    assert.fail('a reason');
});

test('an unreadable scenario', async t => {
    await play(t, '> GET /\n* redirct\n');
});

test('a forgotten reply', async t => {
    await play(t, '> GET /{{a = any}}\n< 200\n');
});

test('a reply that never comes', async t => {
    const http = await play(t, '> GET /a\n! stall\n', { deadline: 1 });
    await fetch(http.url('/a')).catch(() => {});
});

test('a line of a callback', async t => {
    const http = await play(t, '> GET /a\n< 200\n* finish\n');
    await fetch(http.url('/a'));
    assert.fail('a reason');
});

test('a name that is not there', async t => {
    await play(t, 'redirects/folowed');
});

test('a table without its row', async t => {
    await play(t, 'redirects/followed');
});

test('a text of one line', async t => {
    await play(t, '> GET /a');
});

test('a test without its context', async () => {
    await play('followed.scenario');
});

test('a play that nobody waits for', t => {
    play(t, 'followed.scenario');
});

test('an origin that is not there', async t => {
    const http = await play(t, 'followed.scenario');
    http.url('/', 'mian');
});

test('a test that is killed', async t => {
    const http = await play(t, 'followed.scenario');
    writeSync(1, `${http.url()}\n`);
    process.kill(process.pid, 'SIGKILL');
});
