// report-clients.js: what each client came to: how many cases passed, failed as is known, failed, and do not apply.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible } = Quintain;

    const sums = [
        { name: "passed", tone: "good", verdicts: ["pass", "noted", "warning"] },
        { name: "known failures", tone: "known", verdicts: ["known-failure"] },
        { name: "failed", tone: "bad", verdicts: ["fail", "crashed", "hung", "driver-fault", "not-played"] },
        { name: "not applicable", tone: "faint", verdicts: ["not-applicable"] },
    ];

    /** A table of all clients, their ways put together. `onchoose(client, verdicts)` is called for a click on a number. */
    class ClientTable {
        #report;
        #onchoose;
        #rows = make("tbody");
        #buttons = [];

        constructor(report, onchoose) {
            this.#report = report;
            this.#onchoose = onchoose;
            const names = sums.map(sum => make("th", { scope: "col" }, sum.name));
            this.element = make("details", { class: "clients", open: report.clients.length <= 6 },
                make("summary", null, "By client"),
                make("table", { "aria-label": "verdicts by client" },
                    make("thead", null, make("tr", null, make("th", { scope: "col" }, "client"), make("td", { class: "share" }), ...names)),
                    this.#rows));
        }

        /** Counts anew. */
        recount() {
            this.#buttons = [];
            this.#rows.replaceChildren(...this.#report.clients.map(client => this.#row(client)));
        }

        /** Marks the number whose cases are shown. */
        show(client, verdicts) {
            for (const { button, name, sum } of this.#buttons) {
                const isChosen = name === client && sum.verdicts.join() === verdicts;
                button.setAttribute("aria-pressed", String(isChosen));
            }
        }

        #row({ name, columns }) {
            const cases = columns.flatMap(column => column.cases);
            const numbers = sums.map(sum => cases.filter(one => sum.verdicts.includes(this.#report.verdict(one))).length);
            const share = make("td", { class: "share", "aria-hidden": "true" }, make("div", { class: "bar" }));
            sums.slice(0, 3).forEach(({ tone }, index) => {
                if (numbers[index] === 0) return;
                const part = make("span", { class: tone });
                part.style.flexGrow = numbers[index];
                share.firstChild.append(part);
            });
            const cells = sums.map((sum, index) => make("td", { "data-name": sum.name, class: numbers[index] === 0 ? "none" : "" },
                numbers[index] === 0 ? "0" : this.#number(name, sum, numbers[index])));
            return make("tr", null, make("th", { scope: "row" }, visible(name)), share, ...cells);
        }

        #number(name, sum, number) {
            const button = make("button", {
                type: "button", class: `quiet ${sum.tone}`, "aria-label": visible(`${name}: ${number} ${sum.name}`),
                onclick: () => {
                    const isChosen = button.getAttribute("aria-pressed") === "true";
                    this.#onchoose(isChosen ? "" : name, isChosen ? "" : sum.verdicts.join());
                },
            }, number.toLocaleString("en"));
            this.#buttons.push({ button, name, sum });
            return button;
        }
    }

    Quintain.ClientTable = ClientTable;
})();
