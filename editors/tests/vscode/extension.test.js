// extension.test.js: the extension for VS Code, with a stand-in for its API, against the real command.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
//   QUINTAIN=.build/release/quintain node --test editors/tests/vscode/*.test.js
'use strict';

const assert = require('node:assert');
const { execFileSync } = require('node:child_process');
const fs = require('node:fs');
const { builtinModules } = require('node:module');
const os = require('node:os');
const path = require('node:path');
const { test } = require('node:test');
const { Editor, Uri } = require('./fake.js');

const real = fs.realpathSync(process.env.QUINTAIN || path.resolve(__dirname, '../../../.build/release/quintain'));
const outside = os.tmpdir();
const right = '# A title\n> GET /\n< 200\n';

/** A test with a folder, and an editor with the real command, or with what `options` say. */
function scene(name, options, body) {
    test(name, { timeout: 30000 }, async (context) => {
        const folder = fs.realpathSync(fs.mkdtempSync(path.join(outside, 'quintain-editors-')));
        // The extension's own temporary files are told from those of others.
        const temporary = path.join(folder, 'temporary');
        fs.mkdirSync(temporary);
        process.env.TMPDIR = temporary;
        const { settings = {}, times = {} } = typeof options === 'function' ? options(folder) : options;
        const editor = new Editor({ command: real, ...settings }, folder, { delay: 0, ...times });
        context.after(() => {
            editor.close();
            fs.rmSync(folder, { recursive: true });
        });
        await body(editor, folder);
        assert.deepStrictEqual(fs.readdirSync(temporary), [], 'something is left behind');
    });
}

/** A command that does something else at first: it writes a line to `log` for each run. */
function script(folder, text) {
    const file = path.join(folder, 'command');
    fs.writeFileSync(file, `#!/bin/sh\ncd '${folder}'\n${text}\n`, { mode: 0o755 });
    return file;
}

function brief({ range: { start, end }, severity, message, code, source }) {
    return [`${start.line}:${start.character}-${end.line}:${end.character}`, severity, message, code, source];
}

scene('a file that is wrong has its faults at their places, with what to write instead', {}, async (editor, folder) => {
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'a.scenario'), '# Größe\n> GET /\n> X: 🐕 {{basik "a"}}\n< 200\n! quiit 1s\n');
    assert.deepStrictEqual((await shown).map(brief), [
        ['2:10-2:15', 0, "no function, column or value captured above is called 'basik'\nhelp: did you mean 'basic'?", 'unknown-function', 'quintain'],
        ['4:2-4:7', 0, "no act is called 'quiit'\nhelp: did you mean 'quiet'?", 'unknown-act', 'quintain'],
    ]);
});

scene('a warning is a warning', {}, async (editor, folder) => {
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'a.scenario'), '# t\nclient GET /\n> GET /{{id = any}}\n< 200\n');
    const found = (await shown).map(brief).filter(([, , , code]) => code === 'unused-capture');
    assert.deepStrictEqual(found.map(([, severity]) => severity), [1]);
});

scene('routes are checked, too, and a text that was never saved', {}, async (editor, folder) => {
    let shown = editor.next('shown');
    editor.open(path.join(folder, 'a.routes'), 'routes\n> GET /{{path id}}\n< 20x\n');
    assert.deepStrictEqual((await shown).map(({ code }) => code), ['bad-start-line']);
    shown = editor.next('shown');
    editor.open('Untitled-1', '> GET /\n* redirct\n', 'untitled');
    assert.deepStrictEqual((await shown).map(({ code }) => code), ['unknown-callback']);
});

scene('documents of other languages, and of a comparison, are left alone', {}, async (editor, folder) => {
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'b.scenario'), 'wrong', 'git');
    const other = editor.open(path.join(folder, 'a.scenario'), right);
    assert.deepStrictEqual(await shown, []);
    assert.deepStrictEqual([...editor.diagnostics.keys()], [`${other.uri}`]);
});

