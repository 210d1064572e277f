// report.js: the page of `quintain check --html`: filters, the matrix, a case opened over it, and all that in its address.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, count } = Quintain;

    /** The index with its numbers put together: each case knows its scenario and its column, and they know their cases. */
    class Report {
        #blocks = new Map();

        constructor(index) {
            Object.assign(this, { index });
            this.columns = index.columns.map((column, number) => ({
                ...column, index: number, cases: [], name: column.way ? `${column.client} ${column.way}` : column.client,
            }));
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
                one.scenario.cases[column] = one;
                one.column.cases.push(one);
                one.scenario.group.cases.push(one);
                return one;
            });
        }

        /** What happened in a case. */
        async detail(one) {
            const block = Math.floor(one.number / this.index.casesInBlock);
            if (!this.#blocks.has(block)) this.#blocks.set(block, Quintain.unpack(`cases-${block}`));
            return (await this.#blocks.get(block))[one.number % this.index.casesInBlock];
        }

        find(name, client) {
            return this.cases.find(one => one.column.client === client && caseName(one) === name);
        }
    }

    const caseName = one => one.column.way ? `${one.scenario.name}@${one.column.way}` : one.scenario.name;

    // MARK: The address

    const names = ["text", "verdict", "level", "group", "client", "place", "case", "with"];

    function readAddress() {
        const parameters = new URLSearchParams(location.hash.slice(1));
        return Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ""]));
    }

    function address(state) {
        const encoded = text => encodeURIComponent(text).replace(/%(2F|40|2C|3A)/g, sign => decodeURIComponent(sign));
        return "#" + names.filter(name => state[name]).map(name => `${name}=${encoded(state[name])}`).join("&");
    }

    // MARK: The page

    const report = new Report(Quintain.value("report"));
    let state = readAddress();
    const status = make("p", { class: "status", role: "status" });
    const matrix = new Quintain.Matrix(report, status, one => go({ case: caseName(one), with: one.column.client }));
    const panel = new Quintain.CasePanel(report, closed, step);

    /** A case that is opened is a step that Back undoes; a filter is none. */
    function go(change) {
        const isStep = Boolean(change.case) && !state.case;
        state = { ...state, ...change };
        history[isStep ? "pushState" : "replaceState"](null, "", address(state) || "#");
        apply();
    }

    function closed(one) {
        if (state.case) go({ case: "", with: "" });
        if (one) matrix.focus(one);
    }

    function step(one, by) {
        const list = report.cases.filter(other => other === one || matches(other));
        const next = list[list.indexOf(one) + by];
        if (next) go({ case: caseName(next), with: next.column.client });
    }

    function matches(one) {
        const verdicts = state.verdict ? state.verdict.split(",") : [];
        if (verdicts.length > 0 && !verdicts.includes(one.verdict)) return false;
        if (state.level && one.level !== state.level) return false;
        if (state.group && one.scenario.group.name !== state.group) return false;
        if (state.client && one.column.name !== state.client) return false;
        if (state.place && one.place !== state.place) return false;
        if (!state.text) return true;
        const text = `${caseName(one)} ${one.scenario.title} ${one.rules.join(" ")}`.toLowerCase();
        return state.text.toLowerCase().split(/\s+/).every(word => text.includes(word));
    }

    // MARK: Filters

    const search = make("input", {
        type: "search", "aria-label": "Name, title or rule", placeholder: "Name, title or rule", "aria-keyshortcuts": "/",
        oninput() { go({ text: this.value }); },
    });

    const present = report.index.verdicts.filter(verdict => report.cases.some(one => one.verdict === verdict));
    const chips = new Map(present.map(verdict => {
        const look = Quintain.verdicts[verdict];
        const number = report.cases.filter(one => one.verdict === verdict).length;
        return [verdict, make("button", {
            type: "button", class: `chip ${look.tone}`, "aria-pressed": "false", onclick: () => toggle(verdict),
        }, make("span", { class: "dot", "aria-hidden": "true" }), `${look.words} `, make("strong", null, number.toLocaleString("en")))];
    }));

    function toggle(verdict) {
        const chosen = new Set(state.verdict ? state.verdict.split(",") : []);
        if (!chosen.delete(verdict)) chosen.add(verdict);
        go({ verdict: [...chosen].join(",") });
    }

    function choice(name, label, options) {
        const select = make("select", { "aria-label": label, onchange() { go({ [name]: this.value }); } },
            make("option", { value: "" }, label), ...options.map(([value, text]) => make("option", { value }, visible(text))));
        return { name, select };
    }

    const levels = { failure: "must: failures", warning: "should: warnings", noted: "may: notes" };
    const choices = [
        choice("level", "Any level", report.index.levels.filter(level => report.cases.some(one => one.level === level))
            .map(level => [level, levels[level] ?? level])),
        choice("group", "Any group", report.groups.map(group => [group.name, group.name])),
        choice("client", "Any client", report.columns.map(column => [column.name, column.name])),
    ].filter(({ select }) => select.options.length > 2);

    const clear = make("button", {
        type: "button", class: "quiet", onclick: () => go({ text: "", verdict: "", level: "", group: "", client: "", place: "" }),
    }, "Clear");
    const folds = make("span", { class: "folds" },
        make("button", { type: "button", class: "quiet", onclick: () => matrix.fold(false) }, "Unfold all"),
        make("button", { type: "button", class: "quiet", onclick: () => matrix.fold(true) }, "Fold all"));

    // MARK: The places of a sweep

    const places = new Map();

    /** What was varied, and where: what fails first. Each place shows its variants. */
    function sweep() {
        const { groups, leftOut } = report.index.sweep;
        const parts = groups.map(({ family, place, name, ...verdicts }) => {
            const numbers = Object.entries(verdicts);
            const total = numbers.reduce((sum, [, number]) => sum + number, 0);
            const bad = numbers.filter(([verdict]) => Quintain.isFailure(verdict));
            return { family, place, name, total, bad, failing: bad.reduce((sum, [, number]) => sum + number, 0) };
        }).sort((one, other) => (other.failing > 0) - (one.failing > 0)
            || `${one.family} ${one.place}`.localeCompare(`${other.family} ${other.place}`));
        const item = ({ family, place, name, total, bad }) => {
            const words = bad.map(([verdict, number]) => `${number} ${Quintain.verdicts[verdict].words}`).join(", ");
            const button = make("button", {
                type: "button", class: "place", "aria-pressed": "false", title: name,
                onclick: () => go({ place: state.place === name ? "" : name }),
            }, make("strong", null, visible(family)), make("span", null, visible(place)),
                make("span", { class: words ? "count bad" : "count pass" }, words ? `${words} of ${total}` : `${total} of ${total}`));
            places.set(name, button);
            return make("li", null, button);
        };
        const failing = parts.filter(part => part.failing > 0), right = parts.filter(part => part.failing === 0);
        const list = parts => make("ul", { class: "places" }, ...parts.map(item));
        const folded = (title, content, isOpen) =>
            make("details", { open: isOpen }, make("summary", null, title), content);
        return make("section", { class: "sweep", "aria-label": "Places" }, make("h2", null, "What was varied, and where"),
            failing.length > 0 && list(failing),
            right.length > 0 && folded(`${count(right.length, "place")} where all is as expected`, list(right), failing.length === 0),
            leftOut.length > 0 && folded(`${count(leftOut.length, "reason")} why something was left out`,
                make("ul", { class: "left-out" }, ...leftOut.map(one => make("li", null, visible(`${one.reason} (${one.count})`)))), false));
    }

    const isFiltered = () => ["text", "verdict", "level", "group", "client", "place"].some(name => state[name]);

    let drawn = null;

    /** Makes the page what the state says. */
    function apply() {
        if (document.activeElement !== search) search.value = state.text;
        const chosen = state.verdict.split(",");
        for (const [verdict, chip] of chips) chip.setAttribute("aria-pressed", String(chosen.includes(verdict)));
        for (const { name, select } of choices) select.value = state[name];
        for (const [place, button] of places) button.setAttribute("aria-pressed", String(state.place === place));
        clear.hidden = !isFiltered();
        folds.hidden = isFiltered() || report.groups.length < 2;
        const filters = address({ ...state, case: "", with: "" });
        if (filters !== drawn) {
            drawn = filters;
            matrix.show(matches, isFiltered());
        }
        const one = state.case ? report.find(state.case, state.with) : undefined;
        if (state.case && !one) status.textContent = `There is no case ${visible(state.case)} with ${visible(state.with)} in this report.`;
        if (one && one !== panel.current) panel.open(one);
        else if (!one) panel.close();
    }

    // MARK: The head

    function headline() {
        const failures = report.cases.filter(one => Quintain.isFailure(one.verdict)).length;
        if (report.cases.length === 0) return "No case was played";
        if (failures > 0) return `${failures.toLocaleString("en")} of ${count(report.cases.length, "case")} ${failures === 1 ? "is" : "are"} not as expected`;
        return report.cases.length === 1 ? "The case is as expected" : `All ${count(report.cases.length, "case")} are as expected`;
    }

    const clients = new Set(report.columns.map(column => column.client)).size;

    function notices() {
        const { complaints, ways, givenUp } = report.index;
        const list = texts => make("ul", null, ...texts.map(text => make("li", null, visible(text))));
        const notice = (tone, title, texts, isOpen) => texts.length > 0 && make("details", { class: `notice ${tone}`, open: isOpen },
            make("summary", null, title), list(texts));
        const untold = ways.filter(way => !way.known).map(way => way.text);
        return [
            notice("bad", givenUp ? "The run was given up: this is a part of it" : "The run itself is not in order", complaints, true),
            notice("doubt", `${count(untold.length, "scenario")} of which ways of loading differ`, untold, untold.length <= 5),
        ];
    }

    document.body.prepend(
        make("a", { class: "skip", href: "#", onclick: event => { event.preventDefault(); search.focus(); } }, "To the filters"),
        make("header", { class: "top" }, make("p", { class: "soft" }, visible(report.index.program)), Quintain.themeSwitch()),
        make("main", null,
            make("h1", { class: report.index.asExpected ? "" : "unexpected" }, headline()),
            make("p", { class: "soft lead" },
                `${count(clients, "client")}, ${count(report.scenarios.length, "scenario")} in ${count(report.groups.length, "group")}`),
            ...notices(),
            report.index.sweep && sweep(),
            make("div", { class: "filters", role: "search", "aria-label": "Filters" },
                make("div", { class: "chips", role: "group", "aria-label": "Verdicts" }, ...chips.values()),
                make("div", { class: "choices" }, search, ...choices.map(one => one.select), clear, folds)),
            status, make("div", { class: "frame" }, matrix.element), panel.element, panel.paper));

    addEventListener("hashchange", () => {
        state = readAddress();
        apply();
    });
    addEventListener("popstate", () => {
        state = readAddress();
        apply();
    });
    addEventListener("keydown", event => {
        if (event.key !== "/" || panel.current || event.target.closest("input, select")) return;
        event.preventDefault();
        search.focus();
        search.select();
    });
    search.addEventListener("keydown", event => {
        if (event.key !== "Escape") return;
        event.preventDefault();
        search.value = "";
        go({ text: "" });
    });
    apply();
})();
