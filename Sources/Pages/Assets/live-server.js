// live-server.js: asks the server that the page came from, and listens to it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// The resources are those of docs/control-api.md. Streams are read with fetch: an EventSource cannot send a token.
"use strict";

(() => {
    const key = "quintain-token";

    // A page may be without storage.
    function remembered() { try { return sessionStorage.getItem(key) ?? ""; } catch { return ""; } }
    function remember(token) { try { sessionStorage.setItem(key, token); } catch { /* it lasts for this visit */ } }

    /** What the server refuses, in its own words. */
    class Refusal extends Error {
        constructor(status, { slug, message, help } = {}) {
            super(message ?? `the server answers ${status}`);
            Object.assign(this, { status, slug, help });
        }
    }

    class Server {
        #token = remembered();
        /** Called when a token is wanted. */
        ontoken = () => {};

        set token(value) {
            this.#token = value;
            remember(value);
        }

        get hasToken() { return this.#token !== ""; }

        /** The answer's object. */
        async ask(method, path, body, signal) {
            const response = await this.#send(method, path, body, signal);
            return response.json();
        }

        async text(path) {
            const response = await this.#send("GET", path);
            return response.text();
        }

        /** The events of a stream, until it ends: `{ name, data }`. */
        async *events(path, signal) {
            const response = await this.#send("GET", path, undefined, signal);
            const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
            let rest = "";
            while (true) {
                const { value, done } = await reader.read();
                if (done) return;
                const parts = (rest + value).split("\n\n");
                rest = parts.pop();
                for (const part of parts) {
                    const event = { name: "message", data: "" };
                    for (const line of part.split("\n")) {
                        if (line.startsWith("event: ")) event.name = line.slice(7);
                        if (line.startsWith("data: ")) event.data += line.slice(6);
                    }
                    if (event.data !== "") yield { name: event.name, data: JSON.parse(event.data) };
                }
            }
        }

        async #send(method, path, body, signal) {
            const headers = this.#token === "" ? {} : { Authorization: `Bearer ${this.#token}` };
            const response = await fetch(path, {
                method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body),
                cache: "no-store", credentials: "omit",
            });
            if (response.ok) return response;
            let told = {};
            try { told = (await response.json()).error ?? {}; } catch { /* it is not our server that answers */ }
            if (response.status === 401) this.ontoken();
            throw new Refusal(response.status, told);
        }
    }

    /** The path of a resource whose name may hold anything; slashes stay. */
    Quintain.path = (...parts) => `/${parts.map(part => String(part).split("/").map(encodeURIComponent).join("/")).join("/")}`;

    Quintain.Refusal = Refusal;
    Quintain.server = new Server();
})();