scene('files beside the scenario are found, and looked for again once one is saved', {}, async (editor, folder) => {
    let shown = editor.next('shown');
    fs.mkdirSync(path.join(folder, 'within'));
    editor.open(path.join(folder, 'within/a.scenario'), '> GET /\n< 200\n<\n< {{file "body.txt"}}\n');
    assert.deepStrictEqual((await shown).map(({ code }) => code), ['file-fault']);
    fs.writeFileSync(path.join(folder, 'within/body.txt'), 'x');
    shown = editor.next('shown');
    editor.events.emit('save', {});
    assert.deepStrictEqual(await shown, []);
});

scene('faults go with the change that mends them, and with their document', {}, async (editor, folder) => {
    let shown = editor.next('shown');
    const document = editor.open(path.join(folder, 'a.scenario'), '> GET /\n< 20x\n');
    assert.strictEqual((await shown).length, 1);
    shown = editor.next('shown');
    editor.change(document, right);
    assert.deepStrictEqual(await shown, []);
    editor.events.emit('close', document);
    assert.strictEqual(editor.diagnostics.size, 0);
});

// The first run takes far too long. A second one says whether the first is still there.
const slow = (folder) => script(folder, `
if [ -e first ]; then
    kill -0 "$(cat first)" 2>/dev/null && echo overlap >>log || echo alone >>log
    exec '${real}' "$@"
fi
echo $$ >first
echo begun >>log
exec sleep 60`);

scene('the newest text wins, and one run at a time is under way', (folder) => ({ settings: { command: slow(folder) } }),
    async (editor, folder) => {
        const document = editor.open(path.join(folder, 'a.scenario'), '> GET /\n* redirct\n');
        await until(() => fs.existsSync(path.join(folder, 'log')));
        const shown = editor.next('shown');
        editor.change(document, '> GET /\n! quiit\n');
        editor.change(document, '> GET /\n< 20x\n');
        assert.deepStrictEqual((await shown).map(({ code }) => code), ['bad-start-line']);
        assert.strictEqual(fs.readFileSync(path.join(folder, 'log'), 'utf8'), 'begun\nalone\n');
    });

scene('the faults of a text that has changed since are not shown', (folder) => ({
    settings: { command: script(folder, `echo begun >>log\nread line <"$PWD/go"\nexec '${real}' "$@"`) }, times: { delay: 60000 },
}), async (editor, folder) => {
    execFileSync('mkfifo', [path.join(folder, 'go')]);
    const document = editor.open(path.join(folder, 'a.scenario'), '> GET /\n< 20x\n');
    await until(() => fs.existsSync(path.join(folder, 'log')));
    const { run } = editor.linter().states.get(`${document.uri}`);
    editor.change(document, '# another\n> GET /\n< 20x\n');
    fs.writeFileSync(path.join(folder, 'go'), 'on\n');
    assert.match((await run.done).stdout, /bad-start-line/);
    await new Promise(setImmediate);
    assert.strictEqual(editor.diagnostics.size, 0);
});

scene('many changes in a moment are one run', (folder) => ({
    settings: { command: script(folder, `echo run >>log\nexec '${real}' "$@"`) }, times: { delay: 50 },
}), async (editor, folder) => {
    let shown = editor.next('shown');
    const document = editor.open(path.join(folder, 'a.scenario'), right);
    await shown;
    shown = editor.next('shown');
    for (let count = 0; count < 20; count += 1) editor.change(document, `${right}# ${count}\n`);
    await shown;
    assert.strictEqual(fs.readFileSync(path.join(folder, 'log'), 'utf8'), 'run\nrun\n');
});

scene('a run that takes too long is ended, and the document says so', (folder) => ({
    settings: { command: slow(folder) }, times: { limit: 1000 },
}), async (editor, folder) => {
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'a.scenario'), right);
    const [found, ...more] = await shown;
    assert.match(found.message, /more than 1 s and was ended: this text is not checked/);
    assert.deepStrictEqual([found.severity, more.length], [1, 0]);
    assert.ok(isGone(Number(fs.readFileSync(path.join(folder, 'first'), 'utf8'))));
});

