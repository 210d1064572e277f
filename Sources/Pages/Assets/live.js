// live.js: the live page of `quintain serve`: which view is shown, and whether the server is there.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make, server } = Quintain;

    const fixtures = new Quintain.FixtureList();
    const routes = new Quintain.Routes();
    const sessions = new Quintain.Sessions();

    // MARK: The frame

    const tabs = [["fixtures", "Fixtures"], ["try", "Try"], ["routes", "Routes"], ["sessions", "Sessions"]].map(([name, text]) => ({
        name, node: make("a", { href: `#/${name}` }, text),
    }));
    const running = make("span", { class: "count", hidden: true });
    tabs[3].node.append(running);
    const banner = make("p", { class: "banner bad", role: "alert", hidden: true });
    const notice = make("div", { class: "toast", role: "alert" });
    const version = make("span", { class: "soft version" });
    const side = make("aside", { class: "side" }, fixtures.element);
    const main = make("main", { id: "main" });
    document.body.append(
        make("a", { class: "skip", href: "#main", onclick: event => { event.preventDefault(); focusHeading(); } }, "to the content"),
        make("header", { class: "top" }, make("a", { class: "brand", href: "#/fixtures" }, "Quintain"),
            make("nav", { class: "tabs", "aria-label": "views" }, ...tabs.map(tab => tab.node)),
            make("div", { class: "top-end" }, version, Quintain.themeSwitch())),
        banner, make("div", { class: "frame" }, side, main), notice);

    function focusHeading() { (main.querySelector("h1") ?? main).focus(); }

    /** Says what went wrong, where everybody sees it. */
    Quintain.tell = error => {
        const close = make("button", { type: "button", class: "quiet", "aria-label": "close", onclick: () => notice.replaceChildren() }, "Close");
        notice.replaceChildren(make("div", { class: "toast-box bad" },
            make("div", null, make("p", null, error instanceof TypeError ? "the server cannot be reached" : error.message),
                error.help ? make("p", { class: "soft" }, error.help) : null), close));
    };

    // MARK: Arming

    Quintain.arm = async order => {
        notice.replaceChildren();
        try {
            const session = await server.ask("POST", "/sessions", order);
            location.hash = `#/sessions/${session.id}`;
        } catch (error) {
            Quintain.tell(error);
        }
    };

    // MARK: Views

    let open = null;
    let turn = 0;
    let isFirst = true;

    /** `isAgain`: the same view, because what it shows has changed; whoever reads it stays where they are. */
    async function show(isAgain = false) {
        const mine = ++turn;
        const [view, ...rest] = location.hash.replace(/^#\/?/, "").split("/").map(decode);
        const name = ["fixtures", "try", "routes", "sessions"].includes(view) ? view : "fixtures";
        const argument = rest.join("/");
        for (const tab of tabs) tab.node.setAttribute("aria-current", tab.name === name ? "page" : "false");
        open?.stop();
        open = null;
        document.body.dataset.view = name;
        document.body.dataset.detail = String(argument !== "");
        side.hidden = name !== "fixtures";
        let nodes;
        try {
            if (name === "fixtures" && !fixtures.isRead) await fixtures.read();
            if (name === "fixtures") fixtures.show(argument);
            nodes = await content(name, argument, mine);
        } catch (error) {
            nodes = [make("header", { class: "view-head" }, make("h1", { tabindex: -1 }, "Not there"),
                make("p", null, error instanceof TypeError ? "The server cannot be reached." : error.message),
                error.help ? make("p", { class: "soft" }, error.help) : null)];
        }
        if (mine !== turn) return;
        main.replaceChildren(...nodes.filter(Boolean));
        document.title = `${main.querySelector("h1")?.textContent ?? "Quintain"} · Quintain`;
        // Who came by a link is led to what it shows; who opened the page stays at its top.
        if (!isFirst && !isAgain && (argument !== "" || name !== "fixtures")) {
            focusHeading();
            scrollTo(0, 0);
        }
        isFirst = false;
        if (open) follow(open);
    }

    async function content(name, argument, mine) {
        if (name === "try") return Quintain.tryView();
        if (name === "routes") {
            await routes.read();
            return routes.nodes;
        }
        if (name === "sessions" && argument !== "") return session(Number(argument), mine);
        if (name === "sessions") return sessions.nodes;
        if (argument !== "") {
            const back = make("a", { href: "#/fixtures", class: "back only-narrow" }, "Fixtures");
            return [back, ...await Quintain.fixtureView(argument, fixtures.fixture(argument))];
        }
        return [make("div", { class: "welcome" }, make("h1", { tabindex: -1 }, "Choose a fixture"),
            make("p", null, "A fixture is a transcript: what a client has to send, and what it gets. Armed, it stands on ports of its own and waits for your client."),
            make("p", null, "Or ", make("a", { href: "#/try" }, "write one"), "."))];
    }

    async function session(id, mine) {
        const summary = await server.ask("GET", Quintain.path("sessions", id));
        const view = new Quintain.SessionView(id, summary);
        await view.begin();
        if (mine === turn) open = view;
        const told = sessions.get(id);
        if (told) view.tell(told);
        return view.nodes;
    }

    function decode(text) {
        try { return decodeURIComponent(text); } catch { return text; }
    }

    addEventListener("hashchange", () => show());
    addEventListener("keydown", event => {
        if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey) return;
        if (event.target.closest?.("input, textarea, select, dialog") || side.hidden) return;
        event.preventDefault();
        fixtures.search();
    });

    // MARK: The server, there and gone

    let identity = null;
    let isGone = false;
    let stop = new AbortController();

    const rest = milliseconds => new Promise(done => { setTimeout(done, milliseconds); });
    const isSeen = () => document.visibilityState === "visible";
    /** Until somebody looks: a page that nobody sees holds no connection. */
    const seen = () => new Promise(done => {
        if (isSeen()) return done();
        document.addEventListener("visibilitychange", function look() {
            if (!isSeen()) return;
            document.removeEventListener("visibilitychange", look);
            done();
        });
    });
    document.addEventListener("visibilitychange", () => {
        if (isSeen()) return;
        stop.abort();
        open?.stop();
    });

    async function listen() {
        for (let pause = 250; ;) {
            await seen();
            stop = new AbortController();
            try {
                for await (const { name, data } of server.events("/changes", stop.signal)) {
                    pause = 250;
                    take(name, data);
                }
            } catch (error) {
                if (error instanceof Quintain.Refusal && error.status === 401) await entered();
            }
            if (!isSeen()) continue;
            lost();
            await rest(pause);
            pause = Math.min(pause * 2, 4_000);
        }
    }

    function take(name, data) {
        if (name === "begin") {
            const isOther = identity !== null && identity !== data.server;
            identity = data.server;
            version.textContent = data.version;
            Quintain.routes = data.routes;
            // Those that were forgotten meanwhile are not told of again.
            sessions.clear();
            routes.hasJournal = false;
            tellRunning();
            if (isGone) {
                isGone = false;
                banner.hidden = true;
                Quintain.tryAgain();
                if (isOther || main.querySelector("h1")?.textContent === "Not there") show(true);
            }
        } else if (name === "fixtures") {
            const isNews = fixtures.isRead;
            fixtures.read().then(() => { if (isNews && document.body.dataset.view === "fixtures") show(true); }, () => {});
        } else if (name === "routes" || name === "requests") {
            if (name === "requests") routes.hasJournal = data.count !== null;
            if (document.body.dataset.view === "routes") routes.read(name === "requests").catch(() => {});
        } else {
            sessions.take(name, data);
        }
    }

    function lost() {
        isGone = true;
        banner.textContent = "The server is gone. This page comes back with it.";
        banner.hidden = false;
    }

    sessions.onchange = id => {
        const path = location.hash.split("/");
        if (open && path[1] === "sessions" && Number(path[2]) === id) open.tell(sessions.get(id));
        tellRunning();
    };

    function tellRunning() {
        running.textContent = String(sessions.running);
        running.hidden = sessions.running === 0;
        running.setAttribute("title", `${sessions.running} running`);
    }

    /** Draws a session while it is the one that is shown. */
    async function follow(view) {
        while (view === open && !view.isEnded) {
            await seen();
            try {
                await view.follow();
            } catch (error) {
                if (error instanceof Quintain.Refusal && error.status === 404) {
                    view.tell(undefined);
                    return;
                }
            }
            do await rest(500); while (isGone);
        }
    }

    // MARK: The token

    let asking = null;

    function entered() {
        asking ??= new Promise(done => {
            const field = make("input", { type: "password", id: "token", autocomplete: "off", required: true });
            const form = make("form", {
                class: "token", onsubmit(event) {
                    event.preventDefault();
                    server.token = field.value;
                    asking = null;
                    dialog.close();
                    dialog.remove();
                    done();
                    show();
                },
            }, make("h1", { id: "asks" }, "This server asks for a token"), make("label", { for: "token" }, "What ", make("code", null, "quintain serve --token"), " was given"),
                field, make("button", { type: "submit", class: "primary" }, "Go on"));
            const dialog = make("dialog", { "aria-labelledby": "asks", oncancel: event => event.preventDefault() }, form);
            document.body.append(dialog);
            dialog.showModal();
        });
        return asking;
    }

    show();
    listen();
})();
