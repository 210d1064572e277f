// CertificateReading.swift: `certificate=` and `key=` of an origin.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

internal import QuintainNotation
internal import QuintainTLS
internal import QuintainWords

extension ScenarioBuilder {
    /// Either a word for a certificate that the server makes, or two files that belong together.
    mutating func certificates(_ certificate: Word?, _ key: Word?, _ origin: inout Origin) {
        guard let certificate, let path = path(certificate.value) else {
            if let certificate {
                let value = reader.value(certificate.value, .order)
                known(value.literalText ?? "", CertificateKind.words + ["./FILE.pem"], certificate.value)
                origin.options.append(NamedValue(OriginOption.certificate.rawValue, value))
            }
            if let key, keyPath(key) != nil {
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
        guard let keyPath = keyPath(key) else { return }
        let files = (reader.file(path, certificate.value), reader.file(keyPath, key.value))
        guard let pem = files.0, let keyPEM = files.1 else { return }
        if let fault = reader.shelf.fault(ofCertificate: pem, key: keyPEM, names: [path, keyPath]) {
            let (name, place) = fault.part == .key ? (keyPath, key.value.place) : (path, certificate.value.place)
            faults.add(.badCertificate, place, "'\(name)' \(fault.predicate)", help: fault.help)
        }
        let both = [(OriginOption.certificate, path, certificate, pem), (.key, keyPath, key, keyPEM)]
        for (option, path, word, bytes) in both {
            let file = Value(.file(name: path, bytes: bytes), at: word.value.place)
            origin.options.append(NamedValue(option.rawValue, Template(file)))
        }
    }

    private mutating func keyPath(_ key: Word) -> String? {
        if let path = path(key.value) { return path }
        faults.add(.badOrigin, key.value.place, "a key comes from a file", help: "key=./x.key")
        return nil
    }

    /// The path, if it is one and no word: from the folder of the scenario, or a whole one, which a posted text may name. One
    /// with blanks stands between quotes.
    private mutating func path(_ text: Text) -> String? {
        let path = text.bytes.first == Byte.quote ? reader.value(text, .order).literalText ?? "" : text.string
        return ["./", "../", "/"].contains(where: path.hasPrefix) ? path : nil
    }
}