scene('a run that is ended is over, even if what it has started keeps its output open', (folder) => ({
    settings: { command: script(folder, 'sleep 60 &\necho $! >child\nwait') }, times: { limit: 1000 },
}), async (editor, folder) => {
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'a.scenario'), right);
    assert.match((await shown)[0].message, /was ended/);
    process.kill(Number(fs.readFileSync(path.join(folder, 'child'), 'utf8')));
});

scene('a document that is closed ends its run', (folder) => ({ settings: { command: slow(folder) } }), async (editor, folder) => {
    const document = editor.open(path.join(folder, 'a.scenario'), right);
    await until(() => fs.existsSync(path.join(folder, 'log')));
    const first = Number(fs.readFileSync(path.join(folder, 'first'), 'utf8'));
    editor.events.emit('close', document);
    await until(() => isGone(first));
    assert.strictEqual(editor.diagnostics.size, 0);
});

scene('a command that is not found is told once, until the setting changes', {
    settings: { command: '/nowhere/quintain' },
}, async (editor, folder) => {
    const message = editor.next('message');
    const document = editor.open(path.join(folder, 'a.scenario'), '> GET /\n< 20x\n');
    await message;
    const deleted = editor.next('deleted');
    editor.change(document, '> GET /\n< 20y\n');
    await deleted;
    assert.deepStrictEqual(await editor.complete(document), []);
    assert.deepStrictEqual(await editor.format(document), []);
    assert.deepStrictEqual(editor.messages, [
        "Quintain: '/nowhere/quintain' was not found. "
            + "Install Quintain, or write the command's path into the setting 'quintain.command'.",
    ]);
    const shown = editor.next('shown');
    editor.set('command', real);
    assert.strictEqual((await shown).length, 1);
    assert.ok((await editor.complete(editor.open('Untitled-1', '! ', 'untitled'))).length > 10);
    editor.set('command', '/nowhere/else');
    await editor.next('message');
    assert.strictEqual(editor.messages.length, 2);
});

scene('a command that is installed later is used from then on', { settings: { command: './quintain' } }, async (editor, folder) => {
    const document = editor.open(path.join(folder, 'a.scenario'), '! ');
    await editor.next('deleted');
    assert.deepStrictEqual(await editor.complete(document), []);
    fs.symlinkSync(real, path.join(folder, 'quintain'));
    assert.ok((await editor.complete(document)).length > 10);
    const shown = editor.next('shown');
    editor.change(document, right);
    assert.deepStrictEqual(await shown, []);
});

scene('a command that is another program is told once', { settings: { command: '/bin/true' } }, async (editor, folder) => {
    const message = editor.next('message');
    editor.open(path.join(folder, 'a.scenario'), right);
    await message;
    assert.deepStrictEqual(editor.messages, ["Quintain: '/bin/true lint --json' printed no diagnostics: exit status 0"]);
});

scene('a command with a folder in its path is found from the folder of the workspace', {
    settings: { command: 'bin/quintain' },
}, async (editor, folder) => {
    fs.mkdirSync(path.join(folder, 'bin'));
    fs.symlinkSync(real, path.join(folder, 'bin/quintain'));
    const shown = editor.next('shown');
    editor.open(path.join(folder, 'a.scenario'), right);
    assert.deepStrictEqual(await shown, []);
});

