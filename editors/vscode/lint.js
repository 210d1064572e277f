// lint.js: the diagnostics of `quintain lint`, as the text is typed.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

const vscode = require('vscode');

/** How long nothing is typed before a text is checked, in milliseconds. */
const DELAY = 250;

/**
 * What is known of an open document. At most one run is under way for each.
 * @typedef {{ document: vscode.TextDocument, timer?: NodeJS.Timeout, run?: import('./command').Run, isAwaited?: boolean,
 *     isClosed?: boolean }} State
 */

class Linter {
    /**
     * @param {import('./command').Command} command
     * @param {vscode.DiagnosticCollection} collection
     * @param {number} delay
     */
    constructor(command, collection, delay = DELAY) {
        this.command = command;
        this.collection = collection;
        this.delay = delay;
        /** @type {Map<string, State>} */
        this.states = new Map();
    }

    /** @param {vscode.TextDocument} document */
    static covers(document) {
        return document.languageId === 'scenario' && ['file', 'untitled'].includes(document.uri.scheme);
    }

    /**
     * Checks a document once nothing more has been typed for a moment.
     * @param {vscode.TextDocument} document
     */
    schedule(document, delay = this.delay) {
        if (!Linter.covers(document)) return;
        const key = document.uri.toString();
        const state = this.states.get(key) || { document };
        state.document = document;
        this.states.set(key, state);
        if (state.timer) clearTimeout(state.timer);
        state.timer = setTimeout(() => this.begin(state), delay);
    }

    /** @param {vscode.TextDocument} document */
    close(document) {
        const key = document.uri.toString();
        const state = this.states.get(key);
        if (state) {
            state.isClosed = true;
            if (state.timer) clearTimeout(state.timer);
            if (state.run) state.run.end();
            this.states.delete(key);
        }
        this.collection.delete(document.uri);
    }

    /** A file that scenarios may name has changed, or the command is another one. */
    again() {
        for (const { document } of [...this.states.values()]) this.schedule(document);
    }

    dispose() {
        for (const { document } of [...this.states.values()]) this.close(document);
    }

    /** @param {State} state @returns {Promise<void>} */
    async begin(state) {
        state.timer = undefined;
        if (state.run) {
            // The text that it reads is not the newest any more. The next one starts when this one is gone.
            state.isAwaited = true;
            state.run.end();
            return;
        }
        const { document } = state;
        const { uri, version } = document;
        const named = uri.scheme === 'file' ? ['--stdin-name', uri.fsPath] : [];
        state.run = this.command.start(['lint', '--json', ...named, '-'], { input: document.getText(), resource: uri });
        const result = await state.run.done;
        state.run = undefined;
        if (state.isClosed) return;
        if (state.isAwaited) {
            state.isAwaited = false;
            return this.begin(state);
        }
        if (document.version === version) this.show(document, result);
    }

    /**
     * @param {vscode.TextDocument} document
     * @param {import('./command').Result} result
     */
    show(document, result) {
        if (result.outcome === 'late') {
            const sentence = `quintain lint took more than ${this.command.limit / 1000} s and was ended: this text is not checked`;
            const start = new vscode.Range(0, 0, 0, 0);
            this.collection.set(document.uri, [new vscode.Diagnostic(start, sentence, vscode.DiagnosticSeverity.Warning)]);
            return;
        }
        const found = result.outcome === 'done' ? Linter.diagnostics(result.stdout) : undefined;
        if (found) {
            this.collection.set(document.uri, found);
            return;
        }
        if (result.outcome === 'done') {
            const said = result.stderr.trim().split('\n')[0] || `exit status ${result.status}`;
            this.command.tell(`'${this.command.path(document.uri)} lint --json' printed no diagnostics: ${said}`);
        }
        this.collection.delete(document.uri);
    }

    /**
     * The diagnostics of a JSON object that docs/editors.md describes; undefined: it is none.
     * @param {string} text
     * @returns {vscode.Diagnostic[] | undefined}
     */
    static diagnostics(text) {
        try {
            const report = JSON.parse(text);
            if (report.lint !== 1) return undefined;
            return report.files.flatMap((/** @type {any} */ file) => file.diagnostics.map(Linter.diagnostic));
        } catch {
            return undefined;
        }
    }

    /**
     * @param {{ slug: string, severity: string, line: number, column: number, endLine: number, endColumn: number,
     *     message: string, help?: string }} found
     * @returns {vscode.Diagnostic}
     */
    static diagnostic(found) {
        const range = new vscode.Range(found.line - 1, found.column - 1, found.endLine - 1, found.endColumn - 1);
        const message = found.help ? `${found.message}\nhelp: ${found.help}` : found.message;
        const { Error, Warning } = vscode.DiagnosticSeverity;
        const diagnostic = new vscode.Diagnostic(range, message, found.severity === 'warning' ? Warning : Error);
        diagnostic.source = 'quintain';
        diagnostic.code = found.slug;
        return diagnostic;
    }
}

module.exports = { Linter };
