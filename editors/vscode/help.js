// help.js: what `quintain explain` says, at the cursor and in completions.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

const vscode = require('vscode');
const { entries, line, listed, place } = require('./words');

/** @typedef {import('./words').Entry} Entry */

const WORD = /[A-Za-z0-9][A-Za-z0-9_.-]*/;
const MARKS = '#><*!';

/**
 * @implements {vscode.HoverProvider}
 * @implements {vscode.CompletionItemProvider}
 */
class Help {
    /**
     * @param {import('./command').Command} command
     * @param {vscode.DiagnosticCollection} collection
     */
    constructor(command, collection) {
        this.command = command;
        this.collection = collection;
        this.reset();
    }

    /** The command is another one, which may have other words. */
    reset() {
        /** @type {Promise<Entry[]> | undefined} */
        this.words = undefined;
        /** @type {Map<string, Promise<string | undefined>>} */
        this.slugs = new Map();
    }

    /** @param {vscode.TextDocument} document @param {vscode.Position} position */
    async provideHover(document, position) {
        const [told, found] = await Promise.all([this.toldAt(document, position), this.foundAt(document, position)]);
        const contents = [...told, ...found.map((entry) => shown(`**${escaped(entry.word)}** (${entry.table})`, entry.text))];
        return contents.length > 0 ? new vscode.Hover(contents) : undefined;
    }

    /**
     * The explanations of the faults at a place.
     * @param {vscode.TextDocument} document @param {vscode.Position} position
     */
    async toldAt(document, position) {
        const here = (this.collection.get(document.uri) || []).filter(({ range }) => range.contains(position));
        const slugs = [...new Set(here.map(({ code }) => code))].filter((code) => typeof code === 'string');
        const texts = await Promise.all(slugs.map((slug) => this.explained(String(slug), document.uri)));
        return texts.flatMap((text) => (text ? [shown(`**${escaped(text.split('\n')[0])}**`, text.slice(text.indexOf('\n')))] : []));
    }

    /**
     * The meanings that the word at a place has there.
     * @param {vscode.TextDocument} document @param {vscode.Position} position
     */
    async foundAt(document, position) {
        const text = document.lineAt(position.line).text;
        const isMark = position.character === 0 && MARKS.includes(text[0] || ' ');
        const range = isMark ? undefined : document.getWordRangeAtPosition(position, WORD);
        if (!isMark && !range) return [];
        const word = range ? document.getText(range) : text[0];
        const here = place(text.slice(0, range ? range.start.character : 0), isRoutes(document));
        if (!here) return [];
        return (await this.catalogue(document.uri)).filter((entry) => entry.word === word && here.tables.includes(entry.table));
    }

    /** @param {vscode.TextDocument} document @param {vscode.Position} position */
    async provideCompletionItems(document, position) {
        const here = place(document.lineAt(position.line).text.slice(0, position.character), isRoutes(document));
        if (!here) return [];
        const all = await this.catalogue(document.uri);
        const { fits = () => true, suffix = '', fieldsOf } = here;
        if (fieldsOf) {
            const callback = all.find((entry) => entry.table === 'callbacks' && entry.word === fieldsOf);
            const names = line(callback, 'fields').split(' ').filter((name) => name !== '');
            return names.map((name) => item(name, `${name}=`, vscode.CompletionItemKind.Field, callback));
        }
        const found = all.filter((entry) => here.tables.includes(entry.table) && fits(entry));
        return found.map((entry) => {
            const kind = entry.table.startsWith('functions') ? vscode.CompletionItemKind.Function : vscode.CompletionItemKind.Keyword;
            const isMark = MARKS.includes(entry.word[0]);
            return item(entry.word, entry.word + (isMark ? ' ' : suffix), kind, entry);
        });
    }

    /**
     * All words of the language. They are asked for once, and again after a failure.
     * @param {vscode.Uri} resource
     * @returns {Promise<Entry[]>}
     */
    catalogue(resource) {
        if (!this.words) {
            const words = this.read(resource);
            this.words = words;
            words.then((found) => {
                if (found.length === 0 && this.words === words) this.words = undefined;
            });
        }
        return this.words;
    }

    /** @param {vscode.Uri} resource */
    async read(resource) {
        const list = await this.command.start(['explain', '--list'], { resource }).done;
        const words = listed(list.stdout);
        if (words.length === 0) return [];
        const { stdout } = await this.command.start(['explain', ...words], { resource }).done;
        return entries(stdout, words);
    }

    /**
     * @param {string} slug @param {vscode.Uri} resource
     * @returns {Promise<string | undefined>}
     */
    explained(slug, resource) {
        const known = this.slugs.get(slug);
        if (known) return known;
        const asked = this.command.start(['explain', slug], { resource }).done.then((result) => {
            if (result.outcome === 'done' && result.status === 0) return result.stdout.trim();
            this.slugs.delete(slug);
            return undefined;
        });
        this.slugs.set(slug, asked);
        return asked;
    }
}

/** @param {vscode.TextDocument} document */
function isRoutes(document) {
    return document.uri.path.endsWith('.routes') || /^routes\b/m.test(document.getText());
}

/**
 * @param {string} label @param {string} text @param {vscode.CompletionItemKind} kind @param {Entry | undefined} entry
 * @returns {vscode.CompletionItem}
 */
function item(label, text, kind, entry) {
    const made = new vscode.CompletionItem(label, kind);
    made.insertText = text;
    if (entry) {
        made.detail = entry.table;
        made.documentation = shown('', entry.text);
    }
    return made;
}

/**
 * What `explain` prints, as Markdown: indented lines and examples are code, all else is plain text.
 * @param {string} title @param {string} text
 */
function shown(title, text) {
    const markdown = new vscode.MarkdownString(title === '' ? '' : `${title}\n\n`);
    /** @type {string[]} */
    let code = [];
    const flush = () => {
        if (code.length === 0) return;
        const depth = Math.min(...code.filter((line) => line !== '').map((line) => line.search(/\S/)));
        markdown.appendCodeblock(code.map((line) => line.slice(depth)).join('\n').trimEnd(), 'scenario');
        code = [];
    };
    for (const said of text.trim().split('\n')) {
        const [, example] = /^example: (.*)$/.exec(said) || [];
        if (said.startsWith('  ') || example !== undefined) {
            code.push(example === undefined ? said : example);
        } else if (said === '' && code.length > 0) {
            code.push('');
        } else {
            flush();
            // A label begins a line of its own; other lines are wrapped text.
            markdown.appendMarkdown(said === '' || /^[a-z ]+: /.test(said) ? `\n\n${escaped(said)}` : `\n${escaped(said)}`);
        }
    }
    flush();
    return markdown;
}

/** @param {string} text */
function escaped(text) {
    return text.replace(/[\\`*_{}[\]()#+\-.!<>|~$&]/g, '\\$&');
}

module.exports = { Help };
