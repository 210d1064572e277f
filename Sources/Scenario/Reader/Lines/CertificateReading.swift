// CertificateReading.swift: `certificate=` and `key=` of an origin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWords

extension ScenarioBuilder {
    /// Either a word for a certificate that the server makes, or two files that belong together.
    mutating func certificates(_ certificate: Word?, _ key: Word?, _ origin: inout Origin) {
        guard let certificate, Self.isPath(certificate.value) else {
            if let certificate {
                let value = reader.value(certificate.value, .order)
                known(value.literalText ?? "", CertificateKind.words + ["./FILE.pem"], certificate.value, .certificates)
                origin.options.append(NamedValue(OriginOption.certificate.rawValue, value))
            }
            if let key, isFile(key) {
                faults.add(
                    .badCertificate, key.text.place, "'\(key.string)' goes with a certificate from a file only",
                    help: "write certificate=./x.pem as well, or leave the key out")
            }
            return
        }
        guard let key else {
            faults.add(
                .badCertificate, certificate.value.place, "a certificate from a file needs its key",
                help: "write key=./x.key as well, or certificate=self-signed and the like to have one made")
            return
        }
        guard isFile(key) else { return }
        let names = [certificate.value.string, key.value.string]
        let files = (reader.file(names[0], certificate.value), reader.file(names[1], key.value))
        guard let pem = files.0, let keyPEM = files.1 else { return }
        if let fault = reader.shelf.fault(ofCertificate: pem, key: keyPEM, names: names) {
            let name = fault.part == .key ? key.value : certificate.value
            faults.add(.badCertificate, name.place, "'\(name.string)' \(fault.predicate)", help: fault.help)
        }
        for (option, word, bytes) in [(OriginOption.certificate, certificate, pem), (.key, key, keyPEM)] {
            let file = Value(.file(name: word.value.string, bytes: bytes), at: word.value.place)
            origin.options.append(NamedValue(option.rawValue, Template(file)))
        }
    }

    private mutating func isFile(_ key: Word) -> Bool {
        if Self.isPath(key.value) { return true }
        faults.add(.badOrigin, key.value.place, "a key comes from a file", help: "key=./x.key")
        return false
    }

    /// Whether it is a path and no word: one from the folder of the scenario, or a whole one, which a posted text may name.
    private static func isPath(_ text: Text) -> Bool { ["./", "../", "/"].contains(where: text.string.hasPrefix) }
}
