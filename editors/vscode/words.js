// words.js: the words of the language as `quintain explain` lists them, and where on a line which of them stand.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
// @ts-check
'use strict';

/**
 * A word in one of its meanings: its table, such as `acts`, and what `quintain explain` prints below its name.
 * @typedef {{ word: string, table: string, text: string }} Entry
 */

/**
 * What stands at a place: words of these tables, of which `fits` chooses, with `suffix` behind them; or the fields of a callback.
 * @typedef {{ tables: string[], suffix?: string, fits?: (entry: Entry) => boolean, fieldsOf?: string }} Place
 */

const FUNCTIONS = ['functions, producing', 'functions, by value', 'functions, matching'];

/**
 * The words that `quintain explain --list` has under this title.
 * @param {string} list
 * @returns {string[]}
 */
function listed(list) {
    const [, block = ''] = list.split(/^words of the language:$/m);
    const [words] = block.split(/^\S/m);
    return words.split('\n').map((line) => line.trim()).filter((word) => word !== '');
}

/**
 * The meanings in the output of `quintain explain WORD …`: a line `close (acts)`, a blank one, and what it says.
 * @param {string} output
 * @param {string[]} words
 * @returns {Entry[]}
 */
function entries(output, words) {
    const known = new Set(words);
    /** @type {Entry[]} */
    const found = [];
    const lines = output.split('\n');
    lines.forEach((line, index) => {
        const [, word, table] = /^(\S+) \(([^()]+)\)$/.exec(line) || [];
        if (known.has(word) && lines[index + 1] === '') found.push({ word, table, text: '' });
        else if (found.length > 0) found[found.length - 1].text += `${line}\n`;
    });
    for (const entry of found) entry.text = entry.text.trim();
    return found;
}

/**
 * The line of an entry with this label: `decisions`.
 * @param {Entry | undefined} entry
 * @param {string} label
 * @returns {string}
 */
function line(entry, label) {
    const lines = entry ? entry.text.split('\n') : [];
    return (lines.find((text) => text.startsWith(`${label}: `)) || '').slice(label.length + 2);
}

/**
 * Which words stand behind this beginning of a line; undefined: any text, or nothing that has a list.
 * @param {string} before
 * @param {boolean} isRoutes
 * @returns {Place | undefined}
 */
function place(before, isRoutes = false) {
    // Within an expression nothing is special.
    if (/\{\{ *(?:[A-Za-z][A-Za-z0-9-]* *= *)?\/(?!\/)(?!.*\/\}\})/.test(before)) return undefined;
    if (isJSON(before)) return { tables: ['lists of JSON'] };
    const value = before.lastIndexOf('{{');
    if (value > before.lastIndexOf('}}') && !before.startsWith('#')) return inValue(before.slice(value + 2), before[0], isRoutes);
    if (before === '') return { tables: ['marks', 'shorthand', 'words', 'blocks'], fits: ({ word }) => word !== 'ok' };
    if (/^[a-z-]+$/.test(before)) return { tables: ['words', 'blocks'] };
    if (before.startsWith('!')) return ofAct(before);
    if (before.startsWith('*')) return ofCallback(before);
    return ofWord(before);
}

/**
 * Whether a value begins here of JSON that is compared: in `{{json`, in `>json`, or behind a name on a further line.
 * @param {string} before
 */