scene('a text is laid out, saved or not', {}, async (editor, folder) => {
    const file = path.join(folder, 'a.scenario');
    const loose = '# t\nlevel     must\n> GET /\n< 200\n<\n< {{file "body.txt"}}{{file "more/b.txt"}}\n';
    const neat = loose.replace('level     must', 'level  must');
    fs.mkdirSync(path.join(folder, 'more'));
    for (const name of ['body.txt', 'more/b.txt']) fs.writeFileSync(path.join(folder, name), 'x');
    fs.writeFileSync(file, loose);
    const document = editor.open(file, loose);
    const [edit, ...more] = await editor.format(document);
    assert.deepStrictEqual([edit.newText, more.length], [neat, 0]);
    assert.deepStrictEqual(edit.range, new editor.api.Range(0, 0, 6, 0));
    // The file is not what is in the editor, and must not take its place.
    editor.change(document, loose.replace('# t', '# another'));
    assert.strictEqual((await editor.format(document))[0].newText, neat.replace('# t', '# another'));
    assert.strictEqual(fs.readFileSync(file, 'utf8'), loose);
    editor.change(document, neat);
    assert.deepStrictEqual(await editor.format(document), []);
    const untitled = editor.open('Untitled-1', '# t\nlevel     must\n> GET /\n< 200\n', 'untitled');
    assert.strictEqual((await editor.format(untitled))[0].newText, '# t\nlevel  must\n> GET /\n< 200\n');
});

scene('a text with errors is left as it is, without a message that has to be clicked away', {}, async (editor, folder) => {
    const document = editor.open(path.join(folder, 'a.scenario'), '# t\nlevel     must\n> GET /\n< 20x\n');
    assert.deepStrictEqual(await editor.format(document), []);
    assert.deepStrictEqual(editor.bar, ['Quintain: not formatted, because the text has errors']);
    assert.deepStrictEqual(editor.messages, []);
});

scene('a text that changes while it is laid out is left as it is', {}, async (editor, folder) => {
    const document = editor.open(path.join(folder, 'a.scenario'), '# t\nlevel     must\n> GET /\n< 200\n');
    const formatting = editor.format(document);
    editor.change(document, '# t\nlevel     should\n> GET /\n< 200\n');
    assert.deepStrictEqual(await formatting, []);
});

