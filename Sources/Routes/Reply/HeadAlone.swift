// HeadAlone.swift: cuts a reply with raw bytes for HEAD if it was written for another method.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainReply
internal import QuintainScenario

/// Cuts raw lines behind the head that they belong to: RFC 9110 section 9.3.2.
///
/// Raw bytes may begin a reply, end the head of one, and go on into its body. Heads of the class 1xx are sent whole,
/// and so is the head behind them; no raw bytes follow that, not even those of a second reply.
struct HeadAlone {
    /// The head of the reply has ended, and was not one of the class 1xx.
    private var isOver = false
    /// A start line has been sent, and its head has not ended.
    private var isInHead = false
    private var isInformational = false
    /// The line of raw bytes has no bytes yet.
    private var isLineEmpty = true
    /// The start line in raw bytes, as far as it has come.
    private var startLine: [UInt8] = []

    /// Notes a line that is sent, and is not raw.
    mutating func pass(_ line: SendLine) {
        switch line {
        case .start(let template):
            starts(with: StartLine.status(in: template)?.literal.flatMap { StartLine.number($0) })
        case .field: isLineEmpty = true
        case .headEnd, .body, .trailer: ends()
        case .raw: break
        }
    }

    private mutating func starts(with status: Int?) {
        isInHead = true
        isInformational = status.map(Self.comesBeforeAnother) ?? false
        isLineEmpty = true
    }

    private mutating func ends() {
        if !isInformational { isOver = true }
        isInHead = false
        isLineEmpty = true
    }

    /// The part of a raw line that is sent. A value that has not been made yet has no line end.
    mutating func left(of line: Template) -> Template {
        var left = Template()
        for piece in line.pieces where !isOver {
            if case .literal(let bytes) = piece {
                left.append(Array(bytes.prefix(length(in: bytes))))
            } else {
                left.append(piece)
                isLineEmpty = false
            }
        }
        return left
    }

    /// The number of bytes that belong to heads.
    private mutating func length(in bytes: [UInt8]) -> Int {
        for (index, byte) in bytes.enumerated() {
            guard byte == 10 else {
                if byte == 13 { continue }
                if !isInHead { startLine.append(byte) }
                isLineEmpty = false
                continue
            }
            if !isLineEmpty, !isInHead {
                starts(with: StartLine.status(of: startLine))
                startLine = []
            } else if isLineEmpty, isInHead {
                ends()
            }
            if isOver { return index + 1 }
            isLineEmpty = true
        }
        return bytes.count
    }

    /// No other head follows a 101.
    private static func comesBeforeAnother(_ status: Int) -> Bool { 100..<200 ~= status && status != 101 }
}
