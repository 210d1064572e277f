// quintain.test.mjs: the messages that authors of tests see.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import https from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import test from 'node:test';
import { play } from '../quintain.mjs';

async function fetched(url) {
    return (await fetch(url)).text();
}

test('a client that keeps to the scenario passes', async t => {
    const http = await play(t, 'followed.scenario');
    assert.equal(await fetched(http.url('/old')), 'here');
});

test('a scenario may stand in the test', async t => {
    const http = await play(t, '> GET /a\n< 200\n<\n< here\n');
    assert.equal(await fetched(http.url('/a')), 'here');
});

test('its indentation does not count', async t => {
    for (const text of [`
        > POST /a
        >
        > {"b":
        >   1}

        < 200
    `, `> POST /a
        >
        > {"b":
        >   1}
        < 200`]) {
        const http = await play(t, text);
        assert.equal((await fetch(http.url('a'), { method: 'POST', body: '{"b":\n  1}' })).status, 200);
    }
    const http = await play(t, 'client GET /a\n       X: 1\n> GET /a\n> X: 1\n< 200\n');
    assert.equal((await fetch(http.url('/a'), { headers: { X: '1' } })).status, 200);
});

test('a client that works by itself is waited for', async t => {
    const http = await play(t, 'followed.scenario');
    await assert.rejects(http.wait(0), /^Broken: followed.scenario was not done after 0 s\n\n/);
    const page = fetched(http.url('/old'));
    await http.wait();
    assert.equal((await http.requests()).length, 2);
    await page;
});

test('a file may be named without its ending', async t => {
    const http = await play(t, 'followed');
    assert.equal(await fetched(http.url('/old')), 'here');
});

test('a scenario may name files beside it', async t => {
    const http = await play(t, 'filed.scenario');
    assert.equal(await fetched(http.url('/answer')), 'from a file\n');
});

test('it may do so wherever the test has written both', async t => {
    const folder = mkdtempSync(join(tmpdir(), 'quintain-'));
    t.after(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, 'answer.txt'), 'written');
    const text = file => `> GET /a\n< 200\n<\n< {{file "${file}"}}\n`;
    writeFileSync(join(folder, 'own.scenario'), text('answer.txt'));
    for (const scenario of [join(folder, 'own'), text(join(folder, 'answer.txt'))]) {
        const http = await play(t, scenario);
        assert.equal(await fetched(http.url('/a')), 'written');
    }
});

test('a row of a bundled table is played', async t => {
    const http = await play(t, 'redirects/followed#302');
    assert.equal((await fetch(http.url('/old'))).status, 200);
});

test('two scenarios at the same time do not disturb each other', async t => {
    const [one, other] = await Promise.all([play(t, 'followed.scenario'), play(t, 'followed.scenario')]);
    assert.notEqual(one.url(), other.url());
    assert.deepEqual(await Promise.all([fetched(other.url('/old')), fetched(one.url('/old'))]), ['here', 'here']);
});

test('a client trusts the authority of an origin with TLS', async t => {
    const http = await play(t, 'origin main https\n> GET /a\n< 200\n<\n< here\n');
    const [reply] = await once(https.get(http.url('/a'), { ca: await http.ca(), agent: false }), 'response');
    assert.equal(reply.statusCode, 200);
    await once(reply.resume(), 'end');
});

test('the requests that came are told, also one that no line takes', async t => {
    const http = await play(t, '> POST /a?{{any}}\n< 201\n> PUT /b\n< 200\n');
    await fetch(http.url('/a?q=a+b&q=%C3%A9'), { method: 'POST', body: '{"n":1}', headers: { 'X-A': '1' } });
    const long = new Uint8Array(100_000).fill(255);
    await fetch(http.url('/b'), { method: 'PUT', body: long });
    const [first, second] = await http.requests();
    assert.deepEqual([first.method, first.path, first.query.getAll('q')], ['POST', '/a', ['a b', 'é']]);
    assert.deepEqual([first.headers.get('x-a'), first.json(), first.line, first.origin], ['1', { n: 1 }, 1, 'main']);
    assert.deepEqual([second.body.equals(long), second.cut, second.target], [true, false, '/b']);
});

test('a test may replace the fetch of the process', async t => {
    const real = globalThis.fetch;
    t.mock.method(globalThis, 'fetch', (url, more) => url.endsWith('/a') ? real(url, more) : Promise.reject(new Error(url)));
    const http = await play(t, '> GET /a\n< 200\n');
    await fetch(http.url('/a'));
    assert.equal((await http.requests()).length, 1);
});

test('a server that is there already is used', async t => {
    const words = ['serve', 'httpbin', '--port', '0', '--control-port', '0', '--until-eof', '--json'];
    const server = spawn(process.env.QUINTAIN ?? 'quintain', words);
    t.after(() => server.stdin.end());
    const [told] = await once(server.stdout, 'data');
    const environment = { QUINTAIN_URL: JSON.parse(told).controlURL, QUINTAIN: 'nothing-of-this-name' };
    assert.match(await erring('no request', environment), /no connection came/);
});

