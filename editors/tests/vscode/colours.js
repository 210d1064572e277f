// colours.js: reads a TextMate grammar as VS Code does, as far as ours goes.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
'use strict';

/** The scopes of each character of each line. */
class Colours {
    constructor(grammar) {
        this.grammar = grammar;
        this.expressions = new Map();
    }

    /** Pairs of a stretch of a line and its innermost scope, for each line of a text. */
    parts(text) {
        let stack = [{ rule: { patterns: this.grammar.patterns }, scopes: [] }];
        return text.split('\n').map((line) => {
            const scopes = Array.from({ length: line.length }, () => []);
            let from = 0;
            for (let index = 1; index < stack.length; index += 1) {
                const { rule, scopes: own, goesOn } = stack[index];
                if (!goesOn) continue;
                const found = this.find(goesOn, line, from);
                if (!found || found.index !== from) {
                    stack = stack.slice(0, index);
                    break;
                }
                this.paint(scopes, found, rule.whileCaptures, own, line);
                from = found.index + found[0].length;
            }
            this.tokens(line, from, line.length, stack, scopes);
            return join(line, scopes);
        });
    }

    tokens(line, from, to, stack, scopes) {
        let [at, steps] = [from, 0];
        for (;;) {
            steps += 1;
            if (steps > 10000) throw new Error(`no end in '${line}'`);
            const top = stack[stack.length - 1];
            let best = top.end && this.find(top.end, line.slice(0, to), at);
            let rule;
            for (const candidate of this.flat(top.rule.patterns || [])) {
                const found = this.find(candidate.match || candidate.begin, line.slice(0, to), at);
                if (found && (!best || found.index < best.index)) [best, rule] = [found, candidate];
            }
            fill(scopes, at, best ? best.index : to, top.scopes);
            if (!best) return;
            at = best.index + best[0].length;
            if (!rule) {
                this.paint(scopes, best, top.rule.endCaptures, top.scopes, line);
                stack.pop();
                // A rule that ends where it has begun would begin again.
                if (best[0] === '' && top.at === best.index && top.line === line) at += 1;
            } else {
                const own = rule.name ? [...top.scopes, rule.name] : top.scopes;
                this.paint(scopes, best, rule.match ? rule.captures : rule.beginCaptures, own, line);
                if (rule.begin) {
                    const filled = (text) => text && text.replace(/\\(\d)/g, (_, group) => escape(best[group] || ''));
                    stack.push({ rule, scopes: own, end: filled(rule.end), goesOn: filled(rule.while), at: best.index, line });
                } else if (best[0] === '') {
                    throw new Error(`an empty match of ${rule.match}`);
                }
            }
            if (at > to) return;
        }
    }

    paint(scopes, found, captures, own, line) {
        fill(scopes, found.index, found.index + found[0].length, own);
        for (const [group, capture] of Object.entries(captures || {})) {
            const place = found.indices[group];
            if (!place) continue;
            const inner = capture.name ? [...own, capture.name] : own;
            fill(scopes, place[0], place[1], inner);
            if (capture.patterns) this.tokens(line, place[0], place[1], [{ rule: capture, scopes: inner }], scopes);
        }
    }

    flat(patterns) {
        return patterns.flatMap((pattern) => {
            const rule = pattern.include ? this.grammar.repository[pattern.include.slice(1)] : pattern;
            return rule.match || rule.begin ? [rule] : this.flat(rule.patterns);
        });
    }

    find(text, line, at) {
        if (!this.expressions.has(text)) this.expressions.set(text, new RegExp(text, 'gd'));
        const expression = this.expressions.get(text);
        expression.lastIndex = at;
        return expression.exec(line);
    }
}

const escape = (text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

function fill(scopes, from, to, own) {
    for (let index = from; index < to; index += 1) scopes[index] = own;
}

function join(line, scopes) {
    const parts = [];
    scopes.forEach((own, index) => {
        const scope = own[own.length - 1] || '';
        const last = parts[parts.length - 1];
        if (last && last[1] === scope) last[0] += line[index];
        else parts.push([line[index], scope]);
    });
    return parts;
}

module.exports = { Colours };
