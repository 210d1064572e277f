// report-index.js: the cases of a report, each with its scenario and its client, and what they count as.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible } = Quintain;

    /** The index with its numbers put together: each case knows its scenario and its column, and they know their cases. */
    class Report {
        #blocks = new Map();
        /** Whether a known failure counts as any other. */
        countsKnown = false;

        constructor(index) {
            Object.assign(this, { index });
            this.columns = index.columns.map((column, number) => ({
                ...column, index: number, cases: [], name: column.way ? `${column.client} ${column.way}` : column.client,
            }));
            /** A client in all its ways; one with one way has the name of that. */
            this.clients = [...new Set(this.columns.map(column => column.client))].map(client => {
                const columns = this.columns.filter(column => column.client === client);
                return { name: columns.length === 1 ? columns[0].name : client, columns };
            });
            this.groups = index.groups.map(name => ({ name: name || "scenarios", path: name, scenarios: [], cases: [] }));
            this.scenarios = index.scenarios.map(([name, title, number]) => {
                const group = this.groups[number];
                const short = name.slice(group.path && group.path.length + 1).replace(/\.scenario(?=#|$)/, "");
                const scenario = { name, title, short, group, cases: Array(this.columns.length).fill(null) };
                group.scenarios.push(scenario);
                return scenario;
            });
            this.rules = new Map(index.rules.map(rule => [rule.name, rule]));
            this.cases = index.cases.map(([scenario, column, verdict, level, milliseconds, rules], number) => {
                const one = {
                    number, scenario: this.scenarios[scenario], column: this.columns[column], verdict: index.verdicts[verdict],
                    level: index.levels[level], milliseconds, rules: rules.map(rule => index.rules[rule].name),
                    place: index.sweep?.groups[index.places[number]].name ?? "",
                };
                one.name = one.column.way ? `${one.scenario.name}@${one.column.way}` : one.scenario.name;
                one.scenario.cases[column] = one;
                one.column.cases.push(one);
                one.scenario.group.cases.push(one);
                return one;
            });
            if (index.comparison) Quintain.compare(this);
        }

        /** What happened in a case. */
        async detail(one) {
            const block = Math.floor(one.number / this.index.casesInBlock);
            if (!this.#blocks.has(block)) this.#blocks.set(block, Quintain.unpack(`cases-${block}`));
            return (await this.#blocks.get(block))[one.number % this.index.casesInBlock];
        }

        find(name, client) {
            return this.cases.find(one => one.column.client === client && one.name === name);
        }

        /** The verdict that a case counts with. */
        verdict(one) { return one.verdict === "known-failure" && this.countsKnown ? "fail" : one.verdict; }

        isFailure(one) { return Quintain.isFailure(this.verdict(one)); }

        failures(cases) { return cases.filter(one => one && this.isFailure(one)).length; }

        /** Groups or scenarios, those with failures first, and else as the run had them. */
        failuresFirst(parts) {
            const fails = part => Number(this.failures(part.cases) > 0);
            return [...parts].sort((one, other) => fails(other) - fails(one));
        }

        /** All cases, from the top of the page to its end. */
        get shownCases() {
            return this.failuresFirst(this.groups).flatMap(group => this.failuresFirst(group.scenarios))
                .flatMap(scenario => scenario.cases.filter(Boolean));
        }

        /** The scenarios in which clients came to different verdicts. A client to which a scenario does not apply has none. */
        differing() {
            const differs = (one, other) => one.column.client !== other.column.client && this.verdict(one) !== this.verdict(other);
            return this.scenarios.filter(({ cases }) => {
                const played = cases.filter(one => one && one.verdict !== "not-applicable");
                return played.some((one, index) => played.slice(index + 1).some(other => differs(one, other)));
            });
        }
    }

    /** When, where and by what a run was played, as far as its report says so. */
    Quintain.origin = ({ date, systems = [], program }) => {
        const shown = date?.match(/^(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\dZ$/);
        const time = date && make("time", { datetime: date }, shown ? `${shown[1]} ${shown[2]} UTC` : visible(date));
        const parts = [time, ...systems.map(visible), visible(program)].filter(Boolean);
        return make("p", { class: "soft origin" }, ...parts.flatMap((part, index) => index === 0 ? [part] : [" · ", part]));
    };

    Quintain.Report = Report;
})();
