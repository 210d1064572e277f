// format.js: the canonical layout, by `quintain format`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

const vscode = require('vscode');

/** @implements {vscode.DocumentFormattingEditProvider} */
class Formatter {
    /** @param {import('./command').Command} command */
    constructor(command) {
        this.command = command;
    }

    /**
     * No edits if the text has errors: it is left as it is.
     * @param {vscode.TextDocument} document
     * @param {vscode.FormattingOptions} _options
     * @param {vscode.CancellationToken} token
     * @returns {Promise<vscode.TextEdit[]>}
     */
    async provideDocumentFormattingEdits(document, _options, token) {
        const { uri, version } = document;
        const text = document.getText();
        const named = uri.scheme === 'file' ? ['--stdin-name', uri.fsPath] : [];
        const run = this.command.start(['format', ...named, '-'], { input: text, resource: uri });
        const listening = token.onCancellationRequested(() => run.end());
        const result = await run.done;
        listening.dispose();
        if (result.outcome !== 'done' || document.version !== version) return [];
        if (result.status !== 0) {
            this.command.log.appendLine(result.stderr.trim());
            vscode.window.setStatusBarMessage('Quintain: not formatted, because the text has errors', 5000);
            return [];
        }
        if (result.stdout === text) return [];
        const last = document.lineAt(document.lineCount - 1);
        return [vscode.TextEdit.replace(new vscode.Range(new vscode.Position(0, 0), last.range.end), result.stdout)];
    }
}

module.exports = { Formatter };
