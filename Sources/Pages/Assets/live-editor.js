// live-editor.js: a text area whose text is in colour, and whose faults show as one types.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Below the text area, whose own letters cannot be seen, lies the same text line by line. What was typed stands there at
// once; its colours and faults follow when the server has read it.
"use strict";

(() => {
    const { make } = Quintain;
    /** The server reads no more than this. */
    const bytesAtMost = 256 * 1024;
    const pause = 150;

    class Editor {
        #area;
        #lines = make("div", { class: "editor-lines", "aria-hidden": "true" });
        /** Of each line: its text, what it looks like, and its node. */
        #shown = [];
        #timer;
        #reading;
        #onreading;

        /** `onreading(report, isNew)` is told what the server has read; nothing while it has not. */
        constructor(text, { label, describedby, onreading }) {
            this.#onreading = onreading;
            this.#area = make("textarea", {
                class: "editor-area", spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off",
                "aria-label": label, "aria-describedby": describedby, wrap: "off", rows: 1,
                oninput: () => this.#changed(),
            });
            this.#area.value = text;
            this.element = make("div", { class: "editor code" }, make("div", { class: "editor-sheet" }, this.#lines, this.#area));
            this.#changed();
        }

        get text() { return this.#area.value; }
        set text(value) {
            this.#area.value = value;
            this.#changed();
        }

        focus() { this.#area.focus(); }

        /** Puts the caret where a fault is. */
        go(fault) {
            const lines = this.text.split("\n");
            const start = lines.slice(0, fault.line - 1).reduce((sum, line) => sum + line.length + 1, 0);
            const end = Math.min(start + (lines[fault.line - 1]?.length ?? 0), start + fault.endColumn - 1);
            this.#area.focus({ preventScroll: true });
            this.#area.setSelectionRange(Math.min(start + fault.column - 1, end), end);
            this.#shown[fault.line - 1]?.node.scrollIntoView({ block: "nearest" });
        }

        #changed() {
            this.#draw();
            this.#onreading(null);
            clearTimeout(this.#timer);
            this.#timer = setTimeout(() => this.#read(), pause);
        }

        async #read() {
            const text = this.text;
            this.#reading?.abort();
            this.#reading = new AbortController();
            try {
                if (new Blob([text]).size > bytesAtMost) throw new Error(`the text has more than ${bytesAtMost} bytes`);
                const report = await Quintain.server.ask("POST", "/lint", { text }, this.#reading.signal);
                if (text !== this.text) return;
                this.#colour(report.files[0]);
                this.#onreading(report.files[0]);
            } catch (error) {
                if (error.name !== "AbortError") this.#onreading({ trouble: error });
            }
        }

        /** Reads again, because the server has come back. */
        again() { this.#read(); }

        /** Only the lines that are others get another node. */
        #draw() {
            const texts = this.text.split("\n");
            const old = this.#shown;
            let start = 0;
            while (start < texts.length && start < old.length && texts[start] === old[start].text) start += 1;
            let end = 0;
            while (end < texts.length - start && end < old.length - start
                && texts[texts.length - 1 - end] === old[old.length - 1 - end].text) end += 1;
            const news = texts.slice(start, texts.length - end).map(text => {
                const node = make("div", { class: "line" }, make("code", null, ...Quintain.lineNodes(text)));
                return { text, look: "", node };
            });
            for (const line of old.slice(start, old.length - end)) line.node.remove();
            const before = old[old.length - end]?.node ?? null;
            for (const line of news) this.#lines.insertBefore(line.node, before);
            this.#shown = [...old.slice(0, start), ...news, ...old.slice(old.length - end)];
        }

        #colour({ diagnostics }) {
            const faults = Quintain.byLine(diagnostics);
            this.#shown.forEach((line, index) => {
                const wrong = faults.get(index + 1) ?? [];
                const look = JSON.stringify(wrong);
                if (look === line.look) return;
                line.look = look;
                line.node.firstChild.replaceChildren(...Quintain.lineNodes(line.text, wrong));
            });
        }
    }

    Quintain.Editor = Editor;
})();
