import DeviceManagement
import Harness

/// The input is the log of a device. Its first byte is the length of the parts in which it is read.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let first = bytes.first else { return 0 }
    let content = Array(bytes.dropFirst())
    let whole = log(content, part: max(1, content.count))
    claim(log(content, part: Int(first) + 1) == whole, "another log in parts")
    claim(whole.understood + whole.withoutHost + whole.notUnderstood <= whole.lines, "more results than lines")
    claim(whole.firstNotUnderstood.count <= 5, "too many lines that are kept")
    for line in whole.firstNotUnderstood { claimHarmless(line, "a line") }
    for complaint in whole.complaints {
        claim(complaint.count >= 1 && (1...whole.lines).contains(complaint.firstLine), "a failure without a line")
        if let process = complaint.process { claimHarmless(process, "a process") }
    }
    return 0
}

private func log(_ bytes: [UInt8], part: Int) -> DeviceLog {
    var log = DeviceLog()
    for start in stride(from: 0, to: bytes.count, by: part) {
        bytes[start..<min(start + part, bytes.count)].withUnsafeBufferPointer { log.read($0) }
    }
    log.finish()
    return log
}
