// live-routes.js: routes that were posted, and what routes were asked.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, server } = Quintain;
    const shownAtMost = 200;

    /** Puts a text of routes into service, and goes to where it is shown. */
    Quintain.serve = async text => {
        try {
            await server.ask("POST", "/routes", { text });
            location.hash = "#/routes";
        } catch (error) {
            Quintain.tell(error);
        }
    };

    class Routes {
        #addresses = make("p", { class: "soft" });
        #sheets = make("ul", { class: "sheets" });
        #none = make("p", { class: "soft" });
        #keep = make("button", { type: "button", class: "primary", onclick: () => this.#begin() }, "Keep requests");
        #end = make("button", { type: "button", onclick: () => this.#finish() }, "Keep no more");
        #clear = make("button", { type: "button", onclick: () => this.#begin() }, "Forget these");
        #count = make("p", { class: "soft", role: "status" });
        #requests = make("ol", { class: "requests" });
        /** The newest requests, by number. */
        #kept = [];
        #seen = 0;
        #reading = null;
        #isDue = false;
        #areSheetsDue = false;
        /** The server says so: a question after a journal that is not there would be refused. */
        hasJournal = false;

        constructor() {
            this.nodes = [
                make("header", { class: "view-head" }, make("h1", { tabindex: -1 }, "Routes"), this.#addresses),
                make("section", { "aria-label": "posted routes" }, make("h2", null, "Posted"), this.#sheets, this.#none),
                make("section", { "aria-label": "requests" }, make("h2", null, "Requests"),
                    make("div", { class: "actions" }, this.#keep, this.#clear, this.#end), this.#count, this.#requests),
            ];
        }

        /** Reads what has changed; changes that come meanwhile are read once, afterwards. */
        async read(isOnlyJournal = false) {
            this.#isDue = true;
            this.#areSheetsDue ||= !isOnlyJournal;
            this.#reading ??= (async () => {
                try {
                    while (this.#isDue) {
                        this.#isDue = false;
                        // Drawn anew, texts that are open would close.
                        if (this.#areSheetsDue) await this.#readSheets();
                        await this.#readRequests();
                    }
                } finally {
                    this.#reading = null;
                }
            })();
            return this.#reading;
        }

        async #ask(method, path, body) {
            try {
                await server.ask(method, path, body);
                await this.read();
            } catch (error) {
                Quintain.tell(error);
            }
        }

        #begin() {
            this.hasJournal = true;
            [this.#kept, this.#seen] = [[], 0];
            return this.#ask("POST", "/requests", {});
        }

        #finish() {
            this.hasJournal = false;
            return this.#ask("DELETE", "/requests");
        }

        async #readSheets() {
            this.#areSheetsDue = false;
            const addresses = (Quintain.routes ?? []).flatMap((address, index) => [index > 0 ? " and " : "", make("code", null, address)]);
            this.#addresses.replaceChildren("They answer any number of requests", ...(addresses.length > 0 ? [" at ", ...addresses] : []), ".");
            const { routes } = await server.ask("GET", "/routes");
            this.#sheets.replaceChildren(...routes.map(sheet => this.#sheet(sheet)));
            this.#none.replaceChildren(...(routes.length > 0 ? ["They stand before the routes of files."]
                : ["None yet. ", make("a", { href: "#/try" }, "Write some"), " with a first line ", make("code", null, "routes"), "."]));
        }

        #sheet(sheet) {
            const path = Quintain.path("routes", sheet.id);
            const text = make("div", { class: "sheet-text" });
            const details = make("details", {
                async ontoggle() {
                    if (!details.open || text.childElementCount > 0) return;
                    try {
                        const listing = new Quintain.Listing(path, { label: `the text of routes ${sheet.id}`, diagnostics: sheet.diagnostics ?? [] });
                        listing.append(await server.ask("GET", path));
                        text.replaceChildren(listing.element);
                    } catch (error) {
                        Quintain.tell(error);
                    }
                },
            }, make("summary", null, make("span", { class: "sheet-title" }, sheet.title || `routes/${sheet.id}`),
                make("span", { class: "soft" }, Quintain.count(sheet.exchanges, "route"))), text);
            const away = make("button", {
                type: "button", "aria-label": `take ${sheet.title || `routes/${sheet.id}`} away`, onclick: () => this.#ask("DELETE", path),
            }, "Take away");
            return make("li", null, details, away);
        }

        async #readRequests() {
            const journal = this.hasJournal ? await this.#readJournal() : undefined;
            if (journal === undefined) [this.#kept, this.#seen] = [[], 0];
            this.#kept = this.#kept.slice(-shownAtMost);
            this.#keep.hidden = journal !== undefined;
            this.#end.hidden = this.#clear.hidden = journal === undefined;
            this.#count.textContent = journal === undefined ? "Requests to routes are not kept." : Quintain.count(journal.count, "request")
                + (journal.count > this.#kept.length ? `, the newest ${this.#kept.length} of them` : "");
            const open = new Set([...this.#requests.querySelectorAll("details[open]")].map(node => node.dataset.request));
            this.#requests.replaceChildren(...this.#kept.toReversed().map(request => this.#request(request, open)));
        }

        /** Adds the requests that are new; undefined: the journal has ended meanwhile. */
        async #readJournal() {
            try {
                for (;;) {
                    const journal = await server.ask("GET", `/requests?since=${this.#seen}`);
                    // It has begun anew: what is shown is of the one before.
                    if (journal.count < this.#seen) {
                        [this.#kept, this.#seen] = [[], 0];
                        continue;
                    }
                    this.#kept.push(...journal.requests);
                    this.#seen = this.#kept.at(-1)?.n ?? 0;
                    if (journal.requests.length === 0 || this.#seen >= journal.count) return journal;
                }
            } catch (error) {
                if (error.slug === "no-journal") return undefined;
                throw error;
            }
        }

        #request(request, open) {
            const head = request.header.map(([name, value]) => `${name}: ${value}`).join("\n");
            const body = request.body ?? (request.hex === undefined ? "" : `(hex) ${request.hex}`);
            const text = [head, body, request.cut ? "(the rest is not kept)" : ""].filter(part => part !== "").join("\n\n");
            return make("li", null, make("details", { "data-request": String(request.n), open: open.has(String(request.n)) },
                make("summary", null, make("span", { class: "session-number" }, String(request.n)),
                    make("code", { class: "request-line" }, `${request.method} ${request.target}`),
                    request.route === null ? make("span", { class: "badge bad" }, "no route") : make("span", { class: "soft" }, request.route)),
                make("pre", null, text)));
        }
    }

    Quintain.Routes = Routes;
})();
