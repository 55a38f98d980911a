import JSONWriting
import TransportSecurity

extension LargeHelloAnswer: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("bytes", size)
            switch result {
            case .answered(let version, let group):
                json.member("result", "answered")
                json.member("version", version)
                json.member("group", group?.name)
                json.member("groupCode", group?.rawValue)
            case .refused(let failure):
                json.member("result", "refused")
                json.member("failure", failure)
            case .silent:
                json.member("result", "silent")
            case .unknown(let obstacle):
                json.member("result", "unknown")
                json.member("obstacle", obstacle.rawValue)
            }
        }
    }
}

/// The answer to a large hello in a facts event, such as
/// `{"bytes":1542,"result":"answered","version":"TLSv1.3","group":"X25519MLKEM768","groupCode":4588}`.
struct RecordedLargeHello: Decodable {
    /// The size of the hello in bytes.
    private let bytes: Int
    private let result: Result
    private let version: TLSVersion?
    private let groupCode: UInt16?
    private let failure: RecordedFailure?
    private let obstacle: LargeHelloAnswer.Obstacle?

    private enum Result: String, Decodable {
        case answered, refused, silent, unknown
    }

    /// The answer; nil if the event lacks a part of it.
    var answer: LargeHelloAnswer? { answerResult.map { LargeHelloAnswer(size: bytes, result: $0) } }

    private var answerResult: LargeHelloAnswer.Result? {
        switch result {
        case .answered: version.map { .answered($0, groupCode.map(NamedGroup.init(rawValue:))) }
        case .refused: failure.map { .refused($0.failure) }
        case .silent: .silent
        case .unknown: obstacle.map { .unknown($0) }
        }
    }
}
