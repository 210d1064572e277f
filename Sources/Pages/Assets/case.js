// case.js: one case, opened: what broke, the diagram, the two sides, what else is known.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, visible, breakable, count } = Quintain;
    const tones = { failure: "bad", warning: "doubt", noted: "faint" };

    class CasePanel {
        #report;
        #onclose;
        #onstep;
        #shown = 0;
        #current = null;
        /** What stays while one case follows another, so that the focus does, too. */
        #badge = make("span");
        #name = make("h2", { id: "case-name", class: "code" });
        #title = make("p", { class: "case-title" });
        #who = make("p", { class: "soft" });
        #body = make("div");
        #content;
        /** Of the case that is shown. */
        #diagram = null;

        /** `onclose(case)` when it was closed; `onstep(case, by)` when the one before or behind is asked for. */
        constructor(report, onclose, onstep) {
            this.#report = report;
            this.#onclose = onclose;
            this.#onstep = onstep;
            const step = (text, by, key) => make("button", {
                type: "button", class: "quiet", title: `${key} does it, too`, onclick: () => this.#onstep(this.#current, by),
            }, text);
            const bar = make("div", { class: "bar" }, this.#badge, make("span", { class: "space" }), step("Previous", -1, "k or ←"),
                step("Next", 1, "j or →"), copying(), make("button", { type: "button", autofocus: true, onclick: () => this.close() }, "Close"));
            this.#content = make("div", { class: "case" },
                make("header", { class: "case-head" }, bar, this.#name, this.#title, this.#who), this.#body);
            this.element = make("dialog", {
                class: "panel", "aria-labelledby": "case-name", onclose: () => this.#closed(), onkeydown: event => this.#pressed(event),
                // Beside the panel.
                onclick: event => { if (event.target === this.element) this.element.close(); },
            }, this.#content);
            // What lies over a page is printed on one sheet only.
            this.paper = make("div", { class: "paper" });
            addEventListener("beforeprint", () => {
                if (!this.#current) return;
                this.paper.append(this.#content);
                this.#diagram?.cut();
            });
            addEventListener("afterprint", () => {
                this.element.append(this.#content);
                this.#diagram?.mend();
            });
        }

        get current() { return this.#current; }

        async open(one) {
            const shown = ++this.#shown;
            this.#current = one;
            this.#tell(one);
            delete this.#content.dataset.shown;
            this.#diagram = null;
            this.#body.replaceChildren(make("p", { class: "soft" }, "Unpacking…"));
            if (!this.element.open) this.element.showModal();
            this.element.scrollTop = 0;
            let sections;
            try {
                sections = this.#sections(one, await this.#report.detail(one));
            } catch (error) {
                sections = [make("p", { class: "reason" }, `What happened cannot be shown: ${visible(error.message)}`)];
            }
            if (shown !== this.#shown) return;
            this.#body.replaceChildren(...sections);
            this.#content.dataset.shown = "yes";
        }

        close() { if (this.element.open) this.element.close(); }

        #closed() {
            this.#shown += 1;
            const one = this.#current;
            this.#current = null;
            this.#onclose(one);
        }

        #pressed(event) {
            if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select")) return;
            const by = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            this.#onstep(this.#current, by);
        }

        // MARK: Parts

        #tell(one) {
            const look = Quintain.verdicts[one.verdict];
            this.#badge.className = `badge ${look.tone}`;
            this.#badge.textContent = look.words;
            this.#name.replaceChildren(...breakable(one.scenario.name));
            this.#title.textContent = visible(one.scenario.title);
            this.#who.replaceChildren(make("strong", null, visible(one.column.name)), version(one.column),
                `, ${one.milliseconds.toLocaleString("en")} ms`,
                one.change ? `, ${one.change}${one.before ? `: it was ${Quintain.verdicts[one.before].words}` : ""}` : "");
        }

        #sections(one, detail) {
            const findings = detail.findings ?? [];
            const parts = [];
            if (detail.spec) parts.push(make("p", { class: "soft" }, "Tests ", ...cited(detail.spec.join("; "))));
            if (detail.reason) parts.push(make("p", { class: "reason" }, visible(detail.reason)));
            if (findings.length > 0) {
                parts.push(section("What broke", make("ul", { class: "findings" }, ...findings.map(finding => this.#finding(finding)))));
            }
            if (detail.events) parts.push(this.#picture(one, detail, findings));
            if (detail.rows) parts.push(section("Expected and happened", make("div", { class: "sheet" }, Quintain.sides(detail.rows))));
            if (detail.loads) parts.push(section("What the loads came to", loads(detail.loads)));
            if (detail.errors) parts.push(section("The last words on standard error", make("pre", { class: "sheet" }, detail.errors.split("\n").map(visible).join("\n"))));
            if (!detail.events && !detail.rows) {
                parts.push(make("p", { class: "soft" }, one.verdict === "not-applicable"
                    ? "It was not played." : "What happened was not kept: quintain check --whole keeps it, and --html does."));
            }
            return parts;
        }

        #finding(finding) {
            const rule = this.#report.rules.get(finding.rule);
            const said = rule?.text && make("details", { id: `rule-${finding.rule}` },
                make("summary", null, make("code", null, visible(finding.rule)), ` ${rule.title ? visible(rule.title) : "what the rule says"}`),
                ...rule.text.map(paragraph => make("p", null, visible(paragraph))));
            return make("li", { class: tones[finding.severity] ?? "bad" },
                make("span", { class: "badge" }, visible(finding.severity)),
                make("div", { class: "said" }, make("p", null, ...breakable(finding.text)),
                    (finding.line !== undefined || finding.citation) && make("p", { class: "soft" },
                        finding.line !== undefined && make("a", { href: `#line-${finding.line}`, onclick: toLine }, `line ${finding.line}`),
                        finding.line !== undefined && finding.citation && ", ", ...cited(finding.citation ?? "")),
                    finding.ofDriver && make("p", { class: "soft" }, ...breakable(finding.ofDriver)),
                    said || make("p", { class: "soft" }, make("code", null, visible(finding.rule))), this.#follows(finding.follows ?? [])));
        }

        /** What came of a finding, and counts for nothing by itself. */
        #follows(findings) {
            return findings.length > 0 && make("details", null, make("summary", null, `what follows from it: ${findings.length}`),
                make("ul", { class: "follows" }, ...findings.map(finding => make("li", null,
                    finding.line !== undefined && make("a", { href: `#line-${finding.line}`, onclick: toLine }, `line ${finding.line}`),
                    finding.line !== undefined && ": ", visible(finding.text), " ", make("code", null, visible(finding.rule))))));
        }

        #picture(one, detail, findings) {
            const diagram = new Quintain.Diagram({
                client: one.column.name, findings, label: `${one.scenario.name} with ${one.column.name}: what happened, in order`,
                onrule: rule => showRule(rule),
            });
            diagram.append(...detail.events);
            diagram.end();
            this.#diagram = diagram;
            const whole = make("input", { type: "checkbox", onchange() { diagram.isWhole = this.checked; } });
            return section("What happened", make("label", { class: "choice" }, whole, " all fields and bodies"),
                make("div", { class: "sheet" }, diagram.element));
        }
    }

    function copying() {
        const button = make("button", {
            type: "button", class: "quiet", onclick: async () => {
                try {
                    await navigator.clipboard.writeText(location.href);
                    button.textContent = "Copied";
                } catch {
                    button.textContent = "See address";
                }
                setTimeout(() => { button.textContent = "Copy link"; }, 2_000);
            },
        }, "Copy link");
        return button;
    }

    /** Drivers begin with the client's name. */
    function version(column) {
        if (!column.version) return "";
        return column.version.startsWith(column.client) ? visible(column.version.slice(column.client.length)) : ` ${visible(column.version)}`;
    }

    function section(title, ...children) { return make("section", null, make("h3", null, title), ...children); }

    /** The fragment of the page is its state, so a jump within the case may not change it. */
    function toLine(event) {
        event.preventDefault();
        document.getElementById(this.getAttribute("href").slice(1))?.scrollIntoView({ block: "center" });
    }

    function showRule(rule) {
        const details = document.getElementById(`rule-${rule}`);
        if (!details) return;
        details.open = true;
        details.scrollIntoView({ block: "center" });
        details.querySelector("summary").focus();
    }

    /** RFCs by their sections become links. */
    function cited(text) {
        const parts = [];
        let end = 0;
        for (const found of text.matchAll(/RFC (\d{1,5})(?: section (\d+(?:\.\d+)*))?/g)) {
            parts.push(...breakable(text.slice(end, found.index)));
            const place = found[2] === undefined ? "" : `#section-${found[2]}`;
            parts.push(make("a", { href: `https://www.rfc-editor.org/rfc/rfc${found[1]}.html${place}`, rel: "noreferrer" }, found[0]));
            end = found.index + found[0].length;
        }
        return [...parts, ...breakable(text.slice(end))];
    }

    function loads(list) {
        const names = ["load", "status", "url", "type", "length", "body", "end"];
        const value = (load, name) => {
            if (name === "body") return load.bytes ? count(load.bytes, "byte") : "";
            // A load that was under way as the case ended would have a row of nothing.
            return String(load[name] ?? (name === "end" ? "none was told while the case lasted" : ""));
        };
        return make("div", { class: "sheet wide-table" }, make("table", { class: "loads" },
            make("thead", null, make("tr", null, ...names.map(name => make("th", { scope: "col" }, name)))),
            make("tbody", null, ...list.map(load => make("tr", null,
                ...names.map(name => make("td", { class: name === "url" ? "code" : "", "data-name": name }, ...breakable(value(load, name)))))))));
    }

    Quintain.CasePanel = CasePanel;
})();
