// quintain.mjs: plays scenarios to the client under test, for node:test.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, statSync } from 'node:fs';
import http from 'node:http';
import https from 'node:https';
import { basename, dirname, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Texts of files below this folder are called by their path from here. */
const root = process.cwd();
/** Who knows it may name any file: of a server that is started for this process, that is this process alone. */
const token = process.env.QUINTAIN_URL ? process.env.QUINTAIN_TOKEN : randomBytes(16).toString('hex');
/** After so many seconds a play is given up, unless its order says otherwise. */
const deadline = 60;
/** For how many seconds a line is waited for at least, such as while a debugger holds the client. */
const patience = process.env.QUINTAIN_PATIENCE;

/** The client did something else than the scenario says. The message has both sides, line by line. */
export class Broken extends Error {
    name = 'Broken';
}

/**
 * Arms a scenario, and fails the test if the client does anything else.
 *
 * @param t the context of the test
 * @param {string} scenario a file beside the test, a bundled scenario such as `redirects/followed`, each with `#case`
 *     where it has a table; or the text itself, which has more than one line and may be indented
 * @param {object} options members of the order, such as `settle` or `deadline`: docs/control-api.md
 */
export async function play(t, scenario, options = {}) {
    if (typeof t?.after !== 'function' || typeof scenario !== 'string') {
        throw new TypeError("write 'await play(t, SCENARIO)': the context of the test, and a file, a name or a text");
    }
    // What the client does until the test ends counts, however late it comes.
    if (patience && !/^-?\d+$/.test(patience)) {
        throw new Error(`QUINTAIN_PATIENCE is '${patience}', and a number of seconds is wanted`);
    }
    const patient = patience ? { patience: Number(patience) } : {};
    const stand = standing(scenario, String(new Error().stack).split('\n')[2]);
    const order = {
        stays: true, deadline, body: 1 << 20, ...patient, ...which(scenario, t.filePath ?? process.argv[1], stand), ...options };
    const name = scenario.includes('\n') ? 'the scenario' : scenario;
    let one, isSettled = false, hasEnded = false;
    // Before anything is waited for, so that a test that does not wait for its play cannot pass.
    t.after(async () => {
        hasEnded = true;
        if (!isSettled) {
            throw new Error(`the test has ended before ${name} was armed: write 'await play(t, …)'`);
        }
        await one?.verify().catch(broken => {
            if (t.error !== null) {
                // The test has failed by itself, or Node is too old to say, and node:test keeps the first reason alone.
                tell(t, broken.message);
            }
            throw broken;
        });
    });
    try {
        const server = await running();
        const session = await call(server, 'POST', '/sessions', order).catch(error => {
            const told = here(error.message, scenario);
            throw new Error(told.startsWith(`${stand?.name}:`) ? told : `${name}: ${told}`);
        });
        tell(t, session.warnings);
        one = new Play(t, server, session, name, order, stand);
    } finally {
        isSettled = true;
    }
    if (hasEnded) {
        // The test has failed; this ends the session.
        await one.verify().catch(() => null);
    }
    return one;
}

/** Line by line: in one piece TAP writes it on one line. */
function tell(t, text = '') {
    for (const line of text ? text.trimEnd().split('\n') : []) {
        t.diagnostic(line);
    }
}

/** A scenario that is armed, on ports of its own. */
class Play {
    #t;
    #server;
    #path;
    #name;
    #order;
    #stand;
    #isVerified = false;

    constructor(t, server, session, name, order, stand) {
        this.#t = t;
        this.#server = server;
        this.#path = `/sessions/${session.id}`;
        this.#name = name;
        this.#order = order;
        this.#stand = stand;
        this.origins = session.origins;
    }

    /** An address on one of the scenario's origins. */
    url(path = '', origin = 'main') {
        if (!Object.hasOwn(this.origins, origin)) {
            const there = Object.keys(this.origins).join(', ');
            throw new Error(`${this.#name} has no origin '${origin}'; there are: ${there}`);
        }
        return this.origins[origin] + (/^(\/|$)/.test(path) ? path : `/${path}`);
    }

    /** The authority that a client must trust where an origin has TLS, as PEM: the option `ca` of `node:https`. */
    async ca() {
        return call(this.#server, 'GET', `${this.#path}/ca`);
    }

    /** Ends a `! hold`. */
    async go() {
        await call(this.#server, 'POST', `${this.#path}/go`);
    }

    /**
     * Waits until the last line has happened, for a client that works by itself; throws `Broken` if lines are missing after so many
     * seconds. It returns also if the client has done something wrong: that fails the test when it ends.
     */
    async wait(seconds = 10) {
        const { state, breaches } = await call(this.#server, 'GET', `${this.#path}?within=${Math.round(seconds * 1000)}`);
        if (!['played', 'ended'].includes(state) && !breaches.some(breach => breach.severity === 'failure')) {
            throw new Broken(`${this.#name} was not done after ${seconds} s\n\n${await this.text()}`);
        }
    }

    /** What the client has asked so far, also what no line takes. */
    async requests() {
        return (await call(this.#server, 'GET', `${this.#path}/requests`)).requests.map(told => new Asked(told));
    }

    /** What was expected and what happened, side by side. */
    async text() {
        return call(this.#server, 'GET', `${this.#path}/verdict?format=text`);
    }

    /** Throws `Broken` unless the client did what the scenario says. It is called when the test ends. */
    async verify() {
        const { verdict, ended, unobserved, breaches } = await call(this.#server, 'POST', `${this.#path}/end`);
        if (verdict === 'fail' || verdict === 'unable') {
            const first = breaches.find(breach => breach.severity === 'failure' && breach.line);
            const place = this.#stand && first ? `${this.#stand.name}:${first.line}: ` : '';
            throw new Broken(`${place}${this.#name} was not kept\n\n${await this.text()}`);
        }
        if (ended === 'deadline') {
            throw new Broken(
                `${this.#name} was given up at its deadline, after ${this.#order.deadline} s, and the test went on: `
                + `give the client a timeout, or the play a longer { deadline }\n\n${await this.text()}`);
        }
        // A file may be one that other clients are judged by, whose drivers report callbacks.
        if (unobserved > 0 && this.#order.text !== undefined && (this.#stand || this.#order.name === undefined) && !this.#isVerified) {
            tell(this.#t, `${unobserved} \`*\` line${unobserved === 1 ? ' was' : 's were'} not judged, because nothing `
                + 'reports callbacks here: assert in the test what the client says');
        }
        this.#isVerified = true;
    }
}

/** A request that has come. */
class Asked {
    constructor({ method, target, header, body = '', hex, cut = false, line, origin }) {
        this.method = method;
        this.target = target;
        /** The target without its query, and the query's parameters. */
        this.path = target.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, '').split('?', 1)[0];
        this.query = new URLSearchParams(target.split('?').slice(1).join('?'));
        this.headers = new Headers(header);
        /** The content, without the frames of chunks; of a long one the beginning, 1 MiB, and `cut` is true. */
        this.body = hex === undefined ? Buffer.from(body) : Buffer.from(hex, 'hex');
        this.cut = cut;
        /** The line that has taken it, as messages number it, null if none has; and the origin that was asked. */
        this.line = line;
        this.origin = origin;
    }

    get text() {
        return this.body.toString();
    }

    json() {
        return JSON.parse(this.text);
    }
}

/** Which scenario is meant: a text, a file beside the test, or one that the server has. */
function which(scenario, test, stand) {
    if (scenario.includes('\n')) {
        return { text: written(scenario), ...stand };
    }
    const [name, row] = scenario.split('#', 2);
    const chosen = row === undefined ? {} : { case: row };
    const whole = name.endsWith('.scenario') ? name : `${name}.scenario`;
    for (const one of [name, whole]) {
        const file = resolve(dirname(test), one);
        if (existsSync(file) && statSync(file).isFile()) {
            const inner = relative(root, file);
            return { text: readFileSync(file, 'utf8'), name: inner.startsWith('..') ? file : inner, ...chosen };
        }
    }
    return { scenario: whole, ...chosen };
}

/**
 * Where a text stands in the file that has called: as a template without values, at the line of the call or else once in the
 * file. One that is not found for sure keeps numbers of its own, since a wrong line would be worse.
 */
function standing(text, caller = '') {
    const [, path = '', line] = /([^\s(][^(]*):(\d+):\d+\)?$/.exec(caller.replace(/^ *at (async )?/, '')) ?? [];
    let source;
    try {
        source = readFileSync(path.startsWith('file:') ? fileURLToPath(path) : path, 'utf8').replaceAll('\r\n', '\n');
    } catch {
        return undefined;
    }
    if (!text.includes('\n') || /[\\`\r]|\$\{/.test(text)) {
        return undefined;
    }
    const above = source.split(`\`${text}\``).slice(0, -1);
    let last = 1;
    const begins = above.map((part, number) => last += (number ? `${text}${part}` : part).split('\n').length - 1);
    const first = begins.length === 1 ? begins[0] : begins.find(begin => begin === Number(line));
    const [there, here] = [text, written(text)].map(lines => lines.trimEnd().split('\n').at(-1).length);
    return first && { name: basename(path), line: first, column: there - here + 1 };
}

/** A text as it stands in a test, without the indentation of its lines; the first may stand behind the quotes. */
function written(text) {
    const [first, ...rest] = text.split('\n');
    const below = outdented(rest);
    const begin = below.find(line => line !== '');
    return (first.trim() !== '' && /^[><*!#]/.test(begin) ? [first.trimStart(), ...below] : outdented([first, ...rest])).join('\n');
}

function outdented(lines) {
    const filled = lines.filter(line => line.trim() !== '');
    const least = Math.min(...filled.map(line => line.search(/[^ \t]/)));
    return lines.map(line => line.trim() === '' ? '' : line.slice(least));
}

/** What the control API tells those who call it, as a test does it. */
function here(told, scenario) {
    const isText = scenario.includes('\n');
    const text = told.replace(/^name one by 'case': ([^,\n]*)/m, (line, first) =>
        isText ? line : `name one behind the scenario, as in '${scenario}#${first}': ${first}`);
    return /^[><*!#] /.test(scenario) && !isText ? `${text}\na text has more than one line` : text;
}

let server;

/** The control API of the server in `QUINTAIN_URL`, or else of one that is started for this process. */
function running() {
    server ??= process.env.QUINTAIN_URL ? Promise.resolve(process.env.QUINTAIN_URL.replace(/\/$/, '')) : start();
    return server;
}

/** Starts a server, which ends with this process: all it waits for is the end of a pipe. */
function start() {
    const command = process.env.QUINTAIN ?? 'quintain';
    const words = ['serve', '--port', '0', '--control-port', '0', '--files-from', root, '--files-from', '/', '--until-eof', '--json'];
    return new Promise((found, failed) => {
        const child = spawn(command, words, { stdio: 'pipe', env: { ...process.env, QUINTAIN_TOKEN: token } });
        let told = '', complaint = '';
        child.stderr.setEncoding('utf8').on('data', text => complaint += text);
        child.stdout.setEncoding('utf8').on('data', text => {
            told += text;
            if (told.endsWith('\n')) {
                // The test process may end while the server runs, and its end must end the server.
                for (const held of [child, child.stdin, child.stdout, child.stderr]) {
                    held.unref();
                }
                found(JSON.parse(told).controlURL);
            }
        });
        child.on('error', error => failed(new Error(`'${command}' cannot be started: ${error.message}`)));
        child.on('close', () => failed(new Error(complaint.trim() || `'${command} serve' has ended`)));
    });
}

/** One request to the control API. A test may have replaced `fetch`, or set its timeouts, and a verdict may be waited for. */
async function call(server, method, path, order) {
    const headers = token ? { Authorization: `Bearer ${token}` } : {};
    const reply = await new Promise((found, failed) => {
        const { request } = server.startsWith('https:') ? https : http;
        request(server + path, { method, headers, agent: false }, found).on('error', failed).end(order && JSON.stringify(order));
    });
    const text = Buffer.concat(await reply.toArray()).toString();
    const answer = reply.headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text;
    if (reply.statusCode >= 400) {
        throw new Error([answer.error.message, answer.error.help].filter(Boolean).join('\n'));
    }
    return answer;
}
