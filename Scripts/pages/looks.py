# looks.py: visible faults of a page.
# Part of Quintain. SPDX-License-Identifier: Apache-2.0
"""Questions to a page that is open in a browser, each answered with a list of complaints: texts that overlap, texts that
are cut, texts that stand out too little, controls without a name or too small for a finger."""

DESK, PHONE = (1280, 900), (390, 844)
VIEWS = [("desk-light", *DESK, False), ("desk-dark", *DESK, True), ("phone-light", *PHONE, False), ("phone-dark", *PHONE, True)]
WIDE = [("wide-light", 1920, 1080, False), ("wide-dark", 1920, 1080, True)]

# Texts that are seen, each with its box: of text nodes the boxes of their lines, of drawings each `text`.
TEXTS = """
const root = document.querySelector('dialog[open]') ?? document.body;
const isSeen = element => {
    if (element.closest('.hidden-text, .skip, noscript, script, style, option, [hidden]')) return false;
    return element.checkVisibility({ visibilityProperty: true });
};
const excerpt = text => JSON.stringify(text.trim().slice(0, 40));
const texts = [];
for (const element of root.querySelectorAll('svg text')) {
    if (isSeen(element) && element.textContent.trim()) {
        texts.push({ element, text: element.textContent, boxes: [element.getBoundingClientRect()], drawing: element.ownerSVGElement });
    }
}
const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (element.closest('svg') || !walker.currentNode.data.trim() || !isSeen(element)) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const boxes = [...range.getClientRects()].filter(box => box.width > 1 && box.height > 1);
    if (boxes.length) texts.push({ element, text: walker.currentNode.data, boxes, node: boxes.length > 1 && walker.currentNode });
}
"""

OVERLAPS = """(() => {
%s
const found = [];
const all = texts.flatMap(one => one.boxes.map(box => ({ one, box }))).sort((a, b) => a.box.top - b.box.top);
for (let i = 0; i < all.length; i += 1) {
    for (let k = i + 1; k < all.length && all[k].box.top < all[i].box.bottom - 2; k += 1) {
        const [a, b] = [all[i], all[k]];
        if (a.one === b.one || getComputedStyle(a.one.element).writingMode !== 'horizontal-tb') continue;
        const width = Math.min(a.box.right, b.box.right) - Math.max(a.box.left, b.box.left);
        const height = Math.min(a.box.bottom, b.box.bottom) - Math.max(a.box.top, b.box.top);
        // The boxes of lines are higher than their letters.
        if (width > 1.5 && height > 5) found.push(`${excerpt(a.one.text)} and ${excerpt(b.one.text)} overlap by ${width.toFixed(0)} x ${height.toFixed(0)}`);
    }
}
return found;
})()""" % TEXTS

CUTS = """(() => {
%s
const found = [];
const page = document.documentElement;
if (page.scrollWidth > page.clientWidth) found.push(`the page is ${page.scrollWidth} wide, and ${page.clientWidth} are seen`);
for (const element of [root, ...root.querySelectorAll('*')]) {
    if (element.closest('svg, .hidden-text, select') || !isSeen(element)) continue;
    const style = getComputedStyle(element);
    if (style.overflowX !== 'visible' && element.scrollWidth > element.clientWidth + 1) {
        found.push(`${element.tagName}.${element.className} is ${element.scrollWidth} wide, and ${element.clientWidth} are seen`);
    }
    if (['hidden', 'clip'].includes(style.overflowY) && element.scrollHeight > element.clientHeight + 1) {
        found.push(`${element.tagName}.${element.className} is ${element.scrollHeight} high, and ${element.clientHeight} are seen`);
    }
}
for (const { element, text, boxes, drawing } of texts) {
    const frame = (drawing ?? root).getBoundingClientRect();
    for (const box of boxes) {
        if (box.left < frame.left - 1 || box.right > frame.right + 1) {
            found.push(`${excerpt(text)} goes from ${box.left.toFixed(0)} to ${box.right.toFixed(0)}, and there is ${frame.left.toFixed(0)} to ${frame.right.toFixed(0)}`);
        }
    }
}
return found;
})()""" % TEXTS

