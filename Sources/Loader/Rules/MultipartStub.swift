import QuintainWire
struct MultipartReader {
    enum Part { case head([Field]), body([UInt8]), end, closed }
    init(boundary: [UInt8]) {}
    static func boundary(ofReplaced head: ResponseHead) -> [UInt8]? { nil }
    mutating func append(_ bytes: [UInt8]) {}
    mutating func next() -> Part? { nil }
}
