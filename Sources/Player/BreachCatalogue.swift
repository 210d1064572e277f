// BreachCatalogue.swift: the meaning of each kind of breach, for `quintain explain`.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainTranscript

extension Breach.Slug {
    /// The explanation of this kind of breach, and what to look at.
    package var explanation: String {
        switch self {
        case .wrongVersion:
            """
            The request line has another version than the one behind the target: '> GET / HTTP/1.0'. Without one
            any version will do.
            """
        case .wrongField:
            """
            A header field is not as its line says. A name that is mentioned must be there exactly as often as it
            is written, in that order; {{absent}} means not at all. Fields that are not mentioned are free, unless
            the head has a line {{no-others}}; under {{in-order}} those that are written come in that order. A name
            in a string, {{"X-Trace"}}, must come in these letters; else its case does not matter.
            Host is checked even unwritten: it must name the origin to which the request came.
            """
        case .wrongBody:
            """
            The body differs from what is written, byte for byte, and the sentence says at which byte; or in what it
            says, where '{{json …}}', '{{form …}}' or '{{multipart …}}' is written, and the sentence names the members
            or parts. A body that is not written is not compared; '> {{absent}}' says that there is none.
            """
        case .wrongTarget:
            """
            The request target is in a form that is not for this hop: the absolute form is for proxies, the origin
            form for all others (RFC 9112 section 3.2).
            """
        case .wrongConnection:
            """
            The request came on another connection than '! new-connection', '! same-connection' or
            '! connection NAME' above it says; or on one on which a request or a reply had said 'Connection: close',
            behind which none may come (RFC 9112 section 9.6).
            """
        case .wrongValue:
            """
            A callback came with another value than its line has. The play went on with the next line.
            """
        case .wrongTime:
            """
            A callback came sooner or later than 'after=' allows.
            """
        case .wrongBranch:
            """
            What the client did leads to a branch that the file calls wrong: the finding's sentence is what stands at
            '! wrong', and the lines of the branch above it are what the client did. It counts as the level there says:
            'should' is a warning. Whoever finds it right puts the branch without '! wrong' into a scenario of their own.
            """
        case .wrongDecision:
            """
            The client's own delegate decided otherwise than its line says: behind '->', or the default where that is
            left out. Where no line takes the question, every decision is right. Or it has not decided at all, so that its
            load waits for ever, or has called a completion handler twice; no level and no line makes that right. Only the
            library reports this, of a delegate that stands behind its own; in 'quintain check' the scenario decides.
            """
        case .neverCame:
            """
            A line of theirs ('>', '*' or '! await') did not happen within its time ('within', 5s unless set), or
            not before the client ended or the play was given up. Under 'must' the play ends there; else the line is skipped, and a request
            takes its reply and the acts on its connection with it. A client with a driver sends what it is ordered
            to send: the first request of a file without 'client' lines, and what a redirect or a challenge leads to.
            Any other has a 'client' line above it. One that 'Retry-After: 6' lets come late needs 'within 10s'.
            """
        case .tooSoon:
            """
            Something fits a line that stands below a line of ours that was not done yet. The order of the lines
            is the assertion: a '*' line above a '<' line means that the reply waits for the callback, and a '>'
            line below a '<' line means that the request must not come before the reply.
            """
        case .unexpectedRequest:
            """
            No line takes this request. It was answered with 500 and the nearest line, so that the client is not
            left hanging. If it is right that it comes, write it; if it may come, write it in an 'either'. It counts
            as much as the line that was due, and is a failure when the last line has happened.
            """
        case .unexpectedCallback:
            """
            No line takes this callback. 'challenge', 'challenge-cancelled', 'redirect', 'response', 'data',
            'event', 'resumed', 'file', 'finish' and 'fail' must be written; other kinds pass by in a file that
            never names them, and all do in a file without any. It counts as much as the line that was due, and is a
            failure when the last line has happened.
            """
        case .afterEnd:
            """
            Every load ends with exactly one of 'finish' and 'fail', and that is its last callback. Here the load had
            ended, and something came all the same. It is a failure under any level, and no line can allow it.
            """
        case .malformedRequest:
            """
            The request could be read, and breaks a rule that RFC 9112 or RFC 9110 sets for clients: a line that ends
            with LF alone, Content-Length beside Transfer-Encoding, Expect without content. The sentence says at
            which byte and by which rule. Rules that speak of a field do not count where a line writes that field.
            """
        case .unreadableRequest:
            """
            The bytes that came break a rule of HTTP/1.1 or HTTP/2. The sentence says at which byte, and by which rule.
            To expect such bytes, write them: '> {{raw "…"}}'.
            """
        case .unexpectedBytes:
            """
            Bytes came that no line takes and that make no whole request: the beginning of one, more behind a body
            than its length says, a body without a length, or bytes in the clear where TLS is spoken.
            To expect such bytes, write them: '> {{raw "…"}}'.
            """
        case .unexpectedFrame:
            """
            Over HTTP/2 the client reset a stream, or said GOAWAY with an error, and no '! await frame RST_STREAM' or
            '! await frame GOAWAY' stands for it. Other frames need no line.
            """
        case .unexpectedGreeting:
            """
            A TLS greeting came on a connection of which no line speaks: no request was taken on it, no '! await' and
            no act was for it, and no 'fail' or 'challenge' of a load stands there in place of them. A client that
            tries again with a lower version does so. A handshake that fails like the one before it has sent no
            request: a client that tries it once more is noted. A connection on which nothing comes is no breach.
            """
        case .notSent:
            """
            A line of ours could not be done: the client had gone before all its bytes were handed to the system, or
            it ended before the line was due, as one does that gives up behind '! wait 2s': where it is to give up,
            '! stall' and '! await close' stand in place of the reply. Or nobody has read the reply: the client had
            closed its side before it left, and reset the connection when it came; '! await close' above it says that
            the client closes. Of a load that fails, its 'fail' counts in place of these. A client that leaves a body
            unread on purpose is allowed by '! stall at=20KB' above the reply and '! await close' below it: no more is
            sent than it reads. The transcript has what really left. Or a request at the end of the file has no reply,
            and its client waits: '! stall' says that none is to come. Or a line quotes a request's body that has more
            than the 4 MiB that are kept, or a value of the client's whose line end makes two lines of a line of the
            head, or that needs escapes within quotes of JSON.
            """
        }
    }
}
