// CaseTests.swift: difficult places of the contracts, one line each.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

import Testing

@testable import QuintainOrder

/// `U10@2` is a rule and the record that breaks it; `~` marks a warning, `@end` something that is missing.
@Suite struct `Hard cases` {
    private static let data: [(String, [String])] = [
        ("c d w S A B s i r R D H m Z I", []),
        ("", ["U15@end"]),
        ("I", []),
        // Refused redirects: the 3xx is the response.
        ("r R(status=302) D Z", []),
        ("r(status=302) !(request=null) R(status=302) D Z", []),
        ("r !(request=null) r R Z", ["U9@3"]),
        ("r !(decision=refuse) i R Z", ["U9@3"]),
        ("s r !(request=null) s s R D Z", []),
        ("B s r !(request=null) s R Z", []),
        ("r !(request=null) s A R Z", ["U9@4"]),
        ("r !(request=null) D s R Z", ["U10@3"]),
        ("r !(request=GET,stream=null) A R Z", []),
        ("r !(stream=null,request=GET) A R Z", []),
        ("r !(decision=stop,request=null) A R Z", ["U9@3"]),
        ("r !(decision=refuse) m E", []),
        ("r(status=302) !(decision=follow) R(status=302) Z", ["~U9@3"]),
        ("r(status=302) !(decision=follow) R(status=200) Z", []),
        ("r(status=302) R(status=302) Z", []),
        // An early response: progress may follow it.
        ("s R s D s Z", []),
        ("R D H s Z", ["U7@4"]),
        // Becoming a download: right behind the first response, and ending as one.
        ("R K W W F m Z", []),
        ("R K F Z", []),
        ("R K W m E", []),
        ("R K E", []),
        ("R K", ["U15@end"]),
        ("R K Z", ["UD3@3"]),
        ("R K F E", ["UD3@4"]),
        ("R K W F W Z", ["UD2@5"]),
        ("R K W s W F Z", ["~U7@4"]),
        ("R K F s Z", ["U7@4"]),
        ("R K m F Z", ["U14@4"]),
        ("R R K E", ["U-BECOME@3"]),
        ("R s K E", ["U-BECOME@3"]),
        ("K W F Z", ["U10@1"]),
        ("R J Z", ["no-such-callback@2"]),
        // Multipart: the first response's type decides, if the trace has it.
        ("R(mime=Multipart/X-Mixed-Replace; boundary=a) D R D R Z", []),
        ("R R(mime=text/html) R Z", []),
        ("R(mime=text/html) R(mime=multipart/x-mixed-replace) Z", ["U-ONE-R@2"]),
        ("R(mime=text/html) R R R Z", ["U-ONE-R@2"]),
        // Interim responses.
        ("R(status=103) R(status=200,mime=text/html) Z", ["U-1XX@1"]),
        ("R(status=100) A R(status=200) Z", ["U-1XX@1"]),
        ("R(status=101) Z", ["U-1XX@1", "U-Z-WITHOUT-R@2"]),
        ("R(status=99) Z", []),
        ("R(status=200) Z", []),
        ("R i Z", ["U-1XX@2"]),
        // Basic on Linux: the 401 comes first.
        ("R(status=401) D A R(status=200) D Z", ["U-R-BEFORE-A@3"]),
        ("A !(decision=use) R(status=401) Z", ["~U8@3"]),
        ("A !(decision=use) A !(decision=default) R(status=401) Z", []),
        // The end.
        ("E", []),
        ("m E", []),
        ("m Z", ["U-Z-WITHOUT-R@2"]),
        ("m R D Z", ["U14@2"]),
        ("R H E", ["U12@3"]),
        ("R D Z D D Z", ["U-AFTER-Z@4", "U-TWO-Z@6"]),
        // Cancel.
        ("cancel", ["~U18@end"]),
        ("R D cancel D E", []),
        ("R D cancel", ["~U18@end"]),
        ("R D H cancel E", []),
        ("R cancel ! D E", []),
        ("R cancel D Z", ["~U18@4"]),
        ("cancel A ! r E", ["~U18@4"]),
        ("cancel I", []),
        ("s cancel I", ["U16@3"]),
        ("cancel A r R E", []),
        ("R D cancel D R(status=200) A E", ["U-R-BEFORE-A@6"]),
        ("R Z cancel E", ["U-TWO-Z@4"]),
        // Facts of the task.
        ("c(background=false) d R Z", ["U2@2"]),
        ("s d R Z", ["~U2@2"]),
        ("c(streamed=true) s R Z", ["U6@2"]),
        ("c(streamed=true) B s R Z", []),
        ("B s A s R Z", ["~U6@4"]),
        // Records of the session itself.
        ("R I", ["U16@2"]),
        ("R Z I I", ["U16@4"]),
        ("R Z I D", ["U16@4"]),
        // One slip, one finding.
        ("D D D R D Z", ["U10@1"]),
        ("H R", ["U10@1", "U12@2", "U15@end"]),
    ]

