import DataFiles
import Harness
import TransportSecurity

/// The first byte of the input chooses the kind of a data file, and the rest is what its source has sent.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let input = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = input.first else { return 0 }
    let kind = DataFileKind.allCases[Int(first) % DataFileKind.allCases.count]
    let bytes = Array(input.dropFirst())
    do throws(DataFileFault) {
        examine(try DataFileContent(kind, bytes, named: "FILE"), bytes)
    } catch {
        claim(error.sentence.contains("FILE"), "the fault does not name the file: \(error.sentence)")
        claimHarmless(error.sentence, "the fault of a file")
    }
    return 0
}

private func examine(_ content: DataFileContent, _ bytes: [UInt8]) {
    claim(content.entries > 0 && content.entries <= bytes.count, "\(content.entries) entries in \(bytes.count) bytes")
    claim(DataFileContent.date(content.kind, bytes) == content.date, "two dates")
    claim(LogListPublisher(of: bytes) != .google, "Google's list of logs")
    claim(content.replacement(of: content, named: "FILE", at: content.date) == .same, "a file differs from itself")
    let before = content.date + -2 * 86_400
    guard case .refused = content.replacement(of: content, named: "FILE", at: before) else {
        claim(false, "a file from the future is not refused")
        return
    }
}
