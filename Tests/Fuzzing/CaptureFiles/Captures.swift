import Captures
import Events
import Foundation
import Harness

/// The input is a capture: pcap, pcapng or HAR.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let head = Array(bytes.prefix(CaptureFormat.headLength))
    guard let format = CaptureFormat(beginning: head) else { return 0 }
    let whole = read(bytes, of: format, head: head, pieces: [bytes.count])
    let parts = read(bytes, of: format, head: head, pieces: [1, 7, 100])
    claim(whole.lines == parts.lines, "the pieces of a file make a difference")
    claim(whole.counts.loads <= bytes.count, "more loads than bytes")
    claim(whole.counts.packets <= bytes.count / 12 + 1, "more packets than there is room for")
    var decisions = 0
    for line in whole.lines.split(separator: UInt8(ascii: "\n")) {
        guard let event = try? JSONDecoder().decode(RecordedEvent.self, from: Data(line)) else {
            claim(false, "a line that is no event")
            return 0
        }
        if case .decision = event { decisions += 1 }
    }
    claim(decisions == whole.counts.loads, "another number of decisions than of loads")
    return 0
}

/// The lines of a capture that is read in pieces of these sizes, in turn.
private func read(
    _ bytes: [UInt8], of format: CaptureFormat, head: [UInt8], pieces: [Int]
) -> (lines: [UInt8], counts: CaptureCounts) {
    let written = Lines()
    var capture = Capture(format, head: head) { written.bytes += $0 }
    var (offset, index) = (0, 0)
    while offset < bytes.count {
        let end = min(bytes.count, offset + pieces[index % pieces.count])
        bytes[offset..<end].withUnsafeBufferPointer { capture.read($0) }
        (offset, index) = (end, index + 1)
    }
    capture.finish()
    return (written.bytes, capture.counts)
}

private final class Lines {
    var bytes: [UInt8] = []
}
