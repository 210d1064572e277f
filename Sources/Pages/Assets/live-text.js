// live-text.js: lines of scenarios in colour, with their numbers and what is wrong with them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make } = Quintain;

    /** Text as it is, and what nobody would see made visible in a way that keeps its width. */
    const shown = text => text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, sign => sign === "\u007f" ? "\u2421" : String.fromCharCode(0x2400 + sign.charCodeAt(0)))
        .replace(/[\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g, "\ufffd");

    const marks = { ">": "client-mark", ">>": "client-mark", "<": "server-mark", "*": "callback-mark", "!": "act-mark" };
    const values = /(?<string>"(?:\\.|[^"\\])*")|(?<brace>\{\{[\w.+-]*|\}\})|(?<arrow>->)|(?<keyword>\b(?:as|via)\b)|(?<origin>\/\/[a-z][\w-]*)|(?<number>\b\d+\b)/g;

    /** A line in parts for the eye: `[["client-mark", ">"], ["text", " "], …]`. A line of a body may look like a field. */
    Quintain.parts = line => {
        if (line.startsWith("#")) return [["comment", line]];
        const parts = [];
        const take = (kind, text) => { if (text) parts.push([kind, text]); };
        const [, level, mark, lane, occurrence] = /^((?:must|should|may|convention) )?(>>?|[<*!])([a-z][a-z0-9]*)?([?+&])?(?= |$)/.exec(line) ?? [];
        take("keyword", level);
        take(marks[mark], mark);
        take("lane", lane);
        take("occurrence", occurrence);
        let rest = line.slice(parts.map(part => part[1]).join("").length);
        const isMessage = mark?.startsWith(">") || mark === "<";
        const first = isMessage ? /^( )(?:([A-Z]+)(?= )|(\d{3})(?= |$)|([\w-]+)(?=:))/.exec(rest)
            : mark ? /^( )([a-z-]+)/.exec(rest) : /^()([a-z-]+)/.exec(rest);
        if (first) {
            take("text", first[1]);
            take(isMessage ? "method" : mark ? "name" : "keyword", first[2]);
            take("status", first[3]);
            take("field", first[4]);
            rest = rest.slice(first[0].length);
        }
        const method = first?.[2] === "client" && /^( +)([A-Z]+)(?= )/.exec(rest);
        if (method) {
            take("text", method[1]);
            take("method", method[2]);
            rest = rest.slice(method[0].length);
        }
        let end = 0;
        for (const found of rest.matchAll(values)) {
            take("text", rest.slice(end, found.index));
            take(Object.entries(found.groups).find(([, text]) => text !== undefined)[0], found[0]);
            end = found.index + found[0].length;
        }
        take("text", rest.slice(end));
        return parts;
    };

    /** The nodes of a line. */
    Quintain.lineNodes = (line, faults = []) => {
        const nodes = [];
        let column = 1;
        for (const [kind, text] of Quintain.parts(line)) {
            for (const piece of cut(text, column, faults)) {
                const look = [kind === "text" ? "" : `k-${kind}`, piece.fault ? `fault ${piece.fault}` : ""].join(" ").trim();
                const content = shown(piece.text);
                nodes.push(look === "" ? document.createTextNode(content) : make("span", { class: look }, content));
            }
            column += text.length;
        }
        // Where something is missing at the end there is no sign to mark.
        const behind = faults.find(fault => fault.column >= column);
        if (behind) nodes.push(make("span", { class: `fault ${behind.severity}` }, " "));
        return nodes;
    };

    /** A text in pieces that are within a fault, or not. Columns count from one, in units of UTF-16 as strings do. */
    function cut(text, column, faults) {
        const ends = new Set([column + text.length]);
        for (const fault of faults) {
            for (const end of [fault.column, Math.max(fault.endColumn, fault.column + 1)]) {
                if (end > column && end < column + text.length) ends.add(end);
            }
        }
        const pieces = [];
        let start = column;
        for (const end of [...ends].sort((one, other) => one - other)) {
            const within = faults.filter(fault => fault.column <= start && Math.max(fault.endColumn, fault.column + 1) >= end);
            const worst = within.find(fault => fault.severity === "error") ?? within[0];
            pieces.push({ text: text.slice(start - column, end - column), fault: worst?.severity });
            start = end;
        }
        return pieces;
    }

    /** Diagnostics by line. */
    Quintain.byLine = diagnostics => {
        const lines = new Map();
        for (const fault of diagnostics) lines.set(fault.line, [...lines.get(fault.line) ?? [], fault]);
        return lines;
    };

    /** The lines of a file or a run, to look at. More are fetched when they are asked for. */
    class Listing {
        #place;
        #path;
        #options;
        #lines = make("ol", { class: "listing" });
        #faults;
        #count = 0;
        /** The nodes by number. */
        #nodes = new Map();
        #marks = new Map();

        /** `aside(number, line)` gives what stands beside a line. */
        constructor(path, options = {}) {
            this.#path = path;
            this.#options = options;
            this.#faults = Quintain.byLine(options.diagnostics ?? []);
            this.#place = make("div", { class: "code", tabindex: 0, role: "group", "aria-label": options.label }, this.#lines);
            this.element = make("div", { class: "listing-frame" }, this.#place);
        }

        append({ first, count, lines }) {
            lines.forEach((line, index) => {
                const number = first + index;
                const node = make("li", { class: "line", value: number },
                    make("span", { class: "number", "aria-hidden": "true" }, String(number)),
                    make("code", null, ...Quintain.lineNodes(line, this.#faults.get(number))), this.#options.aside?.(number, line));
                this.#nodes.set(number, node);
                if (this.#marks.has(number)) node.classList.add(...this.#marks.get(number));
                this.#lines.append(node);
            });
            this.#count = first + lines.length - 1;
            this.#more(count);
        }

        /** Gives a line a look, also one that is not there yet. */
        mark(number, look) {
            const looks = this.#marks.get(number) ?? new Set();
            this.#marks.set(number, looks.add(look));
            this.#nodes.get(number)?.classList.add(look);
        }

        unmark(number, look) {
            this.#marks.get(number)?.delete(look);
            this.#nodes.get(number)?.classList.remove(look);
        }

        reveal(number) { this.#nodes.get(number)?.scrollIntoView({ block: "nearest" }); }

        #more(count) {
            this.element.querySelector(".more")?.remove();
            if (this.#count >= count) return;
            this.element.append(make("button", {
                type: "button", class: "more", onclick: async event => {
                    event.target.disabled = true;
                    try {
                        this.append(await Quintain.server.ask("GET", `${this.#path}?after=${this.#count}`));
                    } catch (error) {
                        event.target.disabled = false;
                        Quintain.tell(error);
                    }
                },
            }, `${Quintain.count(count - this.#count, "more line")}`));
        }
    }

    /** What is wrong, as a list; `go(fault)` leads to its place. */
    Quintain.faultList = (diagnostics, go) => make("ol", { class: "faults" }, ...diagnostics.map(fault =>
        make("li", { class: fault.severity === "error" ? "bad" : "doubt" },
            make("button", { type: "button", class: "fault-place", onclick: () => go(fault) },
                make("span", { class: "badge" }, fault.severity),
                make("span", { class: "fault-where" }, `line ${fault.line}, column ${fault.column}`),
                make("span", { class: "fault-message" }, fault.message)),
            fault.help ? make("p", { class: "fault-help" }, fault.help) : null)));

    Quintain.Listing = Listing;
})();
