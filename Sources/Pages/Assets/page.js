// page.js: what all pages share: making elements, texts that nobody trusts, light and dark.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
//
// Texts come from fixtures and clients, and may be anything. They become text nodes, never markup.
"use strict";

const Quintain = {};

(() => {
    const SVG = "http://www.w3.org/2000/svg";

    function fill(node, attributes, children) {
        for (const [name, value] of Object.entries(attributes ?? {})) {
            if (value === undefined || value === null || value === false) continue;
            if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
            else node.setAttribute(name, value === true ? "" : String(value));
        }
        // What is not there is left out, so that `condition && child` can be written.
        for (const child of children) if (child !== undefined && child !== null && child !== false) node.append(child);
        return node;
    }

    /** An element with attributes, listeners (`onclick`), and children, which are nodes or texts. */
    Quintain.make = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);

    /** The same within a drawing. */
    Quintain.draw = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

    /** The text with what cannot be seen made visible: controls, and what would turn the line around. */
    Quintain.visible = text => text.replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g,
        sign => ({ "\n": "\\n", "\r": "\\r", "\t": "\\t" })[sign] ?? `\\u{${sign.charCodeAt(0).toString(16)}}`);

    /** The same as nodes, between which a long name may go on in the next line, and not within a word or a number. */
    Quintain.breakable = text => Quintain.visible(text).split(/(?<=[/,;:#@?&=_-]|[^\d\s]\.)(?=[^\s/])/)
        .flatMap((part, index) => index === 0 ? [part] : [Quintain.make("wbr"), part]);

    Quintain.count = (number, noun) => `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;

    // MARK: What the page was given

    /** The value in the block of this id. */
    Quintain.value = id => JSON.parse(document.getElementById(id).textContent);

    /** A value that was packed: base64 of a deflated JSON text. */
    Quintain.unpack = async id => {
        const text = atob(Quintain.value(id));
        const bytes = Uint8Array.from(text, sign => sign.charCodeAt(0));
        const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
        return JSON.parse(await new Response(stream).text());
    };

    // MARK: Light and dark

    const root = document.documentElement;

    // A page from a file may have no storage.
    function remember(theme) { try { localStorage.setItem("quintain-theme", theme); } catch { /* it lasts for this visit */ } }
    function remembered() { try { return localStorage.getItem("quintain-theme"); } catch { return null; } }

    if (["light", "dark"].includes(remembered())) root.dataset.theme = remembered();

    /** A button that changes between light and dark. */
    Quintain.themeSwitch = () => {
        const isDark = () => (root.dataset.theme ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"))
            === "dark";
        const button = Quintain.make("button", {
            type: "button", class: "quiet", onclick() {
                root.dataset.theme = isDark() ? "light" : "dark";
                remember(root.dataset.theme);
                tell();
            },
        });
        function tell() { button.textContent = isDark() ? "Light" : "Dark"; }
        button.setAttribute("title", "changes between light and dark");
        matchMedia("(prefers-color-scheme: dark)").addEventListener("change", tell);
        tell();
        return button;
    };
})();