for (const [name, ...expected] of [
    ['another path', /followed\.scenario was not kept[^]*expected +│ happened[^]*> GET \/new[^]*too soon/],
    ['no request', /followed\.scenario was not kept[^]*followed\.scenario:2: failure[^]*no connection came/],
    ['a reason of its own', /\+ 'here'[^]*- 'there'/],
    ['a reason beside the scenario', /a reason/, /followed\.scenario was not kept[^]*no connection came/],
    ['a forgotten reply', /the text:1:8: warning: 'a' is captured but never used/],
    ['a reply that never comes', /the scenario was given up at its deadline, after 1 s[^]*! stall/],
    ['a line of a callback', /1 `\*` line was not judged, because nothing reports callbacks here/],
    ['an unreadable scenario', /the scenario: the text:2:3: error: no callback is called 'redirct'[^]*'redirect'/],
    ['a name that is not there', /redirects\/folowed: there is no scenario[^]*'redirects\/followed\.scenario'/],
    ['a table without its row', /redirects\/followed: [^]*has 5 cases\s+name one behind the scenario, as in 'redirects\/followed#301': 301, 302,/],
    ['a text of one line', /a text has more than one line/],
    ['a test without its context', /write 'await play\(t, SCENARIO\)'/],
    ['a play that nobody waits for', /the test has ended before followed\.scenario was armed: write 'await play\(t, …\)'/],
    ['an origin that is not there', /followed\.scenario has no origin 'mian'; there are: main/],
]) {
    test(`what is said of ${name}`, async () => {
        const said = await erring(name);
        for (const pattern of expected) {
            assert.match(said, pattern);
        }
    });
}

const erringLines = readFileSync(new URL('erring.mjs', import.meta.url), 'utf8').split('\n');

for (const [name, line, expected] of [
    ['a text', '> X-Text: 1', 'erring.mjs:LINE: the scenario was not kept[^]*erring.mjs:LINE: failure: X-Text is missing'],
    ['a text of a constant', '> X-Constant: 1', 'erring.mjs:LINE: the scenario was not kept'],
    ['an unreadable text', '<201', "erring.mjs:LINE:9: error: a blank stands[^]*LINE \\| <201"],
    ['a text of nothing', '# Nothing', 'erring.mjs:BEGIN:9: error: nothing begins a load.*\\s+help:'],
    ['a text with a value', '', 'the scenario was not kept[^]*the text:3: failure'],
    ['a text that stands twice', '', 'the scenario was not kept[^]*the text:3: failure'],
    ['a part of a text', '', 'the scenario was not kept[^]*the text:2: failure'],
]) {
    test(`the lines of ${name} are told as they are known`, async () => {
        const number = erringLines.findIndex(one => line && one.includes(line)) + 1;
        const said = await erring(name);
        assert.match(said, new RegExp(expected.replaceAll('LINE', number).replaceAll('BEGIN', number - 1)));
        assert.ok(line || !/erring\.mjs:\d+: the scenario/.test(said), said);
    });
}

test('a command that is not there is named', async () => {
    const said = await erring('no request', { QUINTAIN: 'nothing-of-this-name' });
    assert.match(said, /'nothing-of-this-name' cannot be started/);
});

test('a play that nobody waits for fails its test without a server as well', async () => {
    for (const environment of [{ QUINTAIN: 'nothing-of-this-name' }, { QUINTAIN_URL: 'http://127.0.0.1:1' }]) {
        const said = await erring('a play that nobody waits for', environment);
        assert.match(said, /write 'await play\(t, …\)'/);
    }
});

test('a play may be waited for later', async t => {
    const armed = play(t, 'followed.scenario');
    const http = await armed;
    assert.equal(await fetched(http.url('/old')), 'here');
});

test('what the command says of its fixtures is passed on', async () => {
    const said = await erring('no request', { QUINTAIN_FIXTURES: '/nowhere' });
    assert.match(said, /quintain serve: QUINTAIN_FIXTURES is '\/nowhere', which is no folder/);
});

test('a variable says how patient the plays are', async () => {
    assert.match(await erring('no request', { QUINTAIN_PATIENCE: '-1' }), /the patience cannot be -1 seconds/);
    assert.match(
        await erring('no request', { QUINTAIN_PATIENCE: '1h' }), /QUINTAIN_PATIENCE is '1h', and a number of seconds is wanted/);
});

test('the server ends with a test that is killed', async () => {
    const url = /http:\S+/.exec(await erring('a test that is killed', {}, null))[0];
    const answers = () => fetch(url).then(() => true, error => error.cause.code !== 'ECONNREFUSED');
    // It ends as soon as it sees the end of the pipe.
    const last = Date.now() + 20_000;
    while (await answers()) {
        assert.ok(Date.now() < last, 'the server outlives its test');
    }
});

/** Runs one of the tests that fail, by itself; returns its output. The status is null if a signal has ended it. */
async function erring(name, environment = {}, ending = 1) {
    // The variable tells a runner that it is another runner's child, and it would report to that runner.
    const { NODE_TEST_CONTEXT: _, ...inherited } = process.env;
    const words = ['--test-name-pattern', `^${name}$`, new URL('erring.mjs', import.meta.url).pathname];
    const child = spawn(process.execPath, words, { env: { ...inherited, ...environment } });
    let said = '';
    child.stdout.on('data', text => said += text);
    child.stderr.on('data', text => said += text);
    const [status] = await once(child, 'close');
    assert.equal(status, ending, said);
    return said;
}