# WCAG 2.2, 1.4.3. Colours are drawn on a canvas to be read back: they come in many notations.
CONTRAST = """(() => {
%s
const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d', { willReadFrequently: true });
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
    const layers = [];
    for (let one = element; one; one = one.parentElement) {
        const colour = channels(getComputedStyle(one).backgroundColor);
        layers.push(colour);
        if (colour[3] === 1) break;
    }
    return layers.reverse().reduce((below, layer) => over(layer, below), [255, 255, 255, 1]);
};
// In a drawing the last filled shape before the text that lies under its middle.
const drawnGround = (element, box) => {
    const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
    let colour = ground(element.ownerSVGElement.parentElement);
    for (const shape of element.ownerSVGElement.querySelectorAll('rect')) {
        if (!(shape.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING)) break;
        const fill = getComputedStyle(shape).fill;
        const frame = shape.getBoundingClientRect();
        if (fill !== 'none' && frame.left <= x && x <= frame.right && frame.top <= y && y <= frame.bottom) colour = over(channels(fill), colour);
    }
    return colour;
};
const light = colour => {
    const [r, g, b] = colour.slice(0, 3).map(value => value / 255).map(value => value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
};
const found = [];
for (const { element, text, boxes, drawing } of texts) {
    const style = getComputedStyle(element);
    const below = drawing ? drawnGround(element, boxes[0]) : ground(element);
    const colour = over(channels(drawing ? style.fill : style.color), below);
    const [high, low] = [light(colour), light(below)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    if (ratio < 4.5) found.push(`${excerpt(text)} stands out by ${ratio.toFixed(2)} only: ${colour} on ${below}`);
}
return [...new Set(found)];
})()""" % TEXTS

# WCAG 2.2, 2.5.8. Links within a sentence are as high as it.
SMALL = """(() => {
%s
return [...root.querySelectorAll('button, input, select, summary')].filter(isSeen).map(one => [one, one.closest('label') ?? one])
    .map(([one, whole]) => [one, whole.getBoundingClientRect()]).filter(([, box]) => box.width < 24 || box.height < 23.5)
    .map(([one, box]) => `${one.tagName} ${excerpt(one.textContent)} is ${box.width.toFixed(0)} x ${box.height.toFixed(0)}`);
})()""" % TEXTS

# A line ends between words, however narrow the page.
BREAKS = r"""(() => {
%s
const found = [];
// A name in camel case may go on where its next word begins; what is longer than a line is broken somewhere.
const isSign = sign => /[\p{L}\p{N}]/u.test(sign ?? '');
const isWithin = (one, next) => isSign(one) && isSign(next) && !(/\p{Ll}/u.test(one) && /\p{Lu}/u.test(next));
const word = (text, at) => /[\p{L}\p{N}]*$/u.exec(text.slice(0, at))[0] + /^[\p{L}\p{N}]*/u.exec(text.slice(at))[0];
// Base64 has no words, though its '+' and '/' stand between letters.
const isData = (text, at) => /^[A-Za-z0-9+\/=]{40,}$/.test(/\S*$/.exec(text.slice(0, at))[0] + /^\S*/.exec(text.slice(at))[0]);
const tell = (text, at) => { if (word(text, at).length <= 24 && !isData(text, at)) found.push(`${excerpt(word(text, at))} is broken in ${excerpt(text)}`); };
for (const { text, node } of texts) {
    if (!node) continue;
    const range = document.createRange();
    const top = at => { range.setStart(node, at); range.setEnd(node, at + 1); return range.getBoundingClientRect().top; };
    for (let at = 1; at < Math.min(text.length, 2000); at += 1) {
        if (isWithin(text[at - 1], text[at]) && top(at) > top(at - 1) + 4) tell(text, at);
    }
}
for (const row of root.querySelectorAll('svg .row')) {
    const lines = [...row.querySelectorAll('text:not(.clock)')];
    lines.slice(1).forEach((line, index) => {
        const [one, next] = [lines[index].textContent, line.textContent];
        // Lines that only follow each other were never one text.
        const isOne = row.getAttribute('aria-label').includes(one.slice(-6) + next.slice(0, 6));
        if (isOne && isWithin(one.at(-1), next[0])) tell(one + next, one.length);
    });
}
return [...new Set(found)];
})()""" % TEXTS

# A page of paper is left blank by as much as the highest thing on it that cannot go on on the next one.
WHOLE = """[...document.querySelectorAll('.paper svg, .matrix tr, .clients tr')].filter(one => one.checkVisibility())
    .map(one => [one, one.getBoundingClientRect().height]).filter(([, height]) => height > 300)
    .map(([one, height]) => `${one.tagName}.${one.getAttribute('class') ?? ''} is ${height.toFixed(0)} high, and cannot be cut`)"""


def complaints(browser, fingers=False):
    """All visible faults of the page as it is now."""
    browser.settle()
    found = browser.run(OVERLAPS) + browser.run(CUTS) + browser.run(CONTRAST) + unnamed(browser)
    return found + (browser.run(SMALL) if fingers else [])


def tree(browser):
    """What a screen reader is told: the role and the name of each thing."""
    browser.say("Accessibility.enable")
    nodes = browser.say("Accessibility.getFullAXTree")["nodes"]
    return [(node["role"]["value"], node.get("name", {}).get("value", "")) for node in nodes if not node["ignored"]]


NAMED = {"button", "textbox", "searchbox", "combobox", "checkbox", "link", "dialog", "grid", "list", "listitem", "image", "row"}


def unnamed(browser):
    """A `listitem` has to have a name where it stands for a drawing; those of texts are their texts."""
    found = tree(browser)
    return [f"a {role} has no name" for role, name in found if role in NAMED - {"row", "listitem", "list"} and not name.strip()]
