// LoadOutcome+JSON.swift: the outcome of a load in the JSON of reports.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainNotation
import QuintainRunner

extension LoadOutcome {
    var json: JSONText {
        var members: [(String, JSONText)] = [("load", .number(load))]
        for (name, value) in [("status", status), ("url", url), ("type", type), ("length", length)] {
            if let value { members.append((name, .text(value))) }
        }
        members.append(("bytes", .number(bytes)))
        if let digest { members.append(("digest", .text(digest))) }
        if let end { members.append(("end", .text(end))) }
        return .object(members)
    }

    init?(_ json: JSONText) {
        guard let load = json["load"]?.number else { return nil }
        self.init(load: load)
        status = json["status"]?.text
        url = json["url"]?.text
        type = json["type"]?.text
        length = json["length"]?.text
        bytes = max(0, json["bytes"]?.number ?? 0)
        digest = json["digest"]?.text
        end = json["end"]?.text
    }
}
