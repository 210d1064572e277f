// site.js: the search, and the diagrams of plays.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    const { make } = Quintain;
    const most = 20;
    const root = document.body.dataset.root;
    const field = document.getElementById("search");
    const list = document.getElementById("found");

    document.querySelector("header").append(Quintain.themeSwitch());
    // Where there is room the list of pages is open.
    const pages = document.querySelector("nav details");
    const isWide = matchMedia("(min-width: 60rem)");
    const fit = () => { pages.open = isWide.matches; };
    isWide.addEventListener("change", fit);
    fit();

    // MARK: Search

    /** A part counts if it has each word; more, if its title has them, or if they stand side by side. */
    function search(text) {
        const words = text.toLowerCase().split(/\s+/).filter(word => word !== "");
        const whole = words.join(" ");
        if (words.length === 0) return [];
        const found = [];
        for (const [place, page, title, content] of searched) {
            const [head, body] = [`${page} ${title}`.toLowerCase(), content.toLowerCase()];
            let worth = 0;
            for (const word of words) {
                const part = title.toLowerCase().includes(word) ? 4 : head.includes(word) ? 3 : body.includes(word) ? 1 : 0;
                if (part === 0) { worth = 0; break; }
                worth += part;
            }
            const isWhole = words.length > 1 && `${place} ${head} ${body}`.toLowerCase().replaceAll("-", " ").includes(whole);
            if (worth > 0 && isWhole) worth += 4 * words.length;
            if (worth > 0) found.push({ place, page, title, content, worth });
        }
        return found.sort((one, other) => other.worth - one.worth).slice(0, most);
    }

    /** The text around the first of the words. */
    function excerpt(content, text) {
        const word = text.toLowerCase().split(/\s+/).find(word => content.toLowerCase().includes(word));
        const at = word ? content.toLowerCase().indexOf(word) : 0;
        const start = Math.max(0, at - 40);
        return (start > 0 ? "…" : "") + content.slice(start, start + 140) + (content.length > start + 140 ? "…" : "");
    }

    function show() {
        const found = search(field.value);
        list.replaceChildren(...found.map(one => make("li", null, make("a", { href: root + one.place },
            make("strong", null, one.title), one.title !== one.page && make("span", { class: "soft" }, ` ${one.page}`),
            make("span", { class: "excerpt" }, excerpt(one.content, field.value))))));
        if (found.length === 0 && field.value.trim() !== "") list.append(make("li", { class: "soft" }, "nothing was found"));
        list.hidden = list.children.length === 0;
    }

    field.hidden = false;
    field.addEventListener("input", show);
    field.addEventListener("focus", show);
    document.addEventListener("keydown", event => {
        if (event.key === "/" && !(event.target instanceof HTMLInputElement)) {
            event.preventDefault();
            field.focus();
        } else if (event.key === "Escape") {
            list.hidden = true;
            field.blur();
        } else if (event.key === "Enter" && event.target === field) {
            list.querySelector("a")?.click();
        } else if (["ArrowDown", "ArrowUp"].includes(event.key) && event.target.closest("search")) {
            const links = [field, ...list.querySelectorAll("a")];
            const next = links.indexOf(document.activeElement) + (event.key === "ArrowDown" ? 1 : -1);
            event.preventDefault();
            links[next]?.focus();
        }
    });
    document.addEventListener("click", event => { if (!event.target.closest("search")) list.hidden = true; });

    // A search can be linked to.
    const asked = new URLSearchParams(location.search).get("q");
    if (asked) {
        field.value = asked;
        show();
    }

    // MARK: Plays

    const place = document.getElementById("diagrams");
    if (place) draw(Quintain.value("plays"));

    function draw(plays) {
        const sheet = make("div", { class: "sheet" });
        let diagram = null;
        const whole = make("input", { type: "checkbox", onchange() { if (diagram) diagram.isWhole = this.checked; } });
        function choose(play) {
            diagram = new Quintain.Diagram({ client: "reference", label: `${play.case} with the reference client`, isWhole: whole.checked });
            sheet.replaceChildren(diagram.element);
            diagram.append(...play.events);
            diagram.end();
        }
        const choice = make("select", { "aria-label": "case", onchange() { choose(plays[this.selectedIndex]); } },
            ...plays.map(play => make("option", null, play.case.split("#")[1] ?? play.case)));
        place.replaceChildren(
            make("p", { class: "choices" }, plays.length > 1 && choice, make("label", null, whole, " all fields and bodies")), sheet);
        choose(plays[0]);
    }
})();
