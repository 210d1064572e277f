// DownloadRules.swift: the rules of NSURLDownload.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

extension Rule {
    static let downloadEntries: [Rule: RuleEntry] = [
        .n1: RuleEntry(
            .download, "begin",
            """
            downloadDidBegin comes first, immediately. downloadShouldUseCredentialStorage, if it comes, comes right \
            behind it.
            """,
            [.header106(.download), .downloadOverview],
            broken: "Anything before it, a second one, or the question about credential storage further down.",
            keeps: Example(.nsurldownload, "b u q R n C Z"), breaks: Example(.nsurldownload, "q b R n C Z")),
        .n2: RuleEntry(
            .download, "requests first", "willSendRequest comes any number of times, \"before any further messages\".",
            [.header106(.download)], broken: "willSendRequest behind the response.",
            keeps: Example(.nsurldownload, "b q r R n C Z"), breaks: Example(.nsurldownload, "b R r n C Z")),
        .n3: RuleEntry(
            .download, "challenges",
            """
            Challenges come any number of times before the response; whether one could be met is asked before it, and \
            it is withdrawn, if at all, right behind it.
            """,
            [.header106(.download), .header109(.download)],
            broken: "One of these behind the response, or a withdrawal without a challenge right before it.",
            keeps: Example(.nsurldownload, "b p a x a R n C Z"), breaks: Example(.nsurldownload, "b x R n C Z")),
        .n4: RuleEntry(
            .download, "response",
            """
            A response comes before any data; several start the count again. There is none only if an error came first.
            """,
            [.downloadOverview],
            broken: "Data, decoding, a name, a file or the end before didReceiveResponse and willResumeWithResponse.",
            keeps: Example(.nsurldownload, "b R n R n C Z"), breaks: Example(.nsurldownload, "b n R n C Z")),
        .n5: RuleEntry(
            .download, "resumed", "For a resumed download willResumeWithResponse comes instead of the first response.",
            [.downloadOverview],
            broken:
                "It comes behind a response, a second time, or where the trace says that there was nothing to resume "
                + "(`resumeData` is false).",
            keeps: Example(.nsurldownload, "b N n C Z"), breaks: Example(.nsurldownload, "b R N n C Z")),
        .n6: RuleEntry(
            .download, "lengths", "didReceiveDataOfLength comes before the end: any number of times, or at least once.",
            [.downloadOverview, .header106(.download)], broken: "downloadDidFinish without any.",
            weight: .warning, keeps: Example(.nsurldownload, "b R n C Z"), breaks: Example(.nsurldownload, "b R C Z"),
            remark: "The overview says zero or more, the header one or more. None is let pass, with a warning."),
        .n7: RuleEntry(
            .download, "decoding",
            """
            shouldDecodeSourceDataOfMIMEType comes for MacBinary, BinHex and gzip, once for each layer, before the name \
            is decided, which may come out of the decoder.
            """,
            [.redirectsAndDownloads, .downloadOverview], broken: "It comes behind the name or the file.",
            keeps: Example(.nsurldownload, "b R n g g t C Z"), breaks: Example(.nsurldownload, "b R n t g C Z"),
            remark:
                "A `mime` that is plainly none of the three is a warning: the documents give no list of their types."),
        .n8: RuleEntry(
            .download, "name",
            """
            decideDestinationWithSuggestedFilename comes at most once, before the file is there; not if the destination \
            was set before.
            """,
            [.downloadOverview],
            broken: "A second one, one behind didCreateDestination, or one where the trace says `destinationSet`.",
            keeps: Example(.nsurldownload, "b R n t C Z"), breaks: Example(.nsurldownload, "b R n t t C Z")),
        .n9: RuleEntry(
            .download, "file", "didCreateDestination comes once, when the file is there, and before downloadDidFinish.",
            [.downloadOverview], broken: "downloadDidFinish without it, or a second one.",
            keeps: Example(.nsurldownload, "b R n t C n Z"), breaks: Example(.nsurldownload, "b R n t Z")),
        .n10: RuleEntry(
            .download, "one end",
            "A download ends with one of downloadDidFinish and didFailWithError; nothing follows.",
            [.downloadOverview], broken: "Neither comes and there is no cancel, or anything comes behind one.",
            keeps: Example(.nsurldownload, "b E"), breaks: Example(.nsurldownload, "b R n C Z n")),
        .n11: RuleEntry(
            .download, "refused redirect", "Nil returned for a redirect cancels the download, or delivers what came.",
            [.header106(.download, "\"download is cancelled\""), .redirectsAndDownloads],
            broken: "A redirect whose recorded reply is nil (`request` is null, or `decision` is refuse).",
            weight: .warning, keeps: Example(.nsurldownload, "b r ! R n C Z"),
            breaks: Example(.nsurldownload, "b r !(request=null) R n C Z"),
            remark: """
                The header says "download is cancelled", Apple's text on redirects that the data received so far count. \
                Both are let pass: the load may go on, and it may end there.
                """),
        .n12: RuleEntry(
            .download, "cancel",
            """
            cancel deletes the file, unless setDeletesFileUponFailure says no. What was decoded in part from gzip cannot \
            be resumed.
            """,
            [.header106(.download, "cancel, setDeletesFileUponFailure"), .redirectsAndDownloads],
            broken: """
                A cancel record that says `fileExists` and not that `deletesFileUponFailure` is false; or that there is \
                `resumeData`, behind decoding that was agreed to (`decode` is true in the reply).
                """,
            keeps: Example(.nsurldownload, "b R n C cancel(fileExists=false)"),
            breaks: Example(.nsurldownload, "b R n C cancel(fileExists=true)"),
            remark: "With a cancel a trace may end anywhere. A callback behind it is a warning, as under C10."),
    ]
}