function isJSON(before) {
    const plain = before.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    return /^[>*]/.test(plain) && /(?:\{\{ *json|^>>?json|^>\S*\s+"":)\s(?:.*[:[]\s*)?[a-z]*$/.test(plain)
        && !plain.replace(/""/g, '').includes('"');
}

/** @param {string} inner @param {string} mark @param {boolean} isRoutes @returns {Place | undefined} */
function inValue(inner, mark, isRoutes) {
    if (/^\s*[A-Za-z.-]*$/.test(inner)) {
        const sent = mark === '<' ? FUNCTIONS.filter((table) => table !== 'functions, matching') : FUNCTIONS;
        return { tables: isRoutes ? [...sent, 'generators'] : sent };
    }
    if (/^\s*[A-Za-z][A-Za-z0-9-]*\s*=\s*[a-z]*$/.test(inner) && mark !== '<') {
        return { tables: ['functions, matching'], fits: ({ word }) => word === 'any' };
    }
    const plain = inner.replace(/"(?:[^"\\]|\\.)*"/g, '""');
    // Within an open string nothing is special.
    if (plain.replace(/""/g, '').includes('"')) return undefined;
    if (/\|\s*[A-Za-z0-9-]*$/.test(plain)) return { tables: ['transforms'] };
    return undefined;
}

/** @param {string} before @returns {Place | undefined} */
function ofAct(before) {
    const [, act] = /^![a-z0-9]*\s+(.*)$/.exec(before) || [];
    if (act === undefined) return undefined;
    if (/^[a-z-]*$/.test(act)) return { tables: ['acts'] };
    if (/^await\s+[a-z-]*$/.test(act)) return { tables: ['awaited'] };
    if (/^await\s+handshake\s(?:.*\s)?[a-z-]*$/.test(act)) return { tables: ['handshake fields'], suffix: '=' };
    if (/^frame\s+\S+\s(?:.*\s)?[a-z-]*$/.test(act)) return { tables: ['frame fields'], suffix: '=' };
    return undefined;
}

/** @param {string} before @returns {Place | undefined} */
function ofCallback(before) {
    const [, text] = /^\*[a-z0-9]*\??\s+(.*)$/.exec(before) || [];
    if (text === undefined) return undefined;
    // A style that has a contract of the same name is explained as that.
    if (/^\[[^\]]*$/.test(text)) return { tables: ['styles', 'contract'] };
    const [, callback, rest] = /^(?:\[[^\]]*\]\s*)?([a-z-]*)(.*)$/.exec(text) || [];
    if (rest === '') return { tables: ['callbacks', 'shorthand'], fits: ({ word }) => !word.startsWith('>') };
    if (/->\s+[a-z-]*$/.test(rest)) return { tables: ['decisions'], fits: decides(callback) };
    if (callback === 'challenge' && /^\s+\w*$/.test(rest)) return { tables: ['challenge kinds'] };
    if (callback === 'fail' && /^\s+[a-z-]*$/.test(rest)) return { tables: ['failures'] };
    if (/^\s[^">]*\s[a-z]*$|^\s+[a-z]*$/.test(rest)) return { tables: [], fieldsOf: callback };
    return undefined;
}

/**
 * The decisions of a callback name it, or every callback.
 * @param {string} callback
 * @returns {(entry: Entry) => boolean}
 */
function decides(callback) {
    return (entry) => {
        const of = line(entry, 'of');
        return of.startsWith('every ') || of.split(' ').includes(callback);
    };
}

/** @param {string} before @returns {Place | undefined} */
function ofWord(before) {
    const [, word, rest] = /^([a-z-]+)\s+(.*)$/.exec(before) || [];
    switch (word) {
        case 'level': return /^[a-z]*$/.test(rest) ? { tables: ['levels'] } : undefined;
        case 'needs': return /(?:^|\s)[a-z0-9-]*$/.test(rest) ? { tables: ['needs', 'load kinds', 'callbacks'] } : undefined;
        case 'origin':
        case 'proxy':
            if (/\scertificate=[a-z-]*$/.test(rest)) return { tables: ['certificates'] };
            return /^\S+\s(?:.*\s)?[a-z-]*$/.test(rest) ? { tables: ['origin options'], suffix: '=' } : undefined;
        case 'client':
            if (/^[a-z]*$/.test(rest)) return { tables: ['orders'] };
            if (/^answer\s+[a-z]*$/.test(rest)) return { tables: ['decisions'] };
            if (/\sas\s+[a-z]*$/.test(rest)) return { tables: ['load kinds'] };
            return /^[A-Z]+\s+\S+\s(?:.*\s)?[a-z]*$/.test(rest) ? { tables: ['load options'], suffix: '=' } : undefined;
        default: return undefined;
    }
}

module.exports = { entries, line, listed, place };
