// report-compare.js: what became of the cases of a run before.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, count } = Quintain;

    const tones = { broken: "bad", differs: "doubt", mended: "good", changed: "doubt", new: "faint", gone: "faint" };

    /** Puts into each case what became of it, `change`, and the verdict before, if it had one. */
    Quintain.compare = report => {
        const { changes, differences } = report.index.comparison;
        for (const [number, change, before] of differences) {
            Object.assign(report.cases[number], { change: changes[change], before: report.index.verdicts[before] });
        }
    };

    /** How many cases became what. `onchoose(change)` is called for a click on a number. */
    class Comparison {
        #buttons = new Map();

        constructor(report, onchoose) {
            const { old, changes, gone, complaints, remarks } = report.index.comparison;
            const number = change => report.cases.filter(one => one.change === change).length;
            for (const change of changes.filter(change => number(change) > 0)) {
                const button = make("button", {
                    type: "button", class: `chip ${tones[change] ?? "faint"}`, "aria-pressed": "false",
                    onclick: () => onchoose(button.getAttribute("aria-pressed") === "true" ? "" : change),
                }, make("span", { class: "dot", "aria-hidden": "true" }), `${change} `, make("strong", null, number(change).toLocaleString("en")));
                this.#buttons.set(change, button);
            }
            const list = (title, texts, isOpen) => texts.length > 0 && make("details", { open: isOpen }, make("summary", null, title),
                make("ul", null, ...texts.map(text => make("li", null, visible(text)))));
            this.element = make("section", { class: "comparison", "aria-label": "Comparison" },
                make("h2", null, "Beside the run before"), Quintain.origin({
                    ...old, systems: (old.systems ?? []).map(one => `${one.name} ${one.release}, ${one.architecture}`),
                }),
                make("div", { class: "chips", role: "group", "aria-label": "Changes" }, ...this.#buttons.values(),
                    this.#buttons.size === 0 && make("p", null, "Each case is as it was.")),
                list(`${count(complaints.length, "complaint")} about the run that was not there`, complaints, true),
                list(`${count(gone.length, "case")} gone`, gone, gone.length <= 5), list("About the two runs", remarks, true));
        }

        /** Marks the change whose cases are shown. */
        show(chosen) {
            for (const [change, button] of this.#buttons) button.setAttribute("aria-pressed", String(chosen === change));
        }
    }

    Quintain.Comparison = Comparison;
})();
