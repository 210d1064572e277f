// Tar.swift: the files of an archive that `tar --format=ustar` has made.
// Part of Quintain. SPDX-License-Identifier: Apache-2.0

/// Reads the ustar format of POSIX, as far as plain files and folders are concerned.
enum Tar {
    struct File {
        /// The path below the folder that was packed.
        let path: String
        let bytes: ArraySlice<UInt8>
    }

    /// Nil if the bytes are no such archive, are cut short, or have a path that leads out of the folder.
    static func files(of archive: [UInt8]) -> [File]? {
        var files: [File] = []
        var rest = archive[...]
        while let head = rest.prefix(blockSize).nonEmpty, head.contains(where: { $0 != 0 }) {
            guard head.count == blockSize, head.field(257, 5) == "ustar",
                let size = Int(head.field(124, 12).prefix { $0 != " " }, radix: 8)
            else { return nil }
            rest = rest.dropFirst(blockSize)
            let padded = (size + blockSize - 1) / blockSize * blockSize
            guard size >= 0, rest.count >= padded else { return nil }
            if head.field(156, 1) == "0" {
                let folder = head.field(345, 155)
                let path = (folder.isEmpty ? "" : folder + "/") + head.field(0, 100)
                guard !path.hasPrefix("/"), !path.split(separator: "/").contains("..") else { return nil }
                files.append(File(path: path, bytes: rest.prefix(size)))
            }
            rest = rest.dropFirst(padded)
        }
        return files
    }

    private static let blockSize = 512
}

extension ArraySlice<UInt8> {
    fileprivate var nonEmpty: Self? { isEmpty ? nil : self }

    /// The text at an offset, up to the first zero.
    fileprivate func field(_ offset: Int, _ count: Int) -> String {
        String(decoding: dropFirst(offset).prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    }
}
