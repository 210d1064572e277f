// live-session.js: one session: how to play it, what happens drawn as it does, and what comes of it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, server } = Quintain;
    /** A voice that tells of every event would never end. */
    const quiet = 4_000;

    /** A button that puts a text on the clipboard. */
    function copyButton(text, label) {
        const button = make("button", {
            type: "button", class: "copy", "aria-label": `copy ${label}`, async onclick() {
                try {
                    await navigator.clipboard.writeText(text);
                    button.textContent = "Copied";
                    setTimeout(() => { button.textContent = "Copy"; }, 1_500);
                } catch {
                    // Beyond loopback a page without TLS has no clipboard: the text is chosen, to be copied by hand.
                    getSelection().selectAllChildren(button.parentElement.querySelector("code"));
                }
            },
        }, "Copy");
        return button;
    }

    const copied = (text, label) => make("div", { class: "copied" }, make("code", null, text), copyButton(text, label));

    /** A sentence in which lines of the scenario stand between backquotes. */
    const marked = text => text.split("`").map((part, index) => index % 2 === 1 ? make("code", null, Quintain.visible(part)) : Quintain.visible(part));

    class SessionView {
        #id;
        #ended = false;
        #last = 0;
        #events = 0;
        #pending = [];
        #frame = 0;
        #stop = new AbortController();
        #listing;
        #dueLines = [];
        #heldAt;
        #said = 0;
        #diagram;

        #state = make("span", { class: "session-badge" });
        #due = make("span", { class: "due" });
        #verdict = make("div", { class: "verdict-place", role: "status" });
        #voice = make("p", { class: "hidden-text", "aria-live": "polite" });
        #actions = make("div", { class: "actions" });
        #play = make("section", { class: "panel", "aria-label": "how to play it" });
        #drawing = make("section", { class: "panel drawing", "aria-label": "what happens" });
        #text = make("section", { class: "panel", "aria-label": "the scenario" });
        #waiting = make("p", { class: "soft waiting" }, "Nothing has happened yet. It is drawn here as it does. After ten minutes the session is given up.");

        constructor(id, session) {
            this.#id = id;
            this.nodes = [
                make("header", { class: "view-head" }, make("a", { href: "#/sessions", class: "back" }, "Sessions"),
                    make("h1", { tabindex: -1 }, session.title || session.scenario),
                    make("p", { class: "soft" }, `session ${id} · `, this.#scenarioLink(session), " ", this.#state, this.#due)),
                this.#actions, this.#verdict, this.#voice,
                make("div", { class: "session" }, make("div", { class: "session-main" }, this.#play, this.#drawing), this.#text),
            ];
            this.#diagram = new Quintain.Diagram({ client: "client", label: `what happens in session ${id}` });
            this.#diagram.element.hidden = true;
            const whole = make("input", { type: "checkbox", onchange: () => { this.#diagram.isWhole = whole.checked; } });
            this.#drawing.append(make("div", { class: "panel-head" }, make("h2", null, "What happens"),
                make("label", { class: "soft" }, whole, "all fields and bodies")), this.#waiting, this.#diagram.element);
            this.#text.append(make("div", { class: "panel-head" }, make("h2", null, "The scenario")));
            this.tell(session);
        }

        #scenarioLink(session) {
            if (session.posted) return make("span", null, session.scenario === "the text" ? "a text of your own" : session.scenario);
            const file = session.scenario.replace(/#.*$/s, "");
            return make("a", { href: `#/fixtures/${file.split("/").map(encodeURIComponent).join("/")}` }, session.scenario);
        }

        /** How to play it is known once: its origins and its text do not change. */
        async begin() {
            const path = Quintain.path("sessions", this.#id);
            const [session, scenario] = await Promise.all([server.ask("GET", path), server.ask("GET", `${path}/scenario`)]);
            this.#listing = new Quintain.Listing(`${path}/scenario`, { label: "the lines of this run" });
            this.#listing.append(scenario);
            for (const line of this.#dueLines) this.#listing.mark(line, "due");
            this.#text.append(this.#listing.element);
            this.#drawPlay(session, scenario.lines);
            this.tell(session);
        }

        #drawPlay(session, lines) {
            const ca = new URL(`${Quintain.path("sessions", this.#id)}/ca`, location.href).href;
            const commands = Quintain.commandLines(lines, session.origins, ca, server.hasToken);
            const origins = Object.entries(session.origins);
            const isSecure = origins.some(([, url]) => url.startsWith("https:"));
            this.#play.replaceChildren(...[
                make("div", { class: "panel-head" }, make("h2", null, "How to play it")),
                make("dl", { class: "origins" }, ...origins.flatMap(([name, url]) => [
                    make("dt", null, name), make("dd", null, copied(url, `the address of ${name}`)),
                ])),
                commands.length > 0 ? make("p", { class: "soft" }, "With curl, the first request:") : null,
                ...commands.map(command => copied(command, "the command")),
                isSecure ? make("p", { class: "soft" }, "Clients must trust ",
                    make("a", { href: ca, download: "ca.pem", onclick: event => this.#save(event) }, "this authority"), ".") : null,
            ].filter(Boolean));
        }

        /** A link alone would carry no token. */
        async #save(event) {
            event.preventDefault();
            try {
                const pem = await server.text(`${Quintain.path("sessions", this.#id)}/ca`);
                const url = URL.createObjectURL(new Blob([pem], { type: "application/x-pem-file" }));
                make("a", { href: url, download: "ca.pem" }).click();
                setTimeout(() => URL.revokeObjectURL(url), 1_000);
            } catch (error) {
                Quintain.tell(error);
            }
        }

        /** What the list knows of the session now; nothing if the server has forgotten it. */
        tell(session) {
            if (this.#ended && session) return;
            this.#state.replaceChildren(session ? Quintain.stateBadge(session) : make("span", { class: "badge faint" }, "forgotten"));
            // Only the stream of changes tells where a session stands that runs; an answer about it says nothing of that.
            const isOver = !session || session.verdict !== undefined;
            if (isOver || session.events !== undefined) this.#tellDue(session?.due ?? []);
            const path = Quintain.path("sessions", this.#id);
            const button = (text, look, method, part) => make("button", {
                type: "button", class: look, async onclick(event) {
                    event.target.disabled = true;
                    try {
                        await server.ask(method, path + part);
                        if (method === "DELETE") location.hash = "#/sessions";
                    } catch (error) {
                        event.target.disabled = false;
                        Quintain.tell(error);
                    }
                },
            }, text);
            const again = make("button", {
                type: "button", class: isOver ? "primary" : "", async onclick() {
                    try {
                        location.hash = `#/sessions/${(await server.ask("POST", `${path}/again`)).id}`;
                    } catch (error) {
                        Quintain.tell(error);
                    }
                },
            }, "Arm again");
            const made = [
                session?.state === "held" ? button(`Go on${this.#heldAt ? `, behind line ${this.#heldAt}` : ""}`, "primary", "POST", "/go") : null,
                isOver ? null : button("End", "", "POST", "/end"),
                session ? again : null,
                session ? button("Forget", "", "DELETE", "") : null,
                make("a", { class: "button", href: `${path}/transcript?format=text`, onclick: event => this.#transcript(event) }, "Transcript"),
            ].filter(Boolean);
            const focused = this.#actions.contains(document.activeElement) ? document.activeElement.textContent : null;
            if (!session) made.splice(0);
            if (made.map(node => node.textContent).join() === [...this.#actions.children].map(node => node.textContent).join()) return;
            this.#actions.replaceChildren(...made);
            if (focused) (made.find(node => node.textContent === focused) ?? made[0])?.focus();
        }

        /** At which lines it stands. */
        #tellDue(lines) {
            for (const line of this.#dueLines) this.#listing?.unmark(line, "due");
            for (const line of lines) this.#listing?.mark(line, "due");
            this.#dueLines = lines;
            this.#due.replaceChildren(...(lines.length === 0 ? [] : [" waits for ",
                ...lines.flatMap((line, index) => [index > 0 ? ", " : "", make("button", {
                    type: "button", class: "line-link", onclick: () => this.#listing?.reveal(line),
                }, `line ${line}`)])]));
        }

        async #transcript(event) {
            if (!server.hasToken) return;
            event.preventDefault();
            try {
                const text = await server.text(`${Quintain.path("sessions", this.#id)}/transcript?format=text`);
                open(URL.createObjectURL(new Blob([text], { type: "text/plain" })));
            } catch (error) {
                Quintain.tell(error);
            }
        }

        // MARK: Events

        /** Follows the session to its end; the caller tries again when the server was gone. */
        async follow() {
            if (this.#ended) return;
            this.#stop = new AbortController();
            const path = `${Quintain.path("sessions", this.#id)}/events?after=${this.#last}`;
            for await (const { name, data } of server.events(path, this.#stop.signal)) {
                if (name === "end") return this.#end(data);
                const event = name === "left-out" ? { n: data.from, event: "left-out", to: data.to } : data;
                this.#last = name === "left-out" ? data.to : event.n;
                this.#events += 1;
                this.#pending.push(event);
                if (event.event === "act" && event.text === "hold") this.#heldAt = event.line;
                this.#frame ||= requestAnimationFrame(() => this.#draw());
            }
        }

        stop() { this.#stop.abort(); }

        get isEnded() { return this.#ended; }

        #draw() {
            this.#frame = 0;
            const events = this.#pending.splice(0);
            if (events.length === 0) return;
            this.#waiting.hidden = true;
            this.#diagram.element.hidden = false;
            const page = document.scrollingElement;
            const follows = page.scrollTop > 0 && page.scrollHeight - page.scrollTop - innerHeight < 60;
            this.#diagram.append(...events);
            for (const event of events) {
                if (event.line === undefined) continue;
                if (event.event === "broken") this.#listing?.mark(event.line, "broken");
                else this.#listing?.mark(event.line, "done");
            }
            if (follows) page.scrollTop = page.scrollHeight;
            const now = performance.now();
            if (now - this.#said < quiet) return;
            this.#said = now;
            this.#voice.textContent = `${Quintain.count(this.#events, "event")} so far`;
        }

        #end(session) {
            if (this.#ended) return;
            if (this.#frame) cancelAnimationFrame(this.#frame);
            this.#draw();
            this.#diagram.end();
            this.tell(session);
            this.#ended = true;
            this.#waiting.textContent = "Nothing happened.";
            this.#verdict.replaceChildren(this.#verdictOf(session));
        }

        #verdictOf(session) {
            const look = { pass: "good", fail: "bad", warning: "doubt", unable: "doubt", noted: "faint" }[session.verdict];
            const sentence = {
                pass: "Every line happened as it is written.", fail: "The client did not do what it must.",
                warning: "The client did not do what it should.", noted: "The client departed from what is common.",
                unable: "A limit of Quintain was reached, so nothing is known of the client.",
            }[session.verdict];
            const unobserved = session.unobserved > 0
                ? ` ${Quintain.count(session.unobserved, "line")} of the delegate could not be observed.` : "";
            return make("div", { class: `verdict-box ${look}` },
                make("p", null, make("strong", null, session.verdict), ` ${sentence}${unobserved}`),
                session.breaches.length > 0 ? make("ol", { class: "breaches" }, ...session.breaches.map(breach => make("li", null,
                    breach.line === undefined ? null : make("button", {
                        type: "button", class: "line-link", onclick: () => this.#listing?.reveal(breach.line),
                    }, `line ${breach.line}`),
                    make("span", null, ...marked(breach.text), " ", make("code", { class: "soft rule" }, breach.rule)),
                    ...(breach.follows ?? []).map(more => make("p", { class: "soft" },
                        `so ${more.line === undefined ? "" : `line ${more.line}: `}`, ...marked(more.text)))))) : null);
        }
    }

    Quintain.SessionView = SessionView;
})();
