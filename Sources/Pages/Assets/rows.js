// rows.js: what happened, as the rows of a sequence diagram; draws nothing yet.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// One event is rarely a row of its own: a request's line, fields and body are one message, and so are the messages of a
// handshake that one side sends in a row.
"use strict";

(() => {
    /** What each kind of event becomes: a row, or nothing where it only adds to the one before. */
    const kinds = {
        "opened": (rows, event) => {
            rows.open(event.connection, event.origin);
            return { form: "arrow", way: "in", look: "opening", title: `connection ${event.connection} to ${event.origin}` };
        },
        "closed": (rows, event) => {
            rows.connection(event.connection).isClosed = true;
            const verb = event.how === "reset" ? "reset" : "closed";
            return {
                form: "arrow", way: event.by === "server" ? "out" : "in", look: event.how === "reset" ? "ending torn" : "ending",
                title: `connection ${event.connection} ${verb} by the ${event.by}`, closes: event.connection,
            };
        },
        "tls": (rows, event) => {
            const way = event.by === "server" ? "out" : "in";
            const last = rows.last;
            if (last?.look === "handshake" && last.way === way && last.connection === event.connection) {
                last.title += `, ${event.text}`;
                return null;
            }
            return { form: "arrow", way, look: "handshake", title: `TLS ${event.text}` };
        },
        "frame": (rows, event) => ({
            form: "arrow", way: event.by === "server" ? "out" : "in", look: "handshake", title: event.text,
        }),
        "received": (rows, event) => rows.part(event, "in", "request"),
        "request-ended": (rows, event) => {
            if (!event.body) return null;
            const last = rows.last;
            const sentence = `whole, ${Quintain.count(event.body, "byte")} of body`;
            if (last?.message && last.way === "in" && last.connection === event.connection) {
                last.end = sentence;
                return null;
            }
            return { form: "remark", title: `the request is ${sentence}` };
        },
        "deviation": (rows, event) => ({
            form: "band", look: "doubt", word: "deviation", title: `${event.text}, at byte ${event.offset}`,
            rule: event.rule, citation: event.citation,
        }),
        "sent": (rows, event) => rows.part(event, "out", "reply"),
        "act": (rows, event) => ({ form: "box", look: "act", title: event.text }),
        "awaited": (rows, event) => ({ form: "box", look: "seen", title: event.text }),
        "order": (rows, event) => {
            rows.hasApp = true;
            return { form: "arrow", zone: "app", way: "out", look: "order", title: event.text };
        },
        "callback": (rows, event) => {
            rows.hasApp = true;
            if (event.question !== undefined) rows.asked.set(event.question, event.lane);
            return { form: "arrow", zone: "app", way: "in", look: "callback", title: event.text };
        },
        "answer": (rows, event) => {
            rows.hasApp = true;
            return { form: "arrow", zone: "app", way: "out", look: "answer", title: event.text, lane: rows.asked.get(event.question) };
        },
        "branch": (rows, event) => ({ form: "divider", title: event.text }),
        "broken": (rows, event) => rows.broken(event),
        "note": (rows, event) => ({ form: "remark", title: event.text }),
        "left-out": (rows, event) => ({
            form: "divider", title: `${Quintain.count(event.to - event.n + 1, "event")} left out`,
        }),
    };

    const looks = { failure: "bad", warning: "doubt", noted: "faint" };

    /** A stillness of so many microseconds is shown. */
    const stillness = 100_000;

    /** The rows of one run. */
    class Rows {
        all = [];
        /** By number; each with its origin, and with a slot of its own among those of its origin that are open at once. */
        connections = new Map();
        /** By name, with the number of slots. */
        origins = new Map();
        hasApp = false;
        /** In which lane each question was asked. */
        asked = new Map();
        #findings;

        constructor(findings = []) { this.#findings = findings.slice(); }

        get last() { return this.all.at(-1); }

        /** Takes in an event. The first row that is another now; those behind it are new. */
        take(event) {
            const before = this.all.length;
            const last = this.last;
            const made = [(kinds[event.event] ?? unknown)(this, event)].flat().filter(Boolean);
            for (const row of made) {
                if (last && event.us - last.until >= stillness) this.#add({ form: "gap", us: last.until, until: event.us });
                const { n, us, connection, line } = event;
                const lane = event.lane ?? row.lane;
                const place = connection === undefined ? undefined : this.connection(connection);
                if (row.look === "opening") place.from = this.all.length;
                this.#add({ ...row, n, us, connection, place, lane, line });
            }
            if (this.last && event.us !== undefined) this.last.until = event.us;
            this.#draw(finding => finding.event !== undefined && finding.event === event.n, event);
            return made.length > 0 ? before : Math.max(0, before - 1);
        }

        /** All has been told: what broke and stands at no event comes now. */
        end() {
            const before = this.all.length;
            this.#draw(() => true, this.last ?? {});
            return before;
        }

        #add(row) {
            row.until = row.until ?? row.us;
            this.all.push(row);
        }

        #draw(isDue, event) {
            for (const finding of this.#findings.filter(isDue)) {
                this.#findings.splice(this.#findings.indexOf(finding), 1);
                this.#add({
                    ...band(finding.severity, finding.text, finding), us: event.us ?? event.until, n: event.n, line: finding.line,
                });
            }
        }

        broken(event) {
            const fits = finding => finding.text === event.text && (finding.line === undefined || finding.line === event.line);
            const index = this.#findings.findIndex(fits);
            const finding = index < 0 ? undefined : this.#findings.splice(index, 1)[0];
            const row = band(event.severity, event.text, finding);
            // What follows from another mistake is none of its own.
            return event.follows === undefined ? row : { ...row, look: looks.noted, word: "so" };
        }

        // MARK: Connections

        open(number, name) {
            const taken = new Set();
            for (const other of this.connections.values()) if (other.origin === name && !other.isClosed) taken.add(other.slot);
            let slot = 0;
            while (taken.has(slot) && slot < 5) slot += 1;
            this.connections.set(number, { number, origin: name, slot, isClosed: false, from: 0 });
            this.origins.set(name, Math.max(this.origins.get(name) ?? 0, slot + 1));
        }

        /** One whose opening was not seen has been there from the beginning. */
        connection(number) {
            if (!this.connections.has(number)) {
                this.open(number, this.origins.keys().next().value ?? "server");
            }
            return this.connections.get(number);
        }

        // MARK: Messages

        part(event, way, look) {
            this.connection(event.connection);
            const last = this.last;
            if (event.part === "raw" && !isWithinHead(last, event, way)) return this.#raw(event, way, look);
            const goesOn = last?.message && last.way === way && last.connection === event.connection && event.part !== "start"
                && !last.message.isRaw && (last.message.refusal === (event.part === "refusal"));
            const message = goesOn ? last.message : { start: null, fields: [], body: [], bytes: 0, frames: 0, refusal: event.part === "refusal" };
            const text = shown(event);
            switch (event.part) {
            case "start": message.start = text.replace(/ HTTP\/1\.1$/, "").replace(/^HTTP\/1\.1 /, ""); break;
            case "field": case "trailer": message.fields.push({ text, line: event.line, trailer: event.part === "trailer" }); break;
            case "added": message.fields.push({ text, added: true }); break;
            case "raw": message.fields.push({ text, line: event.line, raw: true }); break;
            case "headEnd": message.hasHeadEnd = true; break;
            case "chunk": message.frames += 1; break;
            case "lineEnd": break;
            case "refusal": message.start ??= text.split("\r\n")[0].replace(/^HTTP\/1\.1 /, ""); break;
            default:
                message.bytes += event.bytes;
                if (message.body.length < 40) message.body.push(text);
            }
            if (goesOn) return null;
            // A frame or a line end alone says nothing before what it belongs to has come.
            return { form: "arrow", way, look: message.refusal ? `${look} refusal` : look, message, title: null };
        }

        /** Raw bytes are shown as they are, but for replies that have their whole head. */
        #raw(event, way, look) {
            const replies = way === "out" && event.text !== undefined ? repliesWithin(event.text) : [];
            if (replies.length > 0) {
                // A long text has only its beginning here.
                const length = ({ body, before }, index) => index < replies.length - 1 ? size(body) : event.bytes - before;
                return replies.map((reply, index) => ({
                    form: "arrow", way, look, title: null, message: {
                        start: reply.start.replace(/^HTTP\/1\.1 /, ""), fields: reply.fields.map(text => ({ text, line: event.line })),
                        body: [reply.body].filter(Boolean), bytes: length(reply, index), frames: 0, isRaw: true,
                    },
                }));
            }
            const last = this.last;
            if (last?.message?.isRaw && last.way === way && last.connection === event.connection) {
                last.message.bytes += event.bytes;
                if (last.message.body.length < 40) last.message.body.push(shown(event, true));
                return null;
            }
            const message = { start: null, fields: [], body: [shown(event, true)], bytes: event.bytes, frames: 0, isRaw: true };
            return { form: "arrow", way, look: "raw", message, title: null };
        }
    }

    /** Raw bytes above the end of a head are a field of it. */
    function isWithinHead(last, event, way) {
        return Boolean(last?.message) && last.way === way && last.connection === event.connection && last.message.start !== null
            && !last.message.isRaw && !last.message.hasHeadEnd;
    }

    /** Replies that stand in raw bytes one behind the other: each ends where its length says, else where the next begins. */
    function repliesWithin(text) {
        const replies = [];
        let rest = text;
        while (rest !== "") {
            const head = /^(HTTP\/\d\.\d \d{3}[^\r\n]*)\r\n((?:[^\r\n]+\r\n)*)\r\n/.exec(rest);
            // What is left over is the end of the last body, or no reply at all.
            if (!head) {
                if (replies.length > 0) replies.at(-1).body += rest;
                return replies;
            }
            const fields = head[2].split("\r\n").slice(0, -1);
            const length = fields.map(field => /^content-length:[ \t]*(\d+)[ \t]*$/i.exec(field)?.[1]).find(Boolean);
            rest = rest.slice(head[0].length);
            const next = rest.search(/HTTP\/\d\.\d \d{3}[^\r\n]*\r\n/);
            const body = length !== undefined ? beginning(rest, Number(length)) : next < 0 ? rest : rest.slice(0, next);
            replies.push({ start: head[1], fields, body, before: size(text) - size(rest) });
            rest = rest.slice(body.length);
        }
        return replies;
    }

    /** How many bytes a text has, and the text of the first bytes. */
    const size = text => new TextEncoder().encode(text).length;
    const beginning = (text, bytes) => new TextDecoder().decode(new TextEncoder().encode(text).slice(0, bytes));

    function band(severity, text, finding) {
        return { form: "band", look: looks[severity] ?? "bad", word: severity, title: text, rule: finding?.rule, citation: finding?.citation };
    }

    /** Events may be added: what nobody here knows is told by its name. */
    function unknown(rows, event) {
        return { form: "remark", title: event.text === undefined ? event.event : `${event.event}: ${event.text}` };
    }

    /** The bytes of an event as a line of text. */
    function shown(event, isWhole = false) {
        if (event.from !== undefined) return `{{bytes ${event.bytes}${event.from === 0 ? "" : ` from=${event.from}`}}}`;
        if (event.hex !== undefined) return `{{hex "${event.hex}"}}`;
        return isWhole ? event.text ?? "" : (event.text ?? "").replace(/\r?\n$/, "");
    }

    // MARK: What a row says

    /**
     * The title of a row, and the lines below it: all that there is, or what lines of the scenario ask for.
     * Each line has `text`, and `asked` if a line of the scenario is about it.
     */
    Quintain.rowText = (row, isWhole) => {
        const message = row.message;
        if (!message) return { title: row.title, details: [] };
        if (message.isRaw && message.start === null) {
            return { title: message.body.join(""), details: [{ text: Quintain.count(message.bytes, "raw byte") }] };
        }
        const fields = message.fields.slice();
        const body = message.body.join("").split(/\r?\n/).filter(line => line !== "");
        let title = message.start;
        if (title === null && fields.length > 0) title = fields.shift().text;
        if (title === null && message.bytes > 0) title = `body, ${Quintain.count(message.bytes, "byte")}`;
        if (title === null) title = message.hasHeadEnd ? "end of the head" : "frame of a chunk";
        const details = [];
        const asked = fields.filter(field => isWhole || field.line !== undefined).slice(0, isWhole ? 200 : 8);
        for (const field of asked) {
            const remark = field.added ? "  (added)" : field.trailer ? "  (trailer)" : field.raw ? "  (raw)" : "";
            details.push({ text: field.text + remark, asked: field.line !== undefined });
        }
        const more = fields.length - asked.length;
        if (more > 0) details.push({ text: `${asked.length > 0 ? "and " : ""}${Quintain.count(more, "field")}${asked.length > 0 ? " more" : ""}` });
        const sample = body.slice(0, isWhole ? 40 : 2);
        for (const line of sample) details.push({ text: line, asked: true });
        if (message.bytes > 0 && (body.length > sample.length || row.message.start !== null)) {
            details.push({ text: Quintain.count(message.bytes, "byte") + " of body" });
        }
        if (message.isRaw) details.push({ text: "written as raw bytes" });
        if (message.refusal) details.push({ text: "no line asks for this reply" });
        if (row.end && isWhole) details.push({ text: row.end });
        return { title, details };
    };

    /** The row in one sentence, for those who hear it. */
    Quintain.rowSentence = row => {
        const { title, details } = Quintain.rowText(row, false);
        const parties = {
            "wire in": "client to server", "wire out": "server to client", "app in": "client to app", "app out": "app to client",
        };
        const lead = [];
        if (row.us !== undefined) lead.push(`${Quintain.clock(row.us)} ms`);
        if (row.form === "arrow") lead.push(parties[`${row.zone ?? "wire"} ${row.way}`]);
        if (row.form === "box") lead.push(row.look === "seen" ? "seen" : "server");
        if (row.form === "band") lead.push(row.word);
        if (row.form === "gap") return `${Quintain.clock(row.until - row.us)} ms of silence`;
        if (row.lane) lead.push(`lane ${row.lane}`);
        if (row.connection !== undefined) lead.push(`connection ${row.connection}`);
        const more = [row.rule && `rule ${row.rule}`, row.citation, row.line !== undefined && `line ${row.line} of the scenario`];
        const text = [title, ...details.map(detail => detail.text), ...more.filter(Boolean)].join("; ");
        return Quintain.visible(`${lead.join(", ")}: ${text}`);
    };

    /** Milliseconds, as exactly as anybody reads them. */
    Quintain.clock = microseconds => {
        const milliseconds = microseconds / 1000;
        if (milliseconds >= 100) return Math.round(milliseconds).toLocaleString("en");
        return milliseconds.toFixed(milliseconds < 10 ? 2 : 1);
    };

    Quintain.Rows = Rows;
    Quintain.kinds = Object.keys(kinds);
})();
