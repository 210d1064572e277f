// fake.js: as much of VS Code's API as the extension uses, and a way to open, change and close documents.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
'use strict';

const { EventEmitter, once } = require('node:events');
const fs = require('node:fs');
const Module = require('node:module');
const path = require('node:path');

class Position {
    constructor(line, character) {
        if (line < 0 || character < 0) throw new Error(`illegal position ${line}:${character}`);
        Object.assign(this, { line, character });
    }
}

class Range {
    constructor(...places) {
        [this.start, this.end] =
            places.length === 4 ? [new Position(places[0], places[1]), new Position(places[2], places[3])] : places;
    }

    contains({ line, character }) {
        const at = ([l, c]) => l * 1e6 + c;
        const here = at([line, character]);
        return at([this.start.line, this.start.character]) <= here && here <= at([this.end.line, this.end.character]);
    }
}

class Diagnostic {
    constructor(range, message, severity) {
        Object.assign(this, { range, message, severity });
    }
}

class MarkdownString {
    constructor(value = '') {
        this.value = value;
    }

    appendMarkdown(text) {
        this.value += text;
    }

    appendCodeblock(text, language) {
        this.value += `\n\`\`\`${language}\n${text}\n\`\`\`\n`;
    }
}

class Uri {
    constructor(scheme, fsPath) {
        Object.assign(this, { scheme, fsPath, path: fsPath });
    }

    toString() {
        return `${this.scheme}://${this.path}`;
    }
}

class Document {
    constructor(uri, text) {
        Object.assign(this, { uri, text, version: 1, languageId: 'scenario', saves: 0 });
    }

    getText(range) {
        return range ? this.lineAt(range.start.line).text.slice(range.start.character, range.end.character) : this.text;
    }

    get lineCount() {
        return this.text.split('\n').length;
    }

    lineAt(line) {
        const text = this.text.split('\n')[line];
        return { text, range: new Range(line, 0, line, text.length) };
    }

    getWordRangeAtPosition({ line, character }, word) {
        for (const found of this.lineAt(line).text.matchAll(new RegExp(word, 'g'))) {
            const end = found.index + found[0].length;
            if (found.index <= character && character <= end) return new Range(line, found.index, line, end);
        }
        return undefined;
    }

    async save() {
        this.saves += 1;
        fs.writeFileSync(this.uri.fsPath, this.text);
    }
}

/** An editor with the extension in it. `times` are those of `activate`; `settings` those of the user. */
class Editor {
    constructor(settings, folder, times) {
        const events = new EventEmitter();
        const on = (name) => (listener) => {
            events.on(name, listener);
            return { dispose: () => events.off(name, listener) };
        };
        Object.assign(this, { settings, folder, events, documents: [], messages: [], bar: [], log: [], sent: [], providers: {} });
        this.diagnostics = new Map();
        this.commands = {};
        const register = (name) => (selector, provider, ...more) => {
            this.providers[name] = { selector, provider, more };
            return { dispose() {} };
        };
        const workspaceFolder = folder && { uri: new Uri('file', folder) };
        this.api = {
            Position, Range, Diagnostic, MarkdownString, Uri,
            DiagnosticSeverity: { Error: 0, Warning: 1 },
            CompletionItemKind: { Function: 2, Field: 4, Keyword: 13 },
            CompletionItem: class { constructor(label, kind) { Object.assign(this, { label, kind }); } },
            Hover: class { constructor(contents) { this.contents = contents; } },
            TextEdit: { replace: (range, newText) => ({ range, newText }) },
            languages: {
                createDiagnosticCollection: () => ({
                    set: (uri, found) => { this.diagnostics.set(`${uri}`, found); events.emit('shown', found); },
                    get: (uri) => this.diagnostics.get(`${uri}`),
                    delete: (uri) => { this.diagnostics.delete(`${uri}`); events.emit('deleted'); },
                    dispose: () => this.diagnostics.clear(),
                }),
                registerDocumentFormattingEditProvider: register('format'),
                registerHoverProvider: register('hover'),
                registerCompletionItemProvider: register('completion'),
            },
            workspace: {
                textDocuments: this.documents,
                workspaceFolders: workspaceFolder ? [workspaceFolder] : undefined,
                getWorkspaceFolder: ({ fsPath }) => (folder && fsPath.startsWith(folder + path.sep) ? workspaceFolder : undefined),
                getConfiguration: () => ({ get: (name) => this.settings[name] }),
                openTextDocument: async (uri) => this.documents.find((document) => `${document.uri}` === `${uri}`),
                onDidOpenTextDocument: on('open'),
                onDidChangeTextDocument: on('change'),
                onDidCloseTextDocument: on('close'),
                onDidSaveTextDocument: on('save'),
                onDidChangeConfiguration: on('configuration'),
            },
            window: {
                terminals: [],
                createOutputChannel: () => ({ appendLine: (line) => this.log.push(line), dispose() {} }),
                showErrorMessage: async (message) => { this.messages.push(message); events.emit('message'); },
                showInformationMessage: async (message) => { this.messages.push(message); },
                setStatusBarMessage: (message) => { this.bar.push(message); },
                createTerminal: (options) => ({ ...options, show() {}, sendText: (text) => this.sent.push(text) }),
            },
            commands: {
                registerCommand: (name, run) => { this.commands[name] = run; return { dispose() {} }; },
                executeCommand: async () => {},
            },
        };
        this.context = { subscriptions: [] };
        load(this.api).activate(this.context, times);
    }

    /** The next thing that happens to diagnostics: `shown` or `deleted`, or a `message`. */
    next(name) {
        return once(this.events, name).then(([value]) => value);
    }

    open(file, text, scheme = 'file') {
        const document = new Document(new Uri(scheme, file), text);
        this.documents.push(document);
        this.events.emit('open', document);
        return document;
    }

    change(document, text) {
        Object.assign(document, { text, version: document.version + 1 });
        this.events.emit('change', { document, contentChanges: [{ text }] });
    }

    set(name, value) {
        this.settings[name] = value;
        this.events.emit('configuration', { affectsConfiguration: (asked) => asked === `quintain.${name}` });
    }

    close() {
        for (const subscription of this.context.subscriptions) subscription.dispose();
    }

    linter() {
        return this.context.subscriptions.find(({ states }) => states);
    }

    format(document) {
        const token = { onCancellationRequested: () => ({ dispose() {} }) };
        return this.providers.format.provider.provideDocumentFormattingEdits(document, {}, token);
    }

    /** The Markdown at a place of a document. */
    async hover(document, line, character) {
        const hover = await this.providers.hover.provider.provideHover(document, new Position(line, character));
        return hover ? hover.contents.map(({ value }) => value) : [];
    }

    /** What is offered at the end of the last line. */
    complete(document) {
        const line = document.lineCount - 1;
        const position = new Position(line, document.lineAt(line).text.length);
        return this.providers.completion.provider.provideCompletionItems(document, position);
    }
}

const home = path.resolve(__dirname, '../../vscode');

/** The extension, loaded anew with this API. */
function load(api) {
    for (const name of Object.keys(require.cache)) if (name.startsWith(home + path.sep)) delete require.cache[name];
    const original = Module._load;
    Module._load = (name, ...more) => (name === 'vscode' ? api : original(name, ...more));
    try {
        return require(path.join(home, require(path.join(home, 'package.json')).main));
    } finally {
        Module._load = original;
    }
}

module.exports = { Editor, Uri, home };