scene('a word is explained as it is meant at its place', {}, async (editor, folder) => {
    const text = [
        '# close', '! await close', '! close', '> X: close {{/close/}}{{id = any}}', '* redirect 302 /a -> no', 'either', '',
    ].join('\n');
    const document = editor.open(path.join(folder, 'a.scenario'), text);
    // The text has faults, which are explained, too.
    const hover = async (...place) => (await editor.hover(document, ...place)).filter((said) => !/^.* \\\((?:error|warning)/.test(said));
    assert.deepStrictEqual(await hover(0, 4), []);
    const [awaited, ...none] = await hover(1, 10);
    assert.match(awaited, /^\*\*close\*\* \(awaited\)\n+done when: the client has closed/);
    assert.match(awaited, /```scenario\n! await close\n```/);
    assert.deepStrictEqual(none, []);
    assert.match((await hover(2, 3))[0], /^\*\*close\*\* \(acts\)/);
    assert.deepStrictEqual(await hover(3, 6), []);
    assert.deepStrictEqual(await hover(3, 16), []);
    assert.match((await hover(3, 29))[0], /^\*\*any\*\* \(functions, matching\)/);
    assert.match((await hover(4, 21))[0], /^\*\*no\*\* \(decisions\)/);
    assert.match((await hover(4, 0))[0], /^\*\*\\\*\*\* \(marks\)/);
    // An example keeps its own indentation, and has no other.
    assert.match((await hover(5, 2))[0], /```scenario\n# After a lost connection[^]*\nend\n/);
});

scene('a fault is explained where it is, with a wrong and a right example', {}, async (editor, folder) => {
    const shown = editor.next('shown');
    const document = editor.open(path.join(folder, 'a.scenario'), '> GET /\n* redirct 302 /a\n');
    await shown;
    const [told, ...more] = await editor.hover(document, 1, 4);
    assert.match(told, /^\*\*unknown\\-callback \\\(error\\\)\*\*\n/);
    assert.match(told, /Wrong:\n[^]*```scenario\n> GET \/\n< 302\n[^]*Right:\n/);
    assert.deepStrictEqual(more, []);
    assert.deepStrictEqual(await editor.hover(document, 0, 7), []);
});

scene('the command is asked for its words once', (folder) => ({
    settings: { command: script(folder, `echo "$1" >>log\nexec '${real}' "$@"`) },
}), async (editor, folder) => {
    const document = editor.open('Untitled-1', '! ', 'untitled');
    await Promise.all([editor.complete(document), editor.complete(document)]);
    assert.match((await editor.hover(editor.open('Untitled-2', '! close', 'untitled'), 0, 3))[0], /acts/);
    const asked = fs.readFileSync(path.join(folder, 'log'), 'utf8').split('\n').filter((line) => line === 'explain');
    assert.strictEqual(asked.length, 2);
});

const offers = [
    ['a line begins with a mark or a word', '', ['>', '<', '!', '*', '#', '>json', 'client', 'either', 'level'], ['close', 'redirect', 'ok']],
    ['a word that has begun', 'cl', ['client', 'either'], ['>', 'close']],
    ['acts', '! ', ['close', 'quiet', 'await', 'rst-stream'], ['redirect', 'fin', 'client']],
    ['acts in a lane', '!b cl', ['close'], ['fin']],
    ['what is awaited', '! await ', ['fin', 'handshake'], ['quiet']],
    ['of a handshake', '! await handshake version=1.3 ', ['resumed=', 'alpn='], ['quiet']],
    ['of a frame', '! frame DATA ', ['stream=', 'flags='], ['quiet']],
    ['callbacks', '* ', ['redirect', 'challenge', 'finish', 'ok'], ['quiet', 'trust', '>json']],
    ['callbacks of an API that may be left out', '*b? [urlsession] re', ['redirect', 'response'], ['quiet']],
    ['styles', '* [', ['urlsession', 'nsurldownload'], ['redirect']],
    ['the decisions of a callback', '* redirect 302 /a -> ', ['no', 'to', 'cancel'], ['trust', 'use', 'redirect']],
    ['kinds of challenges', '* challenge ', ['ServerTrust', 'ClientCertificate'], ['redirect']],
    ['failures', '* fail ', ['timed-out', 'other'], ['redirect']],
    ['fields of a callback', '* response 200 ', ['length=', 'encoding='], ['realm=', 'redirect']],
    ['values that are sent', '< X: {{', ['bytes', 'nonce', 'json'], ['any', 'gzip', 'echo']],
    ['values that are compared', '> X: {{a', ['any', 'basic', 'json'], ['gzip', 'echo']],
    ['values in JSON', '> {{json {"a": {{any}}, "b": "{{', ['any', 'json'], ['gzip']],
    ['what is kept under a name', '> X: {{id = ', ['any'], ['absent', 'json']],
    ['lists of JSON', '> {{json {"b": {{any}}, "a": un', ['unordered'], ['any', 'json']],
    ['lists of JSON, as a whole', '* data {{json ', ['unordered'], ['any', 'json']],
    ['lists of JSON, behind their mark', '>json {"a": [', ['unordered'], ['any', 'json']],
    ['lists of JSON, in a further line', '>   "a": ', ['unordered'], ['any', 'json']],
    ['transforms', '< {{bytes 600 | ', ['gzip', 'base64'], ['bytes', 'regex']],
    ['levels', 'level ', ['must', 'convention'], ['tls', 'pass']],
    ['needs', 'needs cache ', ['cookies', 'download', 'redirect'], ['must']],
    ['origins', 'origin a https ', ['certificate=', 'http='], ['expired']],
    ['certificates', 'origin a https certificate=', ['expired', 'self-signed'], ['http=']],
    ['orders', 'client ', ['cancel', 'answer'], ['data', 'lane=']],
    ['options of loads', 'client GET / ', ['lane=', 'timeout='], ['cancel']],
    ['kinds of loads', 'client GET / as ', ['download', 'upload'], ['lane=']],
    ['nothing in a comment', '# {{', [], ['bytes']],
    ['nothing in a body', '> clo', [], ['close', 'client']],
    ['nothing in a string', '> {{list has "', [], ['list', 'bytes']],
    ['nothing in a string of JSON', '> {{json {"a": "b: ', [], ['unordered']],
    ['nothing in an expression', '> X: {{a = /b|{{', [], ['any', 'gzip']],
    ['nothing that compares in what is sent', '<json {"a": ', [], ['unordered']],
];

scene('words are offered where they stand', {}, async (editor) => {
    for (const [name, line, some, none] of offers) {
        const items = await editor.complete(editor.open('Untitled-1', `> GET /\n${line}`, 'untitled'));
        const offered = items.map(({ insertText }) => insertText.trim());
        assert.deepStrictEqual(some.filter((word) => !offered.includes(word)), [], `${name}: missing`);
        assert.deepStrictEqual(none.filter((word) => offered.includes(word)), [], `${name}: too many`);
        if (some.length === 0) assert.deepStrictEqual(offered, [], name);
    }
    const [item] = (await editor.complete(editor.open('Untitled-1', '! qu', 'untitled'))).filter(({ label }) => label === 'quiet');
    assert.match(item.documentation.value, /neither side may send/);
    const routes = await editor.complete(editor.open('Untitled-1', 'routes\n> GET /\n< {{', 'untitled'));
    assert.ok(routes.some(({ label }) => label === 'echo'));
});

// What the command does not list has no place here, and what it lists has one.
scene('every table of words is offered somewhere', {}, async (editor) => {
    const lines = offers.map(([, line]) => line);
    const offered = new Set();
    for (const line of lines) {
        const items = await editor.complete(editor.open('Untitled-1', `routes\n${line}`, 'untitled'));
        for (const { detail } of items) offered.add(detail);
    }
    const all = await editor.providers.hover.provider.catalogue(new Uri('untitled', 'Untitled-1'));
    const tables = new Set(all.map(({ table }) => table));
    assert.ok(all.length > 100 && tables.size > 20);
    assert.deepStrictEqual([...tables].filter((table) => !offered.has(table)), ['verdicts']);
});

scene('a scenario is played in a terminal to the command of the setting', (folder) => ({
    settings: { command: '/opt/my quintain', playCommand: 'curl {{origin}}/' },
}), async (editor, folder) => {
    const document = editor.open(path.join(folder, "it's.scenario"), right);
    await editor.commands['quintain.play'](document.uri);
    assert.strictEqual(document.saves, 1);
    assert.deepStrictEqual(editor.sent, [`'/opt/my quintain' play '${folder}/it'\\''s.scenario' -- curl {{origin}}/`]);
    await editor.commands['quintain.play']();
    assert.strictEqual(editor.sent.length, 1);
});

test('the settings, commands and files of the manifest are those of the code', () => {
    const home = path.resolve(__dirname, '../../vscode');
    const manifest = JSON.parse(fs.readFileSync(path.join(home, 'package.json'), 'utf8'));
    const code = fs.readdirSync(home).filter((name) => name.endsWith('.js')).map((name) => fs.readFileSync(path.join(home, name), 'utf8'));
    const read = code.flatMap((text) => [...text.matchAll(/\.get\('(\w+)'\)/g)]).map(([, name]) => `quintain.${name}`);
    assert.deepStrictEqual([...new Set(read)].sort(), Object.keys(manifest.contributes.configuration.properties).sort());
    assert.deepStrictEqual(manifest.contributes.commands.map(({ command }) => command), ['quintain.play']);
    // Nothing but Node and the editor is asked for.
    const required = code.flatMap((text) => [...text.matchAll(/require\('([^']+)'\)/g)]).map(([, name]) => name);
    const others = required.filter((name) => !name.startsWith('./') && !builtinModules.includes(name));
    assert.deepStrictEqual([...new Set(others)], ['vscode']);
});

async function until(holds) {
    while (!holds()) await new Promise((resolve) => setImmediate(resolve));
}

function isGone(process_) {
    try {
        process.kill(process_, 0);
        return false;
    } catch {
        return true;
    }
}
