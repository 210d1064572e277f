// DriverTask+Downloads.swift: the tasks of a driver whose client writes files.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainWords

extension DriverTask {
    static let downloading = [
        DriverTask(
            subject: "writes a download into a file, and tells how far it is",
            text: """
                client GET /file as download
                > GET /file
                < 200
                < Content-Type: application/octet-stream
                < Content-Length: 1000
                <
                < {{bytes 400}}
                *? [nsurldownload] response 200
                * progress 400/1000
                < {{bytes 600 from=400}}
                *? progress 1000/1000
                * file {{bytes 1000}}
                * finish
                """, rule: .download),
        DriverTask(
            subject: "goes on with a download that broke off",
            text: """
                needs  fail
                client GET /broken as download
                > GET /broken
                < 200
                < ETag: "v1"
                < Accept-Ranges: bytes
                < Content-Type: application/octet-stream
                < Content-Length: 1000
                <
                < {{bytes 400}}
                *? [nsurldownload] response 200
                *? progress 400/1000
                ! reset
                * fail {{any}}
                client resume
                > GET /broken
                > Range: {{regex "bytes=400-(999)?"}}
                < 206
                < ETag: "v1"
                < Content-Type: application/octet-stream
                < Content-Range: bytes 400-999/1000
                <
                < {{bytes 600 from=400}}
                *? [nsurldownload] response 206
                * resumed 400/1000
                *? progress 1000/1000
                * file {{bytes 1000}}
                * finish
                """, rule: .resumed, once: .fail),
    ]
}
