// report.js: the page of `quintain check --html`: filters, the matrix, a case opened over it, and all that in its address.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, count } = Quintain;

    // MARK: The address

    /** What is shown; how it is counted; and which case is open. */
    const filters = ["text", "verdict", "level", "group", "client", "place", "change", "differ"];
    const names = [...filters, "known", "case", "with"];

    function readAddress() {
        const parameters = new URLSearchParams(location.hash.slice(1));
        return Object.fromEntries(names.map(name => [name, parameters.get(name) ?? ""]));
    }

    function address(state) {
        const encoded = text => encodeURIComponent(text).replace(/%(2F|40|2C|3A)/g, sign => decodeURIComponent(sign));
        return "#" + names.filter(name => state[name]).map(name => `${name}=${encoded(state[name])}`).join("&");
    }

    // MARK: The page

    const report = new Quintain.Report(Quintain.value("report"));
    let state = readAddress();
    const head = make("h1");
    const status = make("p", { class: "status", role: "status" });
    const matrix = new Quintain.Matrix(report, status, one => go({ case: one.name, with: one.column.client }));
    const panel = new Quintain.CasePanel(report, closed, step);
    const clients = new Quintain.ClientTable(report, (client, verdict) => go({ client, verdict }));
    const places = report.index.sweep && new Quintain.SweptPlaces(report, place => go({ place }));
    const comparison = report.index.comparison && new Quintain.Comparison(report, change => go({ change }));
    /** The scenarios in which clients differ. */
    let differing = new Set();

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
        const list = report.shownCases.filter(other => other === one || matches(other));
        const next = list[list.indexOf(one) + by];
        if (next) go({ case: next.name, with: next.column.client });
    }

    function matches(one) {
        const verdicts = state.verdict ? state.verdict.split(",") : [];
        if (verdicts.length > 0 && !verdicts.includes(report.verdict(one))) return false;
        if (state.differ && !differing.has(one.scenario)) return false;
        if (state.level && one.level !== state.level) return false;
        if (state.group && one.scenario.group.name !== state.group) return false;
        if (state.client && ![one.column.name, one.column.client].includes(state.client)) return false;
        if (state.change && one.change !== state.change) return false;
        if (state.place && one.place !== state.place) return false;
        if (!state.text) return true;
        const text = `${one.name} ${one.scenario.title} ${one.rules.join(" ")}`.toLowerCase();
        return state.text.toLowerCase().split(/\s+/).every(word => text.includes(word));
    }

    // MARK: Filters

    const search = make("input", {
        type: "search", "aria-label": "Name, title or rule", placeholder: "Name, title or rule", "aria-keyshortcuts": "/",
        oninput() { go({ text: this.value }); },
    });

    const chips = new Map(report.index.verdicts.map(verdict => {
        const look = Quintain.verdicts[verdict];
        return [verdict, make("button", {
            type: "button", class: `chip ${look.tone}`, "aria-pressed": "false", onclick: () => toggle(verdict),
        }, make("span", { class: "dot", "aria-hidden": "true" }), `${look.words} `, make("strong"))];
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
        choice("client", "Any client", report.clients.flatMap(({ name, columns }) =>
            [...new Set([name, ...columns.map(column => column.name)])].map(name => [name, name]))),
    ].filter(({ select }) => select.options.length > 2);

    /** A box to tick, whose name is in the address while it is ticked. */
    function box(name, label, isUseful, change = {}) {
        const input = make("input", { type: "checkbox", onchange() { go({ [name]: this.checked ? "yes" : "", ...change }); } });
        return { name, input, label: isUseful && make("label", { class: "toggle" }, input, ` ${label}`) };
    }

    const boxes = [
        box("differ", "Where clients differ", report.clients.length > 1),
        box("known", "Known counts as failed", report.cases.some(one => one.verdict === "known-failure"), { verdict: "" }),
    ];

    const clear = make("button", {
        type: "button", class: "quiet", onclick: () => go(Object.fromEntries(filters.map(name => [name, ""]))),
    }, "Clear");
    const folds = make("span", { class: "folds" },
        make("button", { type: "button", class: "quiet", onclick: () => matrix.fold(false) }, "Unfold all"),
        make("button", { type: "button", class: "quiet", onclick: () => matrix.fold(true) }, "Fold all"));

    const isFiltered = () => filters.some(name => state[name]);

    let drawn = null;
    let counted = null;

    /** Makes the page what the state says. */
    function apply() {
        if (document.activeElement !== search) search.value = state.text;
        const chosen = state.verdict.split(",");
        recount();
        for (const [verdict, chip] of chips) chip.setAttribute("aria-pressed", String(chosen.includes(verdict)));
        for (const { name, select } of choices) select.value = state[name];
        for (const { name, input } of boxes) input.checked = Boolean(state[name]);
        places?.show(state.place);
        comparison?.show(state.change);
        clients.show(state.client, state.verdict);
        clear.hidden = !isFiltered();
        folds.hidden = isFiltered() || report.groups.length < 2;
        const shown = address({ ...state, case: "", with: "" });
        if (shown !== drawn) {
            drawn = shown;
            matrix.show(matches, isFiltered());
        }
        const one = state.case ? report.find(state.case, state.with) : undefined;
        if (state.case && !one) status.textContent = `There is no case ${visible(state.case)} with ${visible(state.with)} in this report.`;
        if (one && one !== panel.current) panel.open(one);
        else if (!one) panel.close();
    }

    /** Whether known failures count changes every number. */
    function recount() {
        if (counted === state.known) return;
        counted = state.known;
        report.countsKnown = Boolean(state.known);
        differing = new Set(report.differing());
        for (const [verdict, chip] of chips) {
            const number = report.cases.filter(one => report.verdict(one) === verdict).length;
            chip.querySelector("strong").textContent = number.toLocaleString("en");
            chip.hidden = number === 0;
        }
        places?.recount();
        clients.recount();
        head.textContent = headline();
        head.className = report.index.asExpected && report.failures(report.cases) === 0 ? "" : "unexpected";
    }

    // MARK: The head

    function headline() {
        const failures = report.failures(report.cases);
        if (report.cases.length === 0) return "No case was played";
        if (comparison && !report.countsKnown) {
            const broken = report.cases.filter(one => one.change === "broken").length;
            return broken === 0 ? "Nothing fails that did not" : `${count(broken, "case")} ${broken === 1 ? "fails" : "fail"} that did not`;
        }
        if (report.countsKnown) return `${failures.toLocaleString("en")} of ${count(report.cases.length, "case")} ${failures === 1 ? "fails" : "fail"}, known failures among them`;
        if (failures > 0) return `${failures.toLocaleString("en")} of ${count(report.cases.length, "case")} ${failures === 1 ? "is" : "are"} not as expected`;
        return report.cases.length === 1 ? "The case is as expected" : `All ${count(report.cases.length, "case")} are as expected`;
    }

    function notices() {
        const { complaints, givenUp } = report.index;
        const list = texts => make("ul", null, ...texts.map(text => make("li", null, visible(text))));
        const notice = (tone, title, texts, isOpen) => texts.length > 0 && make("details", { class: `notice ${tone}`, open: isOpen },
            make("summary", null, title), list(texts));
        return [
            notice("bad", givenUp ? "The run was given up: this is a part of it" : "The run itself is not in order", complaints, true),
        ];
    }

    document.body.prepend(
        make("a", { class: "skip", href: "#", onclick: event => { event.preventDefault(); search.focus(); } }, "To the filters"),
        make("header", { class: "top" }, make("p", { class: "soft" }, "Quintain"), Quintain.themeSwitch()),
        make("main", null,
            head,
            make("p", { class: "soft lead" },
                `${count(report.clients.length, "client")}, ${count(report.scenarios.length, "scenario")} in ${count(report.groups.length, "group")}`),
            Quintain.origin(report.index),
            comparison?.element,
            ...notices(),
            report.cases.length > 0 && clients.element,
            places?.element,
            make("div", { class: "filters", role: "search", "aria-label": "Filters" },
                make("div", { class: "chips", role: "group", "aria-label": "Verdicts" }, ...chips.values()),
                make("div", { class: "choices" }, search, ...choices.map(one => one.select), ...boxes.map(one => one.label), clear, folds)),
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
