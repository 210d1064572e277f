// report-sweep.js: what a sweep varied, and where.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, count } = Quintain;

    /** The places of a sweep, what fails first. `onchoose(place)` is called for a click on one. */
    class SweptPlaces {
        #report;
        #onchoose;
        #buttons = new Map();
        element = make("section", { class: "sweep", "aria-label": "Places" });

        constructor(report, onchoose) {
            this.#report = report;
            this.#onchoose = onchoose;
        }

        /** Counts anew. */
        recount() {
            const { leftOut } = this.#report.index.sweep;
            const parts = this.#parts();
            const failing = parts.filter(part => part.failing > 0), right = parts.filter(part => part.failing === 0);
            this.#buttons.clear();
            const list = parts => make("ul", { class: "places" }, ...parts.map(part => this.#item(part)));
            const folded = (title, content, isOpen) =>
                make("details", { open: isOpen }, make("summary", null, title), content);
            const children = [
                make("h2", null, "What was varied, and where"), failing.length > 0 && list(failing),
                right.length > 0 && folded(`${count(right.length, "place")} where all is as expected`, list(right), failing.length === 0),
                leftOut.length > 0 && folded(`${count(leftOut.length, "reason")} why something was left out`,
                    make("ul", { class: "left-out" }, ...leftOut.map(one => make("li", null, visible(`${one.reason} (${one.count})`)))), false),
            ];
            this.element.replaceChildren(...children.filter(Boolean));
        }

        /** Marks the place whose variants are shown. */
        show(chosen) {
            for (const [place, button] of this.#buttons) button.setAttribute("aria-pressed", String(chosen === place));
        }

        #parts() {
            const report = this.#report;
            return report.index.sweep.groups.map(({ family, place, name, ...verdicts }) => {
                const numbers = Object.entries(verdicts);
                const total = numbers.reduce((sum, [, number]) => sum + number, 0);
                const bad = numbers.filter(([verdict]) => report.isFailure({ verdict }));
                return { family, place, name, total, bad, failing: bad.reduce((sum, [, number]) => sum + number, 0) };
            }).sort((one, other) => (other.failing > 0) - (one.failing > 0)
                || `${one.family} ${one.place}`.localeCompare(`${other.family} ${other.place}`));
        }

        #item({ family, place, name, total, bad }) {
            const words = bad.map(([verdict, number]) => `${number} ${Quintain.verdicts[verdict].words}`).join(", ");
            const button = make("button", {
                type: "button", class: "place", title: name,
                onclick: () => this.#onchoose(button.getAttribute("aria-pressed") === "true" ? "" : name),
            }, make("strong", null, visible(family)), make("span", null, visible(place)),
            make("span", { class: words ? "count bad" : "count pass" }, words ? `${words} of ${total}` : `${total} of ${total}`));
            this.#buttons.set(name, button);
            return make("li", null, button);
        }
    }

    Quintain.SweptPlaces = SweptPlaces;
})();