    private static let questions: [(String, [String])] = [
        ("R D ! Z", ["Q@3"]),
        ("R ! D ! Z", ["Q@4"]),
        ("! R D Z", ["Q@1"]),
        ("s ! R Z", ["Q@2"]),
        ("A ! A", ["Q@end"]),
        ("A", ["U15@end"]),
        ("R ! D", ["U15@end"]),
        ("r R ! D Z", []),
        ("r ! R D H Z", []),
        ("A E !", ["Q@3"]),
        ("A cancel E !", []),
        ("A cancel m E !", []),
        ("A m E !", ["Q@4"]),
        ("A cancel s ! E", ["Q@4"]),
        ("R D Z !", ["Q@4"]),
        ("R Z !", ["Q@3"]),
        ("R K ! W F Z", []),
        ("R K W ! F Z", []),
        ("R D H ! Z", []),
        ("d ! w S ! B ! r ! R ! D H ! m Z", []),
    ]

    private static let others: [(Contract, String, [String])] = [
        (.urlsessionDownload, "O W F Z", []),
        (.urlsessionDownload, "F Z", []),
        (.urlsessionDownload, "W F m E", []),
        (.urlsessionDownload, "W m F E", ["U14@3"]),
        (.urlsessionDownload, "W m Z", ["UD3@3"]),
        (.urlsessionDownload, "O O F Z", ["UD1@2"]),
        (.urlsessionDownload, "c(resumeData=false) O F Z", ["UD1@2"]),
        (.urlsessionDownload, "R F D Z H", ["UD4@1", "U-AFTER-Z@5"]),
        (.urlsessionDownload, "W r F Z", ["U9@2"]),
        (.urlsessionDownload, "W s F Z", ["~U7@2"]),
        (.urlsessionDownload, "O s W F Z", ["U7@2"]),
        (.urlsessionDownload, "W F s Z", ["U7@3"]),
        (.urlsessionDownload, "m F Z", ["U14@2"]),
        (.urlsessionDownload, "r !(request=null) W F Z", []),
        (.urlsessionDownload, "W F X Z", ["UD5@3"]),
        (.urlsessionHandler, "X", []),
        (.urlsessionHandler, "", ["U-ONE-X@end"]),
        (.urlsessionHandler, "c m w A r m X", []),
        (.urlsessionHandler, "X m", ["~U14@2"]),
        (.urlsessionHandler, "X m m s", ["~U14@2", "U-ONE-X@4"]),
        (.urlsessionHandler, "R D X", ["UD5@1"]),
        (.urlsessionHandler, "X Z", ["UD5@2"]),
        (.urlsessionHandler, "A X !", ["Q@3"]),
        (.urlsessionHandler, "A cancel X !", []),
        (.urlsessionHandler, "r cancel", ["~U18@end"]),
        (.urlsessionHandler, "w X X w", ["U-ONE-X@3"]),
        (.nsurlconnectionData, "u q p a x r A", ["C12@7", "C9@end"]),
        (.nsurlconnectionData, "A p", ["C12@2", "C9@end"]),
        (.nsurlconnectionData, "H E", []),
        (.nsurlconnectionData, "H Z", ["C6@2"]),
        (.nsurlconnectionData, "R D H E", []),
        (.nsurlconnectionData, "D Z", ["C6@1"]),
        (.nsurlconnectionData, "R s Z", ["C14@2"]),
        (.nsurlconnectionData, "x R Z", ["C2@1"]),
        (.nsurlconnectionData, "a B x R Z", ["C2@3"]),
        (.nsurlconnectionData, "a x ! R Z", []),
        (.nsurlconnectionData, "R W Y Z", ["C15@2"]),
        (.nsurlconnectionData, "cancel", []),
        (.nsurlconnectionData, "R cancel D D", ["~C10@3"]),
        (.nsurlconnectionData, "R cancel Z D", ["~C10@3", "C9@4"]),
        (.nsurlconnectionData, "q !(request=null) E", []),
        (.nsurlconnectionData, "q !(request=null) E E", ["C9@4"]),
        (.nsurlconnectionData, "r !(request=null)", ["C9@end"]),
        (.nsurlconnectionData, "s r !(request=null) s R D Z", []),
        (.nsurlconnectionData, "r !(request=null) s A R D Z", ["C4@4"]),
        (.nsurlconnectionData, "q !(request=null) s E", ["C3@3"]),
        (.nsurlconnectionData, "B !(stream=null)", []),
        (.nsurlconnectionData, "B !(stream=null) s R Z", ["C13@3"]),
        (.nsurlconnectionData, "R(thread=1,queue=a) D(thread=2,queue=a) Z(queue=b)", ["C16@3"]),
        (.nsurlconnectionData, "q R ! D Z", ["Q@3"]),
        (.nsurlconnectionDownload, "E", []),
        (.nsurlconnectionDownload, "Y", []),
        (.nsurlconnectionDownload, "W M W Y", []),
        (.nsurlconnectionDownload, "W q Y", ["C1@2"]),
        (.nsurlconnectionDownload, "W Y E", ["C9@3"]),
        (.nsurlconnectionDownload, "W Z", ["C15@2"]),
        (.nsurldownload, "b u q a x R n g t n C R n Z", []),
        (.nsurldownload, "b N n C Z", []),
        (.nsurldownload, "b R C Z", ["~N6@4"]),
        (.nsurldownload, "b(resumeData=false) N n C Z", ["N5@2"]),
        (.nsurldownload, "b(destinationSet=true) R n t C Z", ["N8@4"]),
        (.nsurldownload, "b R g(mime=application/gzip) n C Z", []),
        (.nsurldownload, "b R g(mime=text/html) n C Z", ["~N7@3"]),
        (.nsurldownload, "u R n C Z", ["N1@1"]),
        (.nsurldownload, "b C Z", ["N4@2", "~N6@3"]),
        (.nsurldownload, "b R n C C Z", ["N9@5"]),
        (.nsurldownload, "b r !(request=null)", ["~N11@3"]),
        (.nsurldownload, "b R cancel", []),
        (.nsurldownload, "b R cancel n", ["~N12@4"]),
        (.nsurldownload, "b R g !(decode=true) n cancel(resumeData=true)", ["N12@6"]),
        (.nsurldownload, "b R g !(decode=false) n cancel(resumeData=true)", []),
        (.nsurldownload, "b R C cancel(fileExists=true,deletesFileUponFailure=false)", []),
        (.nsurldownload, "b R t n ! C Z", []),
        (.urlprotocolClient, "L", ["~P3@end"]),
        (.urlprotocolClient, "", ["P-START@end"]),
        (.urlprotocolClient, "L R D T", []),
        (.urlprotocolClient, "L a T", []),
        (.urlprotocolClient, "L a ! a x v R Z", []),
        (.urlprotocolClient, "L a T !", ["Q@4"]),
        (.urlprotocolClient, "L a ! !", ["Q@4", "~P3@end"]),
        (.urlprotocolClient, "L a R ! Z T", ["P5@3"]),
        (.urlprotocolClient, "L a R ! ! Z T", ["P5@3", "Q@5"]),
        (.urlprotocolClient, "L a E ! T", ["P6@3"]),
        (.urlprotocolClient, "L a a ! ! ! R Z", ["P5@3", "Q@6"]),
        (.urlprotocolClient, "L v E T", ["P13@3"]),
        (.urlprotocolClient, "L v D T", ["P2@3"]),
        (.urlprotocolClient, "L a R D Z T", ["P5@3"]),
        (.urlprotocolClient, "L r E T", []),
        (.urlprotocolClient, "L r r E T", ["~P11@3"]),
        (.urlprotocolClient, "L E T D", ["P8@4"]),
        (.urlprotocolClient, "L L T", ["P-START@2"]),
        (.urlprotocolClient, "L R(policy=null) Z", ["P12@2"]),
        (.urlprotocolClient, "1:L 2:L 1:a ! 2:R 1:E 2:Z", []),
    ]

