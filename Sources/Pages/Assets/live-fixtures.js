// live-fixtures.js: the fixtures that the server has, by group, and one of them with its text.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, server } = Quintain;
    const foundAtMost = 200;

    /** The list beside the text; there is one of it, so that it stays as it was left. */
    class FixtureList {
        #all = [];
        #groups = make("div", { class: "groups" });
        #search = make("input", {
            type: "search", class: "search", placeholder: "Search", "aria-label": "search the fixtures",
            oninput: () => { this.#draw(); this.#ask(200); },
        });
        #count = make("p", { class: "soft", role: "status" });
        #open = new Set();
        #current = "";
        /** What the server has found in texts, and for which words. */
        #found = { text: "", fixtures: [] };
        #asking = 0;
        isRead = false;

        constructor() {
            this.element = make("nav", { class: "fixture-list", "aria-label": "fixtures" }, this.#search, this.#count, this.#groups);
        }

        search() { this.#search.focus(); }

        async read() {
            this.#all = (await server.ask("GET", "/fixtures")).fixtures;
            this.isRead = true;
            this.#draw();
            this.#ask(0);
        }

        /** Has texts searched, once nobody types for so many milliseconds. */
        #ask(pause) {
            clearTimeout(this.#asking);
            const text = this.#search.value.trim();
            if (text === "") return;
            this.#asking = setTimeout(async () => {
                try {
                    const { fixtures } = await server.ask("GET", `/fixtures?text=${encodeURIComponent(text)}`);
                    if (this.#search.value.trim() !== text) return;
                    this.#found = { text, fixtures };
                    this.#draw();
                } catch { /* names are found without the server */ }
            }, pause);
        }

        /** Marks the one that is shown, and opens its group. */
        show(name) {
            this.#current = name ?? "";
            if (name) this.#open.add(folder(name));
            this.#draw();
            // Only as far as it takes, and only the list: the page stays where it is.
            const place = this.#groups.querySelector("[aria-current]")?.getBoundingClientRect();
            const side = this.element.parentElement;
            const room = side?.getBoundingClientRect();
            if (place && room && (place.top < room.top || place.bottom > room.bottom)) {
                side.scrollTop += place.top - room.top - room.height / 3;
            }
        }

        #draw() {
            // A file that changes is drawn anew, and takes the focus from nobody.
            const focused = this.#groups.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
            const words = this.#search.value.trim().toLowerCase().split(/\s+/).filter(word => word !== "");
            if (words.length > 0) this.#drawFound(words);
            else this.#drawGroups();
            if (focused === undefined) return;
            [...this.#groups.querySelectorAll("[data-key]")].find(node => node.dataset.key === focused)?.focus({ preventScroll: true });
        }

        #drawFound(words) {
            const found = this.#all.filter(fixture => {
                const text = `${fixture.name} ${fixture.title ?? ""}`.toLowerCase();
                return words.every(word => text.includes(word));
            });
            const named = new Set(found.map(fixture => fixture.name));
            const isAnswered = this.#found.text === this.#search.value.trim();
            const inText = isAnswered ? this.#found.fixtures.filter(fixture => !named.has(fixture.name)) : [];
            this.#count.textContent = `${(found.length + inText.length).toLocaleString("en")} of ${Quintain.count(this.#all.length, "fixture")}`;
            const entries = [...found, ...inText].slice(0, foundAtMost).map(fixture => this.#entry(fixture, fixture.name));
            const more = found.length + inText.length - entries.length;
            this.#groups.replaceChildren(make("ul", { class: "fixtures" }, ...entries),
                more > 0 ? make("p", { class: "soft" }, `and ${more.toLocaleString("en")} more: search for more words`) : "");
        }

        #drawGroups() {
            const broken = this.#all.filter(fixture => fixture.broken).length;
            this.#count.textContent = Quintain.count(this.#all.length, "fixture") + (broken > 0 ? `, ${broken} broken` : "");
            const groups = Map.groupBy(this.#all, fixture => folder(fixture.name));
            this.#groups.replaceChildren(...[...groups].map(([name, fixtures]) => this.#group(name, fixtures)));
        }

        /** What is in a group is made when it is opened: there may be thousands. */
        #group(name, fixtures) {
            const list = make("ul", { class: "fixtures" });
            const fill = () => {
                if (list.childElementCount === 0) list.append(...fixtures.map(fixture => this.#entry(fixture, base(fixture.name))));
            };
            const isOpen = this.#open.has(name);
            if (isOpen) fill();
            const broken = fixtures.filter(fixture => fixture.broken).length;
            const details = make("details", {
                open: isOpen, ontoggle() {
                    if (!details.open) return keep.delete(name);
                    keep.add(name);
                    fill();
                },
            }, make("summary", { "data-key": `${name}/` }, make("span", { class: "group-name" }, name === "" ? "in no folder" : name),
                broken > 0 ? make("span", { class: "badge bad" }, `${broken} broken`) : null,
                make("span", { class: "soft" }, String(fixtures.length))), list);
            const keep = this.#open;
            return details;
        }

        #entry(fixture, name) {
            const isCurrent = fixture.name === this.#current;
            return make("li", null, make("a", {
                "data-key": fixture.name, href: `#/fixtures/${fixture.name.split("/").map(encodeURIComponent).join("/")}`, "aria-current": isCurrent ? "page" : null,
            }, make("span", { class: "fixture-title" }, fixture.title || fixture.name),
                make("span", { class: "fixture-name" }, name,
                    fixture.broken ? make("span", { class: "badge bad" }, "broken") : null,
                    fixture.kind === "routes" ? make("span", { class: "badge faint" }, "routes") : null,
                    fixture.cases ? make("span", { class: "badge faint" }, Quintain.count(fixture.cases.length, "case")) : null),
                fixture.excerpt ? make("code", { class: "fixture-excerpt" }, `${fixture.line}: ${Quintain.visible(fixture.excerpt)}`) : null));
        }

        fixture(name) { return this.#all.find(fixture => fixture.name === name); }
    }

    const folder = name => name.split("/").slice(0, -1).join("/");
    const base = name => name.split("/").at(-1);

    /** One fixture: what it is, its faults, its text, and what arms it. */
    Quintain.fixtureView = async (name, listed) => {
        const path = Quintain.path("fixtures", name);
        let fixture;
        try {
            fixture = await server.ask("GET", path);
        } catch (error) {
            // A file that cannot be read has no text, only a reason.
            if (error.slug !== "no-fixture" || !listed?.broken) throw error;
            return [heading(listed, name), make("p", { class: "notice bad" }, listed.diagnostics.join("; "))];
        }
        const canArm = fixture.kind === "scenario" && (fixture.title !== "" || !fixture.broken);
        const controls = canArm ? Quintain.armControls(fixture.cases, order => Quintain.arm({ scenario: name, ...order })) : null;
        const isOnlyTable = fixture.cases && fixture.lines.filter(line => /^cases( |$)/.test(line)).length === 1;
        const cases = new Set(fixture.cases);
        const listing = new Quintain.Listing(path, {
            label: `the text of ${name}`, diagnostics: fixture.diagnostics,
            aside: (_, line) => {
                const row = isOnlyTable && canArm && /^ +([^|]*?) *(?:\||$)/.exec(line)?.[1];
                if (!row || !cases.has(row)) return null;
                return make("button", { type: "button", class: "arm-row", "aria-label": `arm the case ${row}`, onclick: () => controls.arm(row) }, "Arm");
            },
        });
        listing.append(fixture);
        return [
            heading(fixture, name),
            fixture.broken ? make("p", { class: "notice bad" }, fixture.title === "" ? "This file has errors, so it is not in service."
                : "The newest version of this file has errors. The one before it stays in service, and is what is armed.") : null,
            make("div", { class: "actions" }, ...(controls?.nodes ?? []),
                make("button", { type: "button", onclick: () => copy(fixture, name) }, "Try changes"), controls?.label),
            fixture.diagnostics.length > 0 ? Quintain.faultList(fixture.diagnostics, fault => listing.reveal(fault.line)) : null,
            listing.element,
        ];
    };

    function heading(fixture, name) {
        const kind = fixture?.kind === "routes" ? Quintain.count(fixture.exchanges ?? 0, "route") : "scenario";
        return make("header", { class: "view-head" }, make("h1", { tabindex: -1 }, fixture?.title || name),
            make("p", { class: "soft" }, make("code", null, name), ` · ${kind}`,
                ...(fixture?.kind === "routes" && Quintain.routes?.length > 0
                ? [", answering at ", ...Quintain.routes.flatMap((address, index) => [index > 0 ? " and " : "", make("code", null, address)])] : [])));
    }

    /** The whole text goes to the box where scenarios are tried. */
    async function copy(fixture, name) {
        const lines = [...fixture.lines];
        try {
            while (lines.length < fixture.count) {
                lines.push(...(await server.ask("GET", `${Quintain.path("fixtures", name)}?after=${lines.length}`)).lines);
            }
        } catch (error) {
            return Quintain.tell(error);
        }
        Quintain.tryText(lines.join("\n") + "\n");
    }

    /** A button, what the client tells, and with a table of cases the choice which of them. `arm` is given the order. */
    Quintain.armControls = (cases, arm) => {
        const choice = cases ? make("select", { "aria-label": "the case" }, ...cases.slice(0, 1_000).map(row => make("option", { value: row }, row))) : null;
        const callbacks = make("select", { "aria-label": "what the client reports" },
            make("option", { value: "none" }, "reports no callbacks"), make("option", { value: "all" }, "reports callbacks"));
        const order = row => arm({ ...(row ? { case: row } : {}), callbacks: callbacks.value });
        const button = make("button", { type: "button", class: "primary", onclick: () => order(choice?.value) }, "Arm");
        const label = make("label", { class: "soft for" }, "for a client that ", callbacks);
        return { nodes: [choice, button].filter(Boolean), label, button, arm: order };
    };

    Quintain.FixtureList = FixtureList;
})();
