// LaneClaims.swift: contradictions between a lane's lines about its requests and replies.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

struct LaneClaims {
    private var head = HeadClaims()
    private var body = BodyClaims()
    private var connection = ConnectionClaims()
    private var questions = HeldQuestions()
    private var length = ReplyLength()
    private var interim = InterimAdvice()
    private var chunks = ChunkAdvice()
    private var reply = ReplyAdvice()
    private var strikes = StrikeClaims()
    private var cut = CutAdvice()
    private var replyHead = ReplyHead()

    static func merged(_ one: Self, _ other: Self) -> Self {
        LaneClaims(
            head: .merged(one.head, other.head), body: .merged(one.body, other.body),
            connection: .merged(one.connection, other.connection),
            questions: .merged(one.questions, other.questions), length: .merged(one.length, other.length),
            interim: .merged(one.interim, other.interim), chunks: .merged(one.chunks, other.chunks),
            reply: .merged(one.reply, other.reply), strikes: .merged(one.strikes, other.strikes),
            cut: .merged(one.cut, other.cut), replyHead: .merged(one.replyHead, other.replyHead))
    }

    mutating func follow(_ line: Line, isWithin block: Bool, _ faults: inout Faults) {
        head.follow(line, &faults)
        body.follow(line, isWithin: block, &faults)
        connection.follow(line, &faults)
        questions.follow(line, isWithin: block, &faults)
        length.follow(line, &faults)
        interim.follow(line, &faults)
        chunks.follow(line, &faults)
        reply.follow(line, &faults)
        strikes.follow(line, isWithin: block, &faults)
        cut.follow(line, &faults)
        replyHead.follow(line, &faults)
    }

    mutating func loseOrder() { connection.loseOrder() }

    func finish(_ faults: inout Faults, hasCallbacks: Bool) {
        body.finish(&faults)
        length.finish(&faults)
        length.warnOfNoEnd(&faults)
        strikes.finish(&faults)
        cut.finish(&faults, hasCallbacks: hasCallbacks)
    }
}
