// CertificateReading.swift: `certificate=` of an origin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWords

extension ScenarioBuilder {
    /// Either a word for a certificate that the server makes, or a file with a chain and its key.
    mutating func certificate(_ word: Word, _ value: Template) -> Template? {
        guard let path = path(word.value) else {
            known(value.literalText ?? "", CertificateKind.words + ["./FILE.pem"], word.value)
            return value
        }
        guard let pem = reader.file(path, word.value) else { return nil }
        if let fault = reader.shelf.fault(ofIdentity: pem, name: path) {
            faults.add(.badCertificate, word.value.place, "'\(path)' \(fault.predicate)", help: fault.help)
        }
        return Template(Value(.file(name: path, bytes: pem), at: word.value.place))
    }

    /// The path, if it is one and no word: from the folder of the scenario, or a whole one, which a posted text may name. One
    /// with blanks stands between quotes.
    private mutating func path(_ text: Text) -> String? {
        let path = text.bytes.first == Byte.quote ? reader.value(text, .order).literalText ?? "" : text.string
        return ["./", "../", "/"].contains(where: path.hasPrefix) ? path : nil
    }
}
