// extension.js: diagnostics, layout, explanations and completions for scenarios in VS Code, all by the command `quintain`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

const path = require('path');
const vscode = require('vscode');
const { Command } = require('./command');
const { Formatter } = require('./format');
const { Help } = require('./help');
const { Linter } = require('./lint');

const SELECTOR = ['file', 'untitled'].map((scheme) => ({ language: 'scenario', scheme }));

/**
 * @param {vscode.ExtensionContext} context
 * @param {{ delay?: number, limit?: number }} times for tests
 */
function activate(context, times = {}) {
    const log = vscode.window.createOutputChannel('Quintain');
    const collection = vscode.languages.createDiagnosticCollection('quintain');
    const command = new Command(log, times.limit);
    const linter = new Linter(command, collection, times.delay);
    const help = new Help(command, collection);
    context.subscriptions.push(
        log,
        collection,
        linter,
        vscode.workspace.onDidOpenTextDocument((document) => linter.schedule(document, 0)),
        vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
            if (contentChanges.length > 0) linter.schedule(document);
        }),
        vscode.workspace.onDidCloseTextDocument((document) => linter.close(document)),
        vscode.workspace.onDidSaveTextDocument(() => linter.again()),
        vscode.workspace.onDidChangeConfiguration((event) => {
            if (!event.affectsConfiguration('quintain.command')) return;
            command.reset();
            help.reset();
            linter.again();
        }),
        vscode.languages.registerDocumentFormattingEditProvider(SELECTOR, new Formatter(command)),
        vscode.languages.registerHoverProvider(SELECTOR, help),
        vscode.languages.registerCompletionItemProvider(SELECTOR, help, ' ', '!', '*', '{', '|', '='),
        vscode.commands.registerCommand('quintain.play', (uri) => play(command, uri)),
    );
    for (const document of vscode.workspace.textDocuments) linter.schedule(document, 0);
}

/**
 * Plays a scenario in a terminal to the command of the setting.
 * @param {Command} command
 * @param {vscode.Uri} [uri]
 */
async function play(command, uri) {
    const { activeTextEditor } = vscode.window;
    const document = uri ? await vscode.workspace.openTextDocument(uri) : activeTextEditor && activeTextEditor.document;
    if (!document || document.languageId !== 'scenario' || document.uri.scheme !== 'file') {
        vscode.window.showInformationMessage('Quintain: open a file with a scenario first');
        return;
    }
    await document.save();
    const file = document.uri.fsPath;
    const client = vscode.workspace.getConfiguration('quintain', document.uri).get('playCommand');
    const terminal =
        vscode.window.terminals.find(({ name, exitStatus }) => name === 'Quintain' && !exitStatus) ||
        vscode.window.createTerminal({ name: 'Quintain', cwd: command.folder(document.uri) || path.dirname(file) });
    terminal.show(true);
    terminal.sendText(`${quoted(command.path(document.uri))} play ${quoted(file)} -- ${client}`);
}

/**
 * A word for a shell.
 * @param {string} text
 */
function quoted(text) {
    return /^[\w./-]+$/.test(text) ? text : `'${text.replace(/'/g, "'\\''")}'`;
}

module.exports = { activate };