    /// Records of several tasks, and of the session.
    private static let sessions: [(String, [String])] = [
        ("1:c 2:c 2:R 1:r 2:Z 1:R 1:Z I", []),
        ("1:R 2:D 1:Z 2:Z", ["U10@2"]),
        ("S 1:R 1:Z", []),
        ("S ! 1:R ! 1:Z", []),
        ("1:R S 1:D 1:Z", []),
        ("1:R S ! 1:D 1:Z", []),
        ("S", ["U15@end"]),
        ("S(method=ServerTrust) 1:A(method=NTLM) 1:R 1:Z", ["U4@2"]),
        ("1:c S(method=HTTPDigest) 1:R 1:Z", ["U5@2"]),
        ("1:r 2:r 1:! 2:! 1:R 2:R 1:Z 2:Z", []),
        ("1:r 2:r ! 2:R 1:R 1:Z 2:Z", []),
        ("1:R 1:! 1:! 1:Z", ["Q@3"]),
        ("3:! 1:R 1:Z", ["Q@1"]),
        ("1:R 2:R cancel 1:E 2:E I", []),
        ("1:R 2:R 2:cancel 1:Z", ["~U18@end"]),
        ("1:R 2:R cancel", ["~U18@end", "~U18@end"]),
        ("1:R I 1:Z", ["U16@2"]),
        ("1:R 1:Z I 2:R", ["U16@4"]),
        ("1:Z 2:Z", ["U-Z-WITHOUT-R@1", "U-Z-WITHOUT-R@2"]),
    ]

