// live-command.js: a command line of curl that begins what a scenario expects.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0
"use strict";

(() => {
    /** In single quotation marks where the shell would read something into it. */
    const quoted = text => /^[\w@%+=:,.\/-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

    const isPlain = parts => parts.every(([kind]) => kind !== "brace");
    const joined = parts => parts.map(part => part[1]).join("");

    function startOf(parts) {
        const at = parts.findIndex(([kind]) => kind === "method");
        return { method: parts[at][1], target: joined(parts.slice(at + 1)).trim().split(" ")[0] };
    }

    /** The first request that is written, as far as it is written out. */
    function firstRequest(texts) {
        const lines = texts.map(Quintain.parts);
        const isStart = parts => parts[0]?.[0] === "client-mark" && parts.some(([kind]) => kind === "method");
        const from = lines.findIndex(isStart);
        // What the client is told to load says it without the counts and values of what must come.
        const order = lines.find(parts => parts[0]?.[1] === "client" && parts.some(([kind]) => kind === "method"));
        const starts = [order, lines[from]].filter(Boolean).map(startOf);
        if (starts.length === 0) return null;
        const plain = starts.find(({ target }) => !target.includes("{{")) ?? { ...starts[0], target: "/" };
        const request = { ...plain, fields: [], body: [] };
        if (from < 0) return request;
        let isBody = false;
        for (const parts of lines.slice(from + 1)) {
            if (parts.length === 0 || parts[0][0] === "comment") continue;
            if (parts[0][0] !== "client-mark" || isStart(parts)) break;
            const content = parts.slice(1);
            const text = joined(content).slice(1);
            const field = content.find(([kind]) => kind === "field")?.[1];
            if (content.length === 0 && !isBody) isBody = true;
            else if (isBody) request.body.push(isPlain(content) ? text : null);
            else if (/\{\{\s*absent\s*\}\}$/.test(text)) request.fields.push(`${field}:`);
            else if (field && isPlain(content) && !/^(host|content-length|transfer-encoding)$/i.test(field)) request.fields.push(text);
        }
        if (request.body.includes(null)) request.body = [];
        return request;
    }

    /** Whether more requests follow the first one, which curl then has to follow itself. */
    const goesOn = lines => lines.map(Quintain.parts).filter(parts => parts[0]?.[0] === "client-mark" && parts.some(([kind]) => kind === "method")).length > 1;

    const via = lines => lines.map(line => /^client .* via ([a-z][\w-]*)/.exec(line)?.[1]).find(Boolean);

    /** Lines for a shell. `origins` are the session's, `lines` its scenario's; `ca` is where its authority is had. */
    Quintain.commandLines = (lines, origins, ca, hasToken) => {
        const request = firstRequest(lines) ?? { method: "GET", target: "/", fields: [], body: [] };
        const [, name, rest] = /^\/\/([^\/?#]*)(.*)$/.exec(request.target) ?? [null, "main", request.target];
        const origin = origins[name] ?? origins.main ?? Object.values(origins)[0];
        if (origin === undefined) return [];
        const url = new URL(origin);
        const words = ["curl", "-i"];
        const proxy = origins[via(lines)];
        if (goesOn(lines)) words.push("-L");
        if (proxy) words.push("-x", proxy);
        const isLocal = /^(127\.|localhost$|\[)/.test(url.hostname);
        const secure = [url.protocol, proxy && new URL(proxy).protocol].includes("https:");
        if (secure) words.push("--cacert", "ca.pem", ...(proxy?.startsWith("https:") ? ["--proxy-cacert", "ca.pem"] : []));
        if (!isLocal && !proxy) words.push("--resolve", `${url.hostname}:${url.port}:127.0.0.1`);
        if (request.method === "HEAD") words.push("-I");
        else if (request.method !== (request.body.length > 0 ? "POST" : "GET")) words.push("-X", request.method);
        for (const field of request.fields) words.push("-H", field);
        if (request.body.length > 0) words.push("--data-raw", request.body.join("\n"));
        else if (request.method === "POST") words.splice(words.indexOf("-X"), 2, "-d", "");
        words.push(.../[[\]{}]/.test(rest) ? ["--globoff"] : [], origin + (rest.startsWith("/") || rest.startsWith("?") ? rest : rest === "" ? "" : "/"));
        return [...(secure ? [`curl -so ca.pem ${hasToken ? "-H 'Authorization: Bearer TOKEN' " : ""}${quoted(ca)}`] : []), words.map(word => word === "" ? "''" : quoted(word)).join(" ")];
    };
})();
