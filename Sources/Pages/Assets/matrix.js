// matrix.js: clients across, scenarios down by group, a verdict in each cell.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// A grid as WAI-ARIA describes it: one of its buttons can be reached by Tab, the others by the arrows from there.
"use strict";

(() => {
    const { make, visible, breakable, count } = Quintain;

    /** How verdicts look, and what a cell says in little room. */
    Quintain.verdicts = {
        "pass": { tone: "good", sign: "✓", words: "pass" },
        "noted": { tone: "good", sign: "note", words: "noted" },
        "warning": { tone: "doubt", sign: "!", words: "warning" },
        "fail": { tone: "bad", sign: "✗", words: "fail" },
        "known-failure": { tone: "known", sign: "known", words: "known failure" },
        "not-applicable": { tone: "faint", sign: "–", words: "not applicable" },
        "crashed": { tone: "bad", sign: "crash", words: "crashed" },
        "hung": { tone: "bad", sign: "hung", words: "hung" },
        "driver-fault": { tone: "bad", sign: "driver", words: "driver fault" },
        "not-played": { tone: "bad", sign: "none", words: "not played" },
    };

    Quintain.isFailure = verdict => Quintain.verdicts[verdict].tone === "bad";

    const rowsAtOnce = 60;

    class Matrix {
        #report;
        #onopen;
        #matches = () => true;
        #isFiltered = false;
        #folded;
        #rows = [];
        #at = { row: 0, column: 0 };
        #drawing = 0;
        #sums = make("tr", { role: "row", class: "sums" });
        #body;
        #status;

        /** `report` is what report.js makes of the page's index; `onopen(case)` is called when somebody wants to see one. */
        constructor(report, status, onopen) {
            this.#report = report;
            this.#status = status;
            this.#onopen = onopen;
            const isLong = report.scenarios.length > 40;
            const isNarrow = matchMedia("(max-width: 760px)").matches;
            this.#folded = new Set(report.groups.filter(group => isLong && (isNarrow || report.failures(group.cases) === 0)));
            this.#body = make("tbody", { role: "rowgroup" });
            this.element = make("table", {
                class: `matrix ${report.columns.length > 5 ? "many" : "few"}`, role: "grid", "aria-label": "verdicts by scenario and client",
                "aria-readonly": "true", onkeydown: event => this.#pressed(event), onfocusin: event => this.#focused(event),
            }, this.#head(), this.#body);
        }

        /** Shows the scenarios that have a case of these, and sets off those cases. */
        show(matches, isFiltered) {
            this.#matches = matches;
            this.#isFiltered = isFiltered;
            this.#draw();
        }

        fold(isFolded) {
            this.#folded = new Set(isFolded ? this.#report.groups : []);
            this.#draw();
        }

        /** Goes to the cell of a case, if it is there. */
        focus(one) {
            const row = this.#rows.findIndex(row => row.scenario === one.scenario);
            if (row < 0) return;
            this.#goTo(row, one.column.index);
        }

        // MARK: Drawing

        #head() {
            const columns = this.#report.columns;
            const clients = columns.filter((column, index) => index === 0 || columns[index - 1].client !== column.client);
            const ways = client => columns.filter(column => column.client === client.client);
            const name = (text, attributes) => make("th", { role: "columnheader", ...attributes }, make("span", { class: "name" }, visible(text)));
            // A client with several ways stands above them.
            const upper = clients.map(client => client.way
                ? name(client.client, { scope: "colgroup", colspan: ways(client).length, class: "client", title: visible(client.version) })
                : name(client.client, { scope: "col", rowspan: 2, class: "lone", title: visible(client.version) }));
            const lower = columns.filter(column => column.way).map(column => name(column.way, { scope: "col", class: "way" }));
            const corner = make("td", { role: "columnheader", class: "corner", rowspan: 2 });
            return make("thead", { role: "rowgroup" }, make("tr", { role: "row", class: "names" }, corner, ...upper),
                make("tr", { role: "row", class: "names" }, ...lower),
                this.#sums);
        }

        #drawSums() {
            const cells = this.#report.columns.map(column => {
                const failures = this.#report.failures(column.cases);
                return make("td", { role: "gridcell", class: failures > 0 ? "bad" : "faint" }, failures > 0 ? `${failures} ✗` : "✓");
            });
            const name = count(this.#report.scenarios.length, "scenario");
            this.#sums.replaceChildren(make("th", { role: "rowheader", scope: "row" }, name), ...cells);
        }

        #draw() {
            const drawing = ++this.#drawing;
            const plan = [];
            let cases = 0;
            let scenarios = 0;
            for (const group of this.#report.failuresFirst(this.#report.groups)) {
                const shown = this.#report.failuresFirst(group.scenarios).filter(scenario => scenario.cases.some(one => one && this.#matches(one)));
                if (shown.length === 0) continue;
                for (const scenario of shown) cases += scenario.cases.filter(one => one && this.#matches(one)).length;
                scenarios += shown.length;
                const isFolded = !this.#isFiltered && this.#folded.has(group);
                plan.push({ group, shown, isFolded });
                if (!isFolded) for (const scenario of shown) plan.push({ scenario });
            }
            this.#status.textContent = this.#report.cases.length === 0 ? "No case was played."
                : cases === 0 ? "No case is like that."
                : this.#isFiltered ? `${count(cases, "case")} in ${count(scenarios, "scenario")}` : "";
            this.element.hidden = plan.length === 0;
            this.#drawSums();
            this.#body.replaceChildren();
            this.#rows = [];
            this.element.setAttribute("aria-rowcount", plan.length + 1);
            this.#drawSome(plan, 0, drawing);
        }

        /** What is seen first comes first; the rest follows while the page is there already. */
        #drawSome(plan, start, drawing) {
            if (drawing !== this.#drawing) return;
            const end = start + rowsAtOnce;
            const rows = plan.slice(start, end).map(entry => entry.group ? this.#groupRow(entry) : this.#scenarioRow(entry.scenario));
            this.#rows.push(...rows);
            this.#body.append(...rows.map(row => row.node));
            if (start === 0) this.#makeReachable(0, 0);
            if (end < plan.length) setTimeout(() => this.#drawSome(plan, end, drawing));
            else performance.mark("quintain-drawn");
        }

        #groupRow({ group, shown, isFolded }) {
            const failures = this.#report.failures(group.cases);
            const button = make("button", {
                type: "button", class: "fold", tabindex: -1, "aria-expanded": String(!isFolded), onclick: () => {
                    if (isFolded) this.#folded.delete(group);
                    else this.#folded.add(group);
                    const index = this.#rows.findIndex(row => row.group === group);
                    this.#draw();
                    this.#goTo(index, -1);
                },
            }, make("span", { class: "chevron", "aria-hidden": "true" }), make("span", { class: "group-name" }, ...breakable(group.name)), " ",
            make("span", { class: "soft" }, `${shown.length < group.scenarios.length ? `${shown.length} of ` : ""}${group.scenarios.length}`),
            failures > 0 && make("span", { class: "badge bad" }, `${count(failures, "failure")}`));
            const cells = this.#report.columns.map(column => {
                const own = group.cases.filter(one => one.column === column);
                const bad = this.#report.failures(own);
                const text = own.length === 0 ? "" : bad > 0 ? `${bad} ✗` : own.every(one => one.verdict === "not-applicable") ? "–" : "✓";
                return make("td", { role: "gridcell", class: `sum ${bad > 0 ? "bad" : "faint"}` }, text);
            });
            const node = make("tr", { role: "row", class: "group" }, make("th", { role: "rowheader", scope: "row" }, button), ...cells);
            return { node, group, buttons: new Map([[-1, button]]) };
        }

        #scenarioRow(scenario) {
            const buttons = new Map();
            const cells = scenario.cases.map((one, index) => {
                if (!one) return make("td", { role: "gridcell", class: "empty" });
                const look = Quintain.verdicts[this.#report.verdict(one)];
                const was = one.change && one.change !== "new" && Quintain.verdicts[one.before];
                const became = one.change ? `${one.change}${was ? `, was ${was.words}` : ""}: ` : "";
                const isAside = this.#isFiltered && !this.#matches(one);
                const button = make("button", {
                    type: "button", class: `cell ${isAside ? "aside" : look.tone} ${one.verdict} ${one.change ? "differs" : ""}`, tabindex: -1,
                    "aria-label": visible(`${became}${Quintain.verdicts[one.verdict].words}: ${one.column.name}, ${scenario.name}`), onclick: () => this.#onopen(one),
                }, make("span", { class: "who" }, visible(one.column.name)), make("span", { class: "sign" }, was ? `${was.sign} → ${look.sign}` : one.change === "new" ? `new ${look.sign}` : look.sign));
                buttons.set(index, button);
                return make("td", { role: "gridcell", class: isAside && "aside" }, button);
            });
            const head = make("th", { role: "rowheader", scope: "row" }, make("span", { class: "code" }, ...breakable(scenario.short)), " ",
                make("span", { class: "title" }, visible(scenario.title)));
            return { node: make("tr", { role: "row", class: "scenario" }, head, ...cells), scenario, buttons };
        }

        // MARK: Keys

        #pressed(event) {
            if (event.altKey || event.ctrlKey || event.metaKey) return;
            const { row, column } = this.#at;
            const last = this.#report.columns.length - 1;
            const moves = {
                ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1],
                Home: [row, 0], End: [row, last], PageUp: [row - 10, column], PageDown: [row + 10, column],
            };
            const move = moves[event.key];
            if (!move) return;
            event.preventDefault();
            this.#goTo(Math.min(Math.max(move[0], 0), this.#rows.length - 1), Math.min(Math.max(move[1], 0), last));
        }

        #focused(event) {
            const row = this.#rows.findIndex(row => row.node.contains(event.target));
            if (row < 0) return;
            for (const [column, button] of this.#rows[row].buttons) {
                if (button === event.target) this.#makeReachable(row, column < 0 ? this.#at.column : column);
            }
        }

        #goTo(row, column) {
            this.#makeReachable(row, column);
            this.#button(row, column)?.focus();
        }

        /** Groups have one button; of a row that lacks this column the nearest before it is meant. */
        #button(row, column) {
            const buttons = this.#rows[row]?.buttons;
            if (!buttons) return undefined;
            if (buttons.has(-1)) return buttons.get(-1);
            const columns = [...buttons.keys()];
            return buttons.get(columns.findLast(own => own <= column) ?? columns[0]);
        }

        #makeReachable(row, column) {
            this.#button(this.#at.row, this.#at.column)?.setAttribute("tabindex", -1);
            this.#at = { row, column: Math.max(column, 0) };
            this.#button(row, column)?.setAttribute("tabindex", 0);
        }
    }

    Quintain.Matrix = Matrix;
})();