    @Test(arguments: data.indices) func `of a data task`(index: Int) throws {
        let (letters, expected) = Self.data[index]
        #expect(try Traces.verdict(.urlsessionData, letters) == expected, "\(letters)")
    }

    @Test(arguments: questions.indices) func `of replies`(index: Int) throws {
        let (letters, expected) = Self.questions[index]
        #expect(try Traces.verdict(.urlsessionData, letters) == expected, "\(letters)")
    }

    @Test(arguments: others.indices) func `of the other contracts`(index: Int) throws {
        let (contract, letters, expected) = Self.others[index]
        #expect(try Traces.verdict(contract, letters) == expected, "\(contract.name): \(letters)")
    }

    @Test(arguments: sessions.indices) func `of sessions`(index: Int) throws {
        let (letters, expected) = Self.sessions[index]
        #expect(try Traces.verdict(.urlsessionData, letters) == expected, "\(letters)")
    }

    @Test func `of a record that leaves no reply out`() throws {
        #expect(try Traces.verdict(.urlsessionData, "R D Z", everyReply: true) == ["Q@2"])
        #expect(try Traces.verdict(.urlsessionData, "R ! D Z", everyReply: true) == [])
        #expect(try Traces.verdict(.urlsessionData, "A cancel E", everyReply: true) == [])
        #expect(try Traces.verdict(.urlsessionData, "A cancel m E", everyReply: true) == [])
        #expect(try Traces.verdict(.urlsessionData, "A E", everyReply: true) == ["Q@2"])
        #expect(try Traces.verdict(.urlsessionData, "A", everyReply: true) == ["Q@end"])
    }

    @Test func `of faults: the client's, or the driver's`() throws {
        func fault(_ letters: String) throws -> TraceFinding.Fault? {
            try Traces.findings(Example(.urlsessionData, letters)).first?.fault
        }
        #expect(try fault("R ! ! Z") == .driver)
        #expect(try fault("! R Z") == .driver)
        #expect(try fault("A ! A") == .driver)
        #expect(try fault("R D ! Z") == .client)
        #expect(try fault("D R Z") == .client)
        let thread = try Traces.findings(Rule.p10.entry.breaks!).first
        #expect(thread?.fault == .driver)
    }

    @Test func `of what would have been allowed, and what came before`() throws {
        let early = try #require(try Traces.findings(Example(.urlsessionData, "c s D R Z")).first)
        #expect(early.before.map(\.callback) == [.didCreateTask, .didSendBodyData])
        #expect(early.allowed.contains(.didReceiveResponse) && !early.allowed.contains(.didReceiveData))
        let waiting = try #require(try Traces.findings(Example(.urlsessionData, "w w R Z")).first)
        #expect(!waiting.allowed.contains(.taskIsWaitingForConnectivity))
        let refused = try #require(try Traces.findings(Example(.nsurlconnectionData, "r !(request=null) a R Z")).first)
        #expect(refused.allowed == [.didSendBodyData, .didReceiveResponse, .didFailWithError])
        let later = try #require(try Traces.findings(Example(.urlsessionData, "r !(request=null) R A D Z")).first)
        #expect(later.allowed.contains(.didReceiveData))
        let ended = try #require(try Traces.findings(Example(.urlsessionData, "R Z D")).first)
        #expect(ended.allowed.isEmpty)
        let many = try #require(try Traces.findings(Example(.urlsessionData, "s s s s s s s s D R Z")).first)
        #expect(many.before.count == 5)
        #expect(many.before.map(\.place) == [4, 5, 6, 7, 8])
    }
}
