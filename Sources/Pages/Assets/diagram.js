// diagram.js: draws what happened as a sequence diagram, event by event.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Events are those of a transcript, version 1 (docs/transcript.md), as objects: the `events` of a report, the lines of
// `quintain play --json`, the messages of GET /sessions/ID/events. Needs page.js, rows.js, theme.css and diagram.css.
//
//     const diagram = new Quintain.Diagram({ client: "curl", label: "redirects/chain.scenario with curl" });
//     place.append(diagram.element);        it is as wide as its place, and follows it
//     diagram.append(event, …);             draws them below what is there; as often as they come
//     diagram.isWhole = true;               all fields and bodies, not only those that the scenario asks for
//     diagram.end();                        no more events: findings that stand at none of them are drawn
//
// Options, all of which may be left out: `client`, a name; `label`, what the drawing is for those who hear it; `isWhole`;
// `findings`, as cases of a report have them, which give broken lines their rule and citation, and are drawn behind the
// event that they name; `onrule(name)` for a click on a rule.
//
//     clock │ origins, and their connections │ what went over the wire │ client │ callbacks, decisions │ app
"use strict";

(() => {
    const { draw, make, visible } = Quintain;
    const rowsAtMost = 2_000;
    /** What is higher than that is cut for paper. */
    const stripHeight = 200;

    class Diagram {
        #rows;
        #options;
        #head = draw("svg", { class: "diagram-head", "aria-hidden": "true" });
        #body = draw("svg", { role: "list" });
        #lines = draw("g", { "aria-hidden": "true" });
        #bars = draw("g", { "aria-hidden": "true" });
        #drawn = draw("g", { role: "presentation" });
        /** Of each row that is drawn: its node, where it begins, where it ends, and where its arrow is. */
        #places = [];
        #lanes = null;
        #isWhole;
        #width = 0;
        #undrawn = 0;

        constructor(options = {}) {
            this.#options = options;
            this.#rows = new Quintain.Rows(options.findings);
            this.#isWhole = options.isWhole ?? false;
            this.#body.setAttribute("aria-label", options.label ?? "what happened, in order");
            this.#body.append(this.#lines, this.#bars, this.#drawn);
            this.element = make("div", { class: "diagram" }, this.#head, this.#body);
            new ResizeObserver(() => this.#layOut()).observe(this.element);
        }

        get isWhole() { return this.#isWhole; }
        set isWhole(value) {
            this.#isWhole = value;
            this.#layOut(true);
        }

        append(...events) {
            let from = Infinity;
            for (const event of events) {
                if (this.#rows.all.length >= rowsAtMost) this.#undrawn += 1;
                else from = Math.min(from, this.#rows.take(event));
            }
            if (this.#width > 0 && from < Infinity) this.#drawFrom(from);
        }

        end() {
            const from = this.#rows.end();
            if (this.#undrawn > 0) {
                this.#rows.all.push({ form: "divider", title: `${Quintain.count(this.#undrawn, "event")} more are not drawn` });
            }
            if (this.#width > 0) this.#drawFrom(from);
        }

        // MARK: Paper

        /** Puts strips in the place of the drawing, which as a whole could not go on on the next page. */
        cut() {
            this.mend();
            this.element.append(make("div", { class: "strips", "aria-hidden": "true" }, ...this.#places.flatMap(place => this.#strips(place))));
        }

        mend() { this.element.querySelector(".strips")?.remove(); }

        /** A row, cut between its lines if it is high. */
        #strips({ node, top, bottom }) {
            const cuts = [top];
            for (const text of node.querySelectorAll("text")) {
                const below = top + Number(text.getAttribute("y")) + 5;
                if (below - cuts.at(-1) > stripHeight && below < bottom) cuts.push(below);
            }
            return cuts.map((from, index) => draw("svg", { viewBox: `0 ${from} ${this.#width} ${(cuts[index + 1] ?? bottom) - from}` },
                this.#lines.cloneNode(true), this.#bars.cloneNode(true), node.cloneNode(true)));
        }

        // MARK: Laying out

        #layOut(isForced = false) {
            const width = Math.floor(this.element.clientWidth);
            if (width === 0 || width === this.#width && !isForced) return;
            this.#width = width;
            this.#lanes = null;
            this.#drawFrom(0);
        }

        #drawFrom(first) {
            const lanes = new Lanes(this.#width, this.#rows, this.element);
            if (lanes.key !== this.#lanes?.key) {
                this.#lanes = lanes;
                this.element.style.setProperty("--title", lanes.titleSize);
                this.element.style.setProperty("--detail", lanes.detailSize);
                first = 0;
                this.#drawHead();
            }
            for (const place of this.#places.splice(first)) place.node.remove();
            let y = first > 0 ? this.#places[first - 1].bottom : 6;
            for (const row of this.#rows.all.slice(first)) {
                const { node, height, arrow } = drawRow(row, this.#lanes, this.#isWhole, this.#options);
                node.setAttribute("transform", `translate(0 ${y})`);
                this.#drawn.append(node);
                this.#places.push({ node, top: y, bottom: y + height, arrow: y + (arrow ?? height / 2) });
                y += height;
            }
            this.#drawLines(y + 10);
        }

        #drawHead() {
            const lanes = this.#lanes;
            const names = [...this.#rows.origins.keys()];
            const height = 14 + Math.max(names.length, 1) * 16;
            const name = (x, y, text, anchor) => draw("text", { x, y, class: "lane-name", "text-anchor": anchor }, text);
            const parts = [draw("text", { x: lanes.gutter - 8, y: height - 8, class: "clock", "text-anchor": "end" }, "ms")];
            const end = lanes.hasApp ? lanes.app - 26 : this.#width;
            const client = lanes.fit(visible(this.#options.client ?? "client"), lanes.nameFont,
                2 * Math.min(end - lanes.client, (lanes.client - lanes.textLeft) * 0.6) - 4);
            parts.push(name(lanes.client, height - 8, client, "middle"));
            if (lanes.hasApp) parts.push(name(lanes.app + 8, height - 8, "app", "end"));
            // Like stairs, so that a long name has its room, and its line comes down left of the next one.
            names.forEach((origin, index) => {
                const y = height - 8 - (names.length - 1 - index) * 16;
                const x = lanes.origin(origin);
                const isLowest = index === names.length - 1;
                const room = (isLowest ? lanes.client - measure(client, lanes.nameFont) / 2 - 10 : this.#width) - x;
                parts.push(name(x - 4, y, lanes.fit(visible(origin), lanes.nameFont, room), "start"));
                if (!isLowest) parts.push(draw("line", { class: "lifeline", x1: x, x2: x, y1: y + 5, y2: height }));
            });
            this.#head.replaceChildren(...parts);
            size(this.#head, this.#width, height);
        }

        #drawLines(height) {
            const lanes = this.#lanes;
            const line = x => draw("line", { class: "lifeline", x1: x, x2: x, y1: 0, y2: height });
            const xs = [...this.#rows.origins.keys()].map(origin => lanes.origin(origin));
            this.#lines.replaceChildren(...xs.map(line), line(lanes.client), ...(lanes.hasApp ? [line(lanes.app)] : []));
            const ends = new Map();
            this.#rows.all.forEach((row, index) => { if (row.closes !== undefined) ends.set(row.closes, index); });
            this.#bars.replaceChildren(...[...this.#rows.connections.values()].map(connection => {
                const start = this.#places[connection.from]?.arrow ?? 0;
                const end = this.#places[ends.get(connection.number)]?.arrow ?? height;
                return draw("rect", {
                    class: "connection", x: lanes.bar(connection) - 3, y: start, width: 6, height: Math.max(4, end - start), rx: 2,
                });
            }));
            size(this.#body, this.#width, height);
        }
    }

    function size(svg, width, height) {
        svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
        svg.setAttribute("height", height);
    }

    // MARK: Lanes

    /** Where things stand from left to right, and how much text there is room for. */
    class Lanes {
        #origins = new Map();

        constructor(width, rows, element) {
            const style = getComputedStyle(element);
            this.isNarrow = width < 520;
            const mono = style.getPropertyValue("--mono").trim() || "monospace";
            const sans = style.getPropertyValue("--sans").trim() || "sans-serif";
            // On a phone "Unauthorized" and "Authorization" have room beside the bars of several connections.
            this.titleSize = this.isNarrow ? "11px" : "12px";
            this.titleFont = `600 ${this.titleSize} ${mono}`;
            this.detailSize = this.isNarrow ? "10px" : "11px";
            this.detailFont = `${this.detailSize} ${mono}`;
            this.slot = this.isNarrow ? 8 : 12;
            this.nameFont = `650 12px ${sans}`;
            this.remarkFont = `12px ${sans}`;
            this.sentenceFont = `12.5px ${sans}`;
            this.smallFont = `11px ${sans}`;
            this.width = width;
            this.gutter = this.isNarrow ? 44 : 62;
            this.hasApp = rows.hasApp;
            let x = this.gutter + 12;
            for (const [name, slots] of rows.origins) {
                this.#origins.set(name, x);
                x += (this.isNarrow ? 18 : 26) + (slots - 1) * this.slot;
            }
            if (rows.origins.size === 0) x += 18;
            this.textLeft = x + 2;
            this.app = width - 14;
            // However narrow the page, "authentication" has room between client and app.
            const middle = this.textLeft + (this.app - this.textLeft) * (this.isNarrow ? 0.52 : 0.56);
            this.client = rows.hasApp ? Math.round(Math.min(middle, this.app - 128)) : width - 42;
            this.textRight = this.client - 12;
            this.key = [width, rows.hasApp, ...rows.origins].join();
        }

        origin(name) { return this.#origins.get(name) ?? this.gutter + 12; }

        bar(connection) { return this.origin(connection.origin) + connection.slot * this.slot; }

        /** The text, or as much of its beginning as there is room for. */
        fit(text, font, room) { return wrap(text, font, Math.max(room, 12), 1)[0] ?? ""; }
    }

    // MARK: Measuring

    const pen = document.createElement("canvas").getContext("2d");
    const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

    function measure(text, font) {
        if (pen.font !== font) pen.font = font;
        return pen.measureText(text).width;
    }

    /** Lines no wider than this; the last ends in … if there would be more. */
    function wrap(text, font, width, linesAtMost) {
        const lines = [];
        let rest = text.slice(0, 2_000);
        while (rest !== "" && lines.length < linesAtMost) {
            if (measure(rest, font) <= width) {
                lines.push(rest);
                return lines;
            }
            const isLast = lines.length === linesAtMost - 1;
            const head = fitting(rest, font, isLast ? width - measure("…", font) : width);
            // Where a word ends, or else a part of one, unless that leaves most of the line empty.
            const behind = signs => 1 + Math.max(...[...signs].map(sign => head.lastIndexOf(sign)));
            const ends = [rest[head.length] === " " ? head.length : behind(" "), behind(",;&"), behindSign(head), hump(head, rest), lineEnd(head)];
            const cut = isLast ? head.length : ends.find(end => end > head.length / 5) ?? head.length;
            lines.push(isLast ? `${rest.slice(0, cut).trimEnd()}…` : rest.slice(0, cut).trimEnd());
            rest = rest.slice(cut).trimStart();
        }
        return lines;
    }

    /** Behind the last sign within a name; a dot between digits is none. */
    const behindSign = head => {
        const sign = [...head.matchAll(/[=/?:_@#-]|\D\./g)].at(-1);
        return sign ? sign.index + sign[0].length : 0;
    };

    /** Where the last word of a name in camel case begins. */
    const hump = (head, rest) => [...`${head}${rest[head.length] ?? ""}`.matchAll(/(?<=[a-z])[A-Z]/g)].at(-1)?.index ?? 0;

    /** Behind the last end of a line that is written as an escape, and not within one. */
    const lineEnd = head => Math.max(head.lastIndexOf("\\n") + 2, head.endsWith("\\") ? head.length - 1 : 0);

    /** The longest beginning that is no wider, one sign at least. */
    function fitting(text, font, width) {
        const ends = [...segmenter.segment(text.slice(0, 400))].map(part => part.index + part.segment.length);
        let [low, high] = [0, ends.length - 1];
        while (low < high) {
            const middle = (low + high + 1) >> 1;
            if (measure(text.slice(0, ends[middle]), font) <= width) low = middle;
            else high = middle - 1;
        }
        return text.slice(0, ends[low]);
    }

    // MARK: Rows

    function drawRow(row, lanes, isWhole, options) {
        const node = draw("g", { class: `row ${row.look ?? row.form}`, role: "listitem", "aria-label": Quintain.rowSentence(row) });
        const shape = forms[row.form](row, lanes, isWhole, options);
        const picture = draw("g", { "aria-hidden": "true" }, ...shape.nodes);
        if (row.us !== undefined && row.form !== "gap") {
            const y = shape.clock ?? 16;
            const at = { x: lanes.gutter - 8, class: "clock", "text-anchor": "end" };
            picture.append(draw("text", { ...at, y }, Quintain.clock(row.us)));
            if (row.line !== undefined && shape.height >= y + 15) {
                picture.append(draw("text", { ...at, y: y + 13 }, `${lanes.isNarrow ? "l." : "line"} ${row.line}`));
            }
        }
        node.append(picture);
        return { node, height: shape.height, arrow: shape.arrow };
    }

    const forms = {
        arrow(row, lanes, isWhole) {
            const isApp = row.zone === "app";
            const left = isApp ? lanes.client + 12 : lanes.textLeft;
            const right = isApp ? lanes.app - 12 : lanes.textRight;
            const { title, details } = Quintain.rowText(row, isWhole);
            const isQuiet = ["opening", "ending", "ending torn", "handshake"].includes(row.look);
            const font = isQuiet ? lanes.remarkFont : lanes.titleFont;
            const linesAtMost = isWhole || lanes.isNarrow ? 12 : 4;
            const lines = wrap(laned(row, row.look === "answer" ? `→ ${title}` : title), font, right - left - 2, linesAtMost);
            const nodes = [draw("title", null, visible(title))];
            let y = 4;
            for (const line of lines) {
                y += 15;
                nodes.push(draw("text", { x: left, y, class: isQuiet ? "remark" : "strong" }, line));
            }
            const arrow = y + 9;
            const server = isApp ? lanes.app : lanes.bar(row.place);
            const number = isApp || row.connection === undefined ? [] : pill(server, arrow, row.connection);
            const near = server + (number.length > 0 ? 6 : 0) * Math.sign(lanes.client - server);
            const [from, to] = row.way === "out" ? [near, lanes.client] : [lanes.client, near];
            nodes.push(...arrowBetween(from, to, arrow, row.look === "opening"), ...number);
            if (row.look === "ending torn") nodes.push(draw("path", { class: "reset", d: cross(near + 14, arrow, 5) }));
            y = arrow + 3;
            for (const detail of details) {
                for (const line of wrap(visible(detail.text), lanes.detailFont, right - left - 2, isWhole ? 12 : lanes.isNarrow ? 4 : 2)) {
                    y += 14;
                    nodes.push(draw("text", { x: left, y, class: detail.asked ? "detail asked" : "detail" }, line));
                }
            }
            return { nodes, height: y + 8, arrow, clock: 19 };
        },

        /** The server's own doing, and what it waited for. */
        box(row, lanes) {
            const lines = wrap(laned(row, row.title), lanes.titleFont, lanes.textRight - lanes.textLeft - 34, 4);
            const width = Math.max(...lines.map(line => measure(line, lanes.titleFont)), 0) + 34;
            const height = lines.length * 15 + 9;
            const bar = row.place ? lanes.bar(row.place) : lanes.textLeft - 14;
            const nodes = [
                draw("line", { class: "row-line", x1: bar, x2: lanes.textLeft, y1: 4 + height / 2, y2: 4 + height / 2 }),
                draw("rect", { class: "box", x: lanes.textLeft - 4, y: 4, width, height, rx: 5 }),
                draw("text", { class: "detail", x: lanes.textLeft + 6, y: 19.5 }, row.look === "seen" ? "✓" : "!"),
            ];
            lines.forEach((line, index) => nodes.push(draw("text", { x: lanes.textLeft + 20, y: 19.5 + index * 15 }, line)));
            return { nodes, height: height + 9, clock: 19.5 };
        },

        /** Something is not as it should be: across all lanes. */
        band(row, lanes, isWhole, options) {
            const left = lanes.gutter + 30;
            const room = lanes.width - left - 14;
            const lines = wrap(visible(row.title), lanes.sentenceFont, room, 8);
            const source = [row.rule && `[${row.rule}]`, row.citation].filter(Boolean).join("  ");
            const sources = wrap(visible(source), lanes.smallFont, room, 3);
            const height = 23 + lines.length * 17 + sources.length * 15 + 3;
            const nodes = [
                draw("rect", { class: "band", x: lanes.gutter, y: 4, width: lanes.width - lanes.gutter, height, rx: 4 }),
                draw("rect", { class: "band-edge", x: lanes.gutter, y: 4, width: 4, height, rx: 2 }),
                draw("path", { class: "sign", d: row.look === "bad" ? cross(lanes.gutter + 17, 18, 4.5) : mark(lanes.gutter + 17, 18) }),
                draw("text", { class: "verdict", x: left, y: 22 }, row.word + (row.line === undefined ? "" : `, line ${row.line}`)),
            ];
            let y = 23;
            for (const line of lines) nodes.push(draw("text", { class: "sentence", x: left, y: y += 17 }, line));
            const link = row.rule && options.onrule ? { onclick: () => options.onrule(row.rule), cursor: "pointer" } : {};
            for (const line of sources) nodes.push(draw("text", { class: "lane-kind", x: left, y: y += 15, ...link }, line));
            return { nodes, height: height + 9, clock: 22 };
        },

        remark(row, lanes) {
            const lines = wrap(visible(row.title), lanes.remarkFont, lanes.textRight - lanes.textLeft, 6);
            const nodes = lines.map((line, index) => draw("text", { class: "remark", x: lanes.textLeft, y: 17 + index * 15 }, line));
            return { nodes, height: lines.length * 15 + 9, clock: 17 };
        },

        divider(row, lanes) {
            const text = lanes.fit(visible(row.title), lanes.remarkFont, lanes.textRight - lanes.textLeft - 12);
            const width = measure(text, lanes.remarkFont) + 12;
            return {
                nodes: [
                    draw("line", { class: "dividing", x1: lanes.gutter, x2: lanes.width, y1: 15, y2: 15 }),
                    draw("rect", { class: "gap", x: lanes.textLeft - 2, y: 5, width, height: 20 }),
                    draw("text", { class: "remark", x: lanes.textLeft + 4, y: 19 }, text),
                ], height: 30, clock: 19,
            };
        },

        /** Time in which nothing happened: the lines are broken. */
        gap(row, lanes) {
            const text = `${Quintain.clock(row.until - row.us)} ms`;
            return {
                nodes: [
                    draw("rect", { class: "gap", x: lanes.gutter, y: 7, width: lanes.width - lanes.gutter, height: 12 }),
                    draw("text", { class: "lane-kind", x: lanes.textLeft, y: 17 }, text),
                ], height: 26,
            };
        },
    };

    /** Where several loads go on at once, which of them it is. */
    const laned = (row, text) => visible(row.lane ? `[${row.lane}] ${text}` : text);

    function arrowBetween(from, to, y, isOpening) {
        const towards = Math.sign(to - from);
        const tip = to - towards * 4;
        const start = from + towards * 4;
        const line = draw("path", { class: "arrow", d: `M${start} ${y}H${tip - towards * 6}` });
        if (isOpening) return [line, draw("circle", { class: "arrow", cx: tip - towards * 3, cy: y, r: 3 })];
        return [line, draw("path", { class: "head", d: `M${tip} ${y}l${-towards * 8} -4.5v9z` })];
    }

    /** The number of a connection, where it meets its server. */
    function pill(x, y, number) {
        const width = String(number).length * 6 + 9;
        return [
            draw("rect", { class: "pill", x: x - width / 2, y: y - 7.5, width, height: 15, rx: 7.5 }),
            draw("text", { class: "pill-number", x, y: y + 3.5, "text-anchor": "middle" }, String(number)),
        ];
    }

    const cross = (x, y, size) => `M${x - size} ${y - size}l${2 * size} ${2 * size}m0 ${-2 * size}l${-2 * size} ${2 * size}`;
    const mark = (x, y) => `M${x} ${y - 6}v7m0 5v.1`;

    Quintain.Diagram = Diagram;
})();
