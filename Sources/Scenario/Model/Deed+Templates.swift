// Deed+Templates.swift: everything in a line that may hold values.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

package import QuintainNotation

extension Deed {
    /// The texts of the line, with the values in them.
    package var templates: [Template] {
        switch self {
        case .send(let part): part.template.map { [$0] } ?? []
        case .act(let act): act.templates
        case .order(let order): order.templates
        case .receive(let part): part.templates
        case .callback(let callback):
            callback.subject + (callback.fields + callback.header).map(\.value) + (callback.decision?.templates ?? [])
        case .await(.clientHello(let name)): name.map { [$0] } ?? []
        case .await(.handshake(let demands)): demands.map(\.value)
        case .await(.frame(_, let fields)): fields.map(\.value)
        case .await, .binding: []
        }
    }
}

extension Act {
    fileprivate var templates: [Template] {
        switch self {
        case .frame(let frame): [frame.payload]
        case .at(_, let act): act.templates
        default: []
        }
    }
}

extension ReceiveLine {
    fileprivate var templates: [Template] {
        switch self {
        case .start(let method, let target, _): [method, target.template]
        case .field(_, let value, _), .trailer(_, let value, _): [value]
        case .body(let template, _), .raw(let template, _): [template]
        case .exactHead, .headEnd: []
        }
    }
}

extension ClientOrder {
    fileprivate var templates: [Template] {
        switch self {
        case .load(let load):
            [load.method, load.url.template] + (load.options + load.header).map(\.value)
                + (load.body.map { [$0] } ?? [])
        case .answer(let decision): decision.templates
        case .cancel, .suspend, .proceed, .resume, .trust: []
        }
    }
}

extension Decision {
    fileprivate var templates: [Template] {
        switch self {
        case .plain: []
        case .toURL(let value, let header), .body(let value, let header): [value] + header.map(\.value)
        case .toName(let template), .useCertificate(let template): [template]
        case .use(let user, let password): [user, password]
        }
    }
}
