// ImpliedOrder.swift: the load that a file's first request stands for.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainAuth
internal import QuintainNotation

/// The first `>` message is the order as well, where no `client` line comes before it.
struct ImpliedOrder {
    private enum State {
        /// Neither a `client` line nor a request yet.
        case none
        /// The first request is being read.
        case open
        /// The first request has ended, or cannot be read.
        case done
        /// A `client` line came first. A load among them is what the requests answer.
        case ordered(hasLoad: Bool)
    }

    private var state = State.none
    private(set) var load: Load?
    /// A request that nobody ordered.
    private var unordered: Place?
    /// The bytes of a value in the request are not known, so that nobody can be ordered to send them.
    private var isUncertain = false
    private var body = TemplateBuilder()
    private var hasBody = false

    mutating func order(isLoad: Bool) {
        switch state {
        case .none: state = .ordered(hasLoad: isLoad)
        case .ordered(let hasLoad): state = .ordered(hasLoad: hasLoad || isLoad)
        case .open, .done: break
        }
    }

    mutating func request(_ method: Template, _ target: Target, _ place: Place) {
        switch state {
        case .none:
            load = Load(method: method, url: target)
            isUncertain = (method.values + target.template.values).contains(where: \.isUncertain)
            state = .open
        case .open: state = .done
        case .done, .ordered(hasLoad: true): break
        case .ordered(hasLoad: false): if unordered == nil { unordered = place }
        }
    }

    mutating func field(_ field: NamedValue, isPlain: Bool) {
        guard case .open = state, !Self.made.contains(field.name.lowercased()) else { return }
        if isPlain {
            load?.header.append(field)
        } else if let value = field.value.soleValue, case .basic(let credentials) = value.function {
            // Nothing stands above that would have told the client of them.
            let clause = BasicAnswer(credentials.user, credentials.password).clause
            load?.header.append(NamedValue(field.name, Template(clause.text)))
        }
    }

    mutating func body(_ line: Template, newline: Newline?) {
        guard case .open = state, !line.isAbsent else { return }
        if let newline, hasBody { body.append(newline.bytes) }
        hasBody = true
        for piece in line.pieces {
            switch piece {
            case .literal(let bytes): body.append(bytes)
            case .value(var value):
                if value.isUncertain { isUncertain = true }
                // The client decides into which chunks it cuts its body.
                value.transforms.removeAll { if case .chunks = $0 { true } else { false } }
                body.append(value)
            }
        }
    }

    /// Without a readable first request nothing is implied, and nothing is missing.
    mutating func lost() {
        if case .none = state { state = .done }
    }

    /// Completes the load once all lines are read, and reports that none begins, or a request that none orders.
    mutating func finish(_ nodes: [Node], _ faults: inout Faults) {
        if hasBody { load?.body = body.finish() }
        if case .none = state, !faults.hasErrors, !Self.expectsNothing(nodes) {
            faults.add(
                .noLoad, Place(line: 1), "nothing begins a load: there is neither a 'client' line nor a '>' line",
                help: "such as '> GET /'; '! quiet 1s' alone expects that nothing comes")
        }
        if let unordered {
            faults.add(
                .noLoad, unordered, "nothing orders this request: the 'client' lines above it begin no load",
                help: "write 'client GET /' there")
        }
    }

    /// The load that a driver is ordered to make; nil: there is none, or its bytes are not known.
    var order: Load? { isUncertain ? nil : load }

    /// Whether no line needs a load: `! quiet 1s` alone is a scenario that expects nothing.
    private static func expectsNothing(_ nodes: [Node]) -> Bool {
        !nodes.isEmpty
            && nodes.allSatisfy { node in
                switch node {
                case .line(let line):
                    switch line.deed {
                    case .act, .await, .binding, .send(.raw): true
                    case .send, .order, .receive, .callback: false
                    }
                case .repeated(let block): expectsNothing(block.nodes)
                case .anyOrder: false
                case .either(let block): block.branches.allSatisfy { $0.nodes.isEmpty || expectsNothing($0.nodes) }
                }
            }
    }

    /// Fields that clients make themselves.
    private static let made: Set<String> = ["host", "connection", "content-length", "transfer-encoding"]
}

extension Value {
    /// The value only compares, is what the request itself brings along, or the round in which it comes.
    fileprivate var isUncertain: Bool {
        all.contains { value in
            switch value.function {
            case .captured, .count: true
            default: value.function.onlyMatches
            }
        }
    }
}
