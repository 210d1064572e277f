// sides.js: what was expected beside what happened.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, breakable, count } = Quintain;

    const marks = {
        "done": { sign: "✓", words: "happened", tone: "good" },
        "failed": { sign: "✗", words: "broken", tone: "bad" },
        "doubtful": { sign: "!", words: "not as it should be", tone: "doubt" },
        "unobserved": { sign: "·", words: "not observed", tone: "faint" },
        "skipped": { sign: "-", words: "passed over", tone: "faint" },
        "not-reached": { sign: "", words: "not reached", tone: "faint" },
    };
    const tones = { failure: "bad", warning: "doubt", noted: "faint" };

    /** The `rows` of a case as a table. */
    Quintain.sides = rows => make("table", { class: "sides" },
        make("thead", null, make("tr", null,
            make("th", { scope: "col" }, make("span", { class: "hidden-text" }, "what became of the line")),
            make("th", { scope: "col", class: "number" }, "line"),
            make("th", { scope: "col" }, "expected"), make("th", { scope: "col" }, "happened"))),
        make("tbody", null, ...rows.map(row)));

    function row(one, index, rows) {
        if (one.mark !== undefined) {
            const mark = marks[one.mark] ?? marks.skipped;
            return make("tr", { class: one.expected === one.happened ? `${mark.tone} same` : mark.tone, id: `line-${one.line}` },
                make("td", { class: "mark", title: mark.words }, make("span", { "aria-hidden": "true" }, mark.sign),
                    make("span", { class: "hidden-text" }, mark.words)),
                make("td", { class: "number" }, String(one.line)), text(one.expected, "expected"), text(one.happened, "happened"));
        }
        if (one.expected !== undefined) {
            // A further line of a value belongs to the line with the mark.
            const first = rows.slice(0, index).findLast(other => other.mark !== undefined);
            return make("tr", { class: `further ${marks[first?.mark]?.tone ?? "faint"}`, id: `line-${one.line}` },
                make("td"), make("td", { class: "number" }, String(one.line)), text(one.expected, "expected"), text(one.happened, "happened"));
        }
        if (one.follows) return wide("faint", `so ${one.broken}`);
        if (one.broken !== undefined) return wide(tones[one.severity] ?? "bad", `${one.severity}: ${one.broken}`);
        if (one.leftOut !== undefined) return wide("faint", `${count(one.leftOut, "row")} left out`);
        return make("tr", { class: one.loose === undefined ? "more" : "loose" }, make("td"), make("td"), make("td", { class: "none" }),
            text(one.happened ?? one.loose, "happened"));
    }

    const text = (value, side) => make("td", { class: value ? side : `${side} none` }, ...breakable(value ?? ""));

    const wide = (tone, sentence) => make("tr", { class: `wide ${tone}` }, make("td", { colspan: 4 }, ...breakable(sentence)));
})();
