// live-sessions.js: the sessions of the server, kept as its stream of changes tells of them, and the list of them.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, server } = Quintain;
    const shownAtMost = 200;

    Quintain.stateBadge = session => {
        const word = session.verdict ?? session.state;
        const look = { pass: "good", fail: "bad", warning: "doubt", unable: "doubt", noted: "faint", held: "doubt", running: "known", played: "known" }[word];
        return make("span", { class: `badge ${look ?? "faint"}` }, word);
    };

    class Sessions {
        #all = new Map();
        #list = make("ul", { class: "sessions" });
        #more = make("p", { class: "soft" });
        #clear = make("button", { type: "button", onclick: () => this.#forgetEnded() }, "Forget those that have ended");
        #frame = 0;
        /** Called when any session has changed. */
        onchange = () => {};

        constructor() {
            this.nodes = [
                make("header", { class: "view-head" }, make("h1", { tabindex: -1 }, "Sessions"),
                    make("p", { class: "soft" }, "One run of a scenario each, with ports of its own.")),
                make("div", { class: "actions" }, this.#clear), this.#list, this.#more,
            ];
            this.#draw();
        }

        get running() { return [...this.#all.values()].filter(session => session.verdict === undefined).length; }

        get(id) { return this.#all.get(id); }

        /** Another server: it knows none of these. */
        clear() {
            this.#all.clear();
            this.#later();
        }

        take(name, told) {
            if (name === "session") this.#all.set(told.id, told);
            else this.#all.delete(told.id);
            this.onchange(told.id);
            this.#later();
        }

        async #forgetEnded() {
            this.#clear.disabled = true;
            try {
                for (const session of [...this.#all.values()]) {
                    if (session.verdict !== undefined) await server.ask("DELETE", Quintain.path("sessions", session.id));
                }
            } catch (error) {
                Quintain.tell(error);
            }
            this.#draw();
        }

        /** Many changes that come at once are drawn once. */
        #later() {
            this.#frame ||= requestAnimationFrame(() => {
                this.#frame = 0;
                this.#draw();
            });
        }

        #draw() {
            const all = [...this.#all.values()].sort((one, other) => other.id - one.id);
            this.#clear.hidden = !all.some(session => session.verdict !== undefined);
            this.#clear.disabled = false;
            const focused = document.activeElement?.closest?.("[data-session]")?.dataset.session;
            this.#list.replaceChildren(...all.slice(0, shownAtMost).map(session => this.#entry(session)));
            if (focused && !document.activeElement?.closest?.("[data-session]")) {
                this.#list.querySelector(`[data-session="${focused}"] a`)?.focus({ preventScroll: true });
            }
            const more = all.length - shownAtMost;
            this.#more.textContent = all.length === 0 ? "There is none yet. Arm a fixture, or a scenario of your own."
                : more > 0 ? `${more.toLocaleString("en")} older ones are not shown.` : "";
        }

        #entry(session) {
            return make("li", { "data-session": session.id }, make("a", { href: `#/sessions/${session.id}` },
                make("span", { class: "session-number" }, String(session.id)),
                make("span", { class: "session-title" }, make("span", null, session.title || session.scenario),
                    make("span", { class: "fixture-name" }, session.scenario)),
                make("span", { class: "session-state" }, Quintain.stateBadge(session),
                    make("span", { class: "soft" }, Quintain.count(session.events, "event")))));
        }
    }

    Quintain.Sessions = Sessions;
})();
