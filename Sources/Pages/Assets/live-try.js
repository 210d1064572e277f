// live-try.js: the box in which a scenario is written and tried.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make } = Quintain;
    const key = "quintain-text";
    const beginning = `# A 303 after POST is followed with GET
> POST /submit
< 303
< Location: /done
> GET /done
< 200
<
< done
`;

    function remembered() { try { return sessionStorage.getItem(key); } catch { return null; } }
    function remember(text) { try { sessionStorage.setItem(key, text); } catch { /* it lasts as long as the page */ } }

    let view = null;

    /** Puts a text in the box and goes there. */
    Quintain.tryText = text => {
        remember(text);
        if (view) view.editor.text = text;
        location.hash = "#/try";
    };

    /** There is one of it, so that what was written stays. */
    Quintain.tryView = () => {
        view ??= build();
        return view.nodes;
    };

    Quintain.tryAgain = () => view?.editor.again();

    function build() {
        const status = make("p", { class: "try-status soft", id: "try-status", role: "status" });
        const controls = make("div", { class: "actions" });
        const faults = make("div", { class: "try-faults" });
        let told = "";
        const say = text => {
            // A screen reader says what changes, so nothing is said twice.
            if (text === told) return;
            told = text;
            status.textContent = text;
        };
        let cases = "";
        const onreading = report => {
            if (report === null) return;
            if (report.trouble) {
                const { message, help } = report.trouble;
                say(report.trouble instanceof TypeError ? "the server cannot be reached" : [message, help].filter(Boolean).join(": "));
                return;
            }
            remember(editor.text);
            const errors = report.diagnostics.filter(fault => fault.severity === "error").length;
            const warnings = report.diagnostics.length - errors;
            const counts = [errors > 0 && Quintain.count(errors, "error"), warnings > 0 && Quintain.count(warnings, "warning")];
            say(counts.filter(Boolean).join(", ") || "nothing is wrong");
            faults.replaceChildren(report.diagnostics.length > 0 ? Quintain.faultList(report.diagnostics, fault => editor.go(fault)) : "");
            if (report.kind === "routes") return offerRoutes(errors === 0);
            const canArm = errors === 0;
            const now = JSON.stringify([report.cases, canArm, report.kind]);
            // The choice of a case is not taken back while one goes on writing.
            if (now === cases) return;
            cases = now;
            const made = Quintain.armControls(report.cases, order => Quintain.arm({ text: editor.text, ...order }));
            made.button.disabled = !canArm;
            controls.replaceChildren(...[...made.nodes, made.label].filter(Boolean));
        };
        const offerRoutes = canServe => {
            const now = JSON.stringify([canServe, "routes"]);
            if (now === cases) return;
            cases = now;
            controls.replaceChildren(make("button", {
                type: "button", class: "primary", disabled: !canServe, onclick: () => Quintain.serve(editor.text),
            }, "Serve"), make("span", { class: "soft" }, "until the server ends, before the routes of files"));
        };
        // The editor tells of its first reading before this is done.
        let editor = { text: "" };
        editor = new Quintain.Editor(remembered() ?? beginning, {
            label: "the text of a scenario", describedby: "try-status", onreading: report => onreading(report),
        });
        editor.element.addEventListener("keydown", event => {
            if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) controls.querySelector(".primary:enabled")?.click();
        });
        const nodes = [
            make("header", { class: "view-head" }, make("h1", { tabindex: -1 }, "Try a scenario"),
                make("p", { class: "soft" }, "It is read as you write. Armed, it gets ports of its own; routes are served. It can name no files.")),
            make("div", { class: "try" }, editor.element, make("section", { class: "try-side", "aria-label": "what is wrong" }, controls, status, faults)),
        ];
        return { nodes, editor };
    }
})();
