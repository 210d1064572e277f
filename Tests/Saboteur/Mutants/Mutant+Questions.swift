// Mutant+Questions.swift: questions that are not asked, not waited for, or not listened to.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import QuintainLoader

extension Mutant {
    static let ofQuestions: [Mutant] = [
        Mutant(
            "waits-for-no-answer", "goes on while its question about a response is open",
            breaks: "every contract, rule Q", in: "metadata", "framing",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .response) = effect else { return nil }
                return [.effect(effect), .input(.answered(number, .byDefault))]
            }),
        Mutant(
            "follows-before-the-answer", "follows a redirect while it asks whether it may",
            breaks: "every contract, rule Q", in: "redirects",
            sabotage: .ordered { effect, _ in
                guard case .ask(let number, .redirect) = effect else { return nil }
                return [.effect(effect), .input(.answered(number, .byDefault))]
            }),
        Mutant(
            "follows-unasked", "follows redirects without asking", breaks: "URLSession, rule U9", in: "redirects",
            sabotage: .answering { question, _ in
                if case .redirect = question { .byDefault } else { nil }
            }),
        Mutant(
            "follows-refused-redirects", "follows a redirect that its delegate refused",
            breaks: "URLSession, rule U9", in: "redirects",
            sabotage: .mishearing { question, answer in
                guard case .redirect = question, answer == .refuse else { return nil }
                return .byDefault
            }),
        Mutant(
            "ignores-the-changed-redirect", "follows to where the server says, not to where its delegate says",
            breaks: "URLSession, willPerformHTTPRedirection", in: "redirects",
            sabotage: .mishearing { question, answer in
                if case .redirect = question, case .request = answer { .byDefault } else { nil }
            }),
        Mutant(
            "hears-no-cancel-in-redirects", "follows a redirect at which its delegate cancelled",
            breaks: "URLSession, rule U18", in: "redirects",
            sabotage: .mishearing { question, answer in
                guard case .redirect = question, answer == .cancel else { return nil }
                return .byDefault
            }),
        Mutant(
            "hears-no-cancel-at-the-response", "loads on though its delegate cancelled at the response",
            breaks: "URLSession, ResponseDisposition.cancel", in: "metadata",
            sabotage: .mishearing { question, answer in
                guard case .response = question, answer == .cancel else { return nil }
                return .byDefault
            }),
        Mutant(
            "never-becomes-a-download", "hands the data on though the response was to become a download",
            breaks: "URLSession, rule U-BECOME", in: "metadata",
            sabotage: .mishearing { question, answer in
                if case .response = question, case .download = answer { .byDefault } else { nil }
            }),
        Mutant(
            "keeps-challenges-open", "fails without a word about the challenge that is open",
            breaks: "NSURLConnection, didCancelAuthenticationChallenge", way: "nsurlconnection", in: "authentication",
            sabotage: .telling { event, _ in
                if case .challengeCancelled = event { [] } else { nil }
            }),
        Mutant(
            "sends-the-url-as-written", "does not ask about the canonical form of a URL",
            breaks: "NSURLConnection, rule C1", way: "nsurlconnection", in: "canonical",
            sabotage: .settings { $0.voice.canonical = false }),
        Mutant(
            "decodes-unasked", "decodes an archive without asking", breaks: "NSURLDownload, rule N7",
            way: "nsurldownload", in: "codings",
            sabotage: .answering { question, _ in
                if case .decode = question { .decode } else { nil }
            }),
        Mutant(
            "decodes-though-refused", "decodes an archive that its delegate wants to keep",
            breaks: "NSURLDownload, rule N7", way: "nsurldownload", in: "codings",
            sabotage: .mishearing { question, answer in
                guard case .decode = question, answer == .refuse else { return nil }
                return .decode
            }),
    ]
}
