// looks.js: visible faults of a page, for the checks beside it.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

/** Texts that overlap, that are cut or stand out too little. */
function visibleFaults() {
    const root = document.querySelector("dialog[open]") ?? document.body;
    const isSeen = element => !element.closest(".hidden-text, .skip, noscript, script, style, option, [hidden]")
        && element.checkVisibility({ visibilityProperty: true });
    const excerpt = text => JSON.stringify(text.trim().slice(0, 40));
    const found = [];

    // Each text with its boxes: of text nodes those of their lines, of drawings each `text`.
    const texts = [...root.querySelectorAll("svg text")].filter(one => isSeen(one) && one.textContent.trim())
        .map(element => ({ element, text: element.textContent, boxes: [element.getBoundingClientRect()], drawing: element.ownerSVGElement }));
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
        const element = walker.currentNode.parentElement;
        if (element.closest("svg") || !walker.currentNode.data.trim() || !isSeen(element)) continue;
        const range = document.createRange();
        range.selectNodeContents(walker.currentNode);
        const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
        if (boxes.length) texts.push({ element, text: walker.currentNode.data, boxes });
    }

    // Overlaps. The boxes of lines are higher than their letters.
    const all = texts.flatMap(one => one.boxes.map(box => ({ one, box }))).sort((a, b) => a.box.top - b.box.top);
    for (let i = 0; i < all.length; i += 1) {
        for (let k = i + 1; k < all.length && all[k].box.top < all[i].box.bottom - 2; k += 1) {
            const [a, b] = [all[i], all[k]];
            if (a.one === b.one || getComputedStyle(a.one.element).writingMode !== "horizontal-tb") continue;
            const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
            const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
            if (width > 1.5 && height > 5) found.push(`${excerpt(a.one.text)} and ${excerpt(b.one.text)} overlap`);
        }
    }

    // Cuts.
    const page = document.documentElement;
    if (page.scrollWidth > page.clientWidth) found.push(`the page is cut: it is ${page.scrollWidth} wide, and ${page.clientWidth} are seen`);
    for (const element of [root, ...root.querySelectorAll("*")]) {
        if (element.closest("svg, .hidden-text, select") || !isSeen(element)) continue;
        const style = getComputedStyle(element);
        const isWide = style.overflowX !== "visible" && element.scrollWidth > element.clientWidth + 1;
        const isHigh = ["hidden", "clip"].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1;
        if (isWide || isHigh) found.push(`${element.tagName}.${element.className} is cut`);
    }
    for (const { text, boxes, drawing } of texts) {
        const frame = (drawing ?? root).getBoundingClientRect();
        if (boxes.some(box => box.left < frame.left - 1 || box.right > frame.right + 1)) found.push(`${excerpt(text)} is cut at a side`);
    }

    // Contrast: WCAG 2.2, 1.4.3. Colours are drawn on a canvas to be read back: they come in many notations.
    const pen = Object.assign(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
    const known = new Map();
    const channels = colour => {
        if (!known.has(colour)) {
            pen.clearRect(0, 0, 1, 1);
            pen.fillStyle = colour;
            pen.fillRect(0, 0, 1, 1);
            const [r, g, b, a] = pen.getImageData(0, 0, 1, 1).data;
            known.set(colour, [r, g, b, a / 255]);
        }
        return known.get(colour);
    };
    const over = (top, bottom) => [0, 1, 2].map(i => top[i] * top[3] + bottom[i] * (1 - top[3])).concat(1);
    const ground = element => {
        const colour = channels(getComputedStyle(element).backgroundColor);
        return colour[3] === 1 ? colour : over(colour, element.parentElement ? ground(element.parentElement) : [255, 255, 255, 1]);
    };
    const light = colour => {
        const linear = value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
        const [r, g, b] = colour.slice(0, 3).map(value => linear(value / 255));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    // Texts of a drawing may lie on any of its shapes.
    for (const { element, text } of texts.filter(one => !one.drawing)) {
        const below = ground(element);
        const [high, low] = [light(over(channels(getComputedStyle(element).color), below)), light(below)].sort((a, b) => b - a);
        const ratio = (high + 0.05) / (low + 0.05);
        if (ratio < 4.5) found.push(`${excerpt(text)} stands out by ${ratio.toFixed(2)} only`);
    }
    return [...new Set(found)];
}
