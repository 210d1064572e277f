// command.js: runs the command `quintain`, and says once if it is not there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

const { spawn } = require('child_process');
const path = require('path');
const vscode = require('vscode');

/** What a run may take, in milliseconds. */
const LIMIT = 10000;

/**
 * How a run went: `done`, with its status and what it printed; `ended` by us, for it is not needed any more; `late`, and
 * ended for that; `absent`: there is no such command.
 * @typedef {{ outcome: 'done' | 'ended' | 'late' | 'absent', status: number, stdout: string, stderr: string }} Result
 */

/** @typedef {{ done: Promise<Result>, end: () => void }} Run */

class Command {
    /**
     * @param {vscode.OutputChannel} log
     * @param {number} limit
     */
    constructor(log, limit = LIMIT) {
        this.log = log;
        this.limit = limit;
        /** What the user has been told already. @type {Set<string>} */
        this.told = new Set();
    }

    /** The setting has changed: what was said of the former command does not count. */
    reset() {
        this.told.clear();
    }

    /**
     * The command for a document. A path with a folder in it begins at the folder of the workspace.
     * @param {vscode.Uri} [resource]
     * @returns {string}
     */
    path(resource) {
        const name = vscode.workspace.getConfiguration('quintain', resource).get('command') || 'quintain';
        const folder = this.folder(resource);
        return folder && name.includes('/') ? path.resolve(folder, name) : name;
    }

    /**
     * The folder of the workspace that a document belongs to.
     * @param {vscode.Uri} [resource]
     * @returns {string | undefined}
     */
    folder(resource) {
        const own = resource && vscode.workspace.getWorkspaceFolder(resource);
        const folder = own || (vscode.workspace.workspaceFolders || [])[0];
        return folder && folder.uri.scheme === 'file' ? folder.uri.fsPath : undefined;
    }

    /**
     * @param {string[]} words
     * @param {{ input?: string, resource?: vscode.Uri }} [more]
     * @returns {Run}
     */
    start(words, { input = '', resource } = {}) {
        const name = this.path(resource);
        /** @type {import('child_process').ChildProcess | undefined} */
        let child;
        /** @type {'ended' | 'late' | undefined} */
        let reason;
        /** @param {'ended' | 'late'} why */
        const stop = (why) => {
            if (reason || !child) return;
            reason = why;
            child.kill('SIGKILL');
        };
        const done = new Promise((resolve) => {
            /** @type {Buffer[]} */
            const stdout = [];
            /** @type {Buffer[]} */
            const stderr = [];
            /** @type {NodeJS.Timeout | undefined} */
            let timer;
            /** @param {Result['outcome']} outcome @param {number} status */
            const settle = (outcome, status) => {
                if (timer) clearTimeout(timer);
                resolve({ outcome, status, stdout: `${Buffer.concat(stdout)}`, stderr: `${Buffer.concat(stderr)}` });
            };
            /** @param {any} error */
            const refuse = (error) => {
                const help = "Install Quintain, or write the command's path into the setting 'quintain.command'.";
                this.tell(`'${name}' ${error.code === 'ENOENT' ? 'was not found' : `cannot be run (${error.code})`}. ${help}`);
                settle('absent', -1);
            };
            try {
                child = spawn(name, words, { cwd: this.folder(resource), stdio: 'pipe' });
            } catch (error) {
                return refuse(error);
            }
            timer = setTimeout(() => stop('late'), this.limit);
            const { stdin, stdout: out, stderr: wrong } = child;
            if (!stdin || !out || !wrong) return;
            // A command that ends before it has read everything is told by its status.
            stdin.on('error', () => {});
            out.on('data', (piece) => stdout.push(piece));
            wrong.on('data', (piece) => stderr.push(piece));
            child.on('error', refuse);
            // What a killed command has started may keep its output open.
            child.on('exit', () => reason && [out, wrong].forEach((stream) => stream.destroy()));
            child.on('close', (status) => settle(reason || 'done', status === null ? -1 : status));
            stdin.end(input);
        });
        return { done, end: () => stop('ended') };
    }

    /**
     * Tells the user once, and the log each time.
     * @param {string} message
     */
    tell(message) {
        this.log.appendLine(message);
        if (this.told.has(message)) return;
        this.told.add(message);
        vscode.window.showErrorMessage(`Quintain: ${message}`, 'Open Settings').then((choice) => {
            if (choice) vscode.commands.executeCommand('workbench.action.openSettings', 'quintain.command');
        });
    }
}

module.exports = { Command };
