import Harness
import TransportSecurity
import Watching

/// The input is the file of a watch's states.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let state = try? WatchState(json: bytes) else { return 0 }
    guard let written = try? state.json(), let again = try? WatchState(json: written) else {
        claim(false, "a state that was read cannot be written")
        return 0
    }
    claim(again == state, "another state after writing")
    claim((try? again.json()) == written, "another file of the same state")
    // The same servers seen again change nothing.
    var next = state
    let changes = next.take(state.servers, isComplete: true, at: Instant(seconds: 0))
    claim(changes.isEmpty, "a state differs from itself")
    claim(next.untold == state.untold, "a change is lost")
    let report = PassReport(next, at: Instant(seconds: 0), isFirst: false)
    claim((0...2).contains(report.status), "a status that there is not")
    claim(report.lines.count == report.changes.count, "a change without a line")
    claim(report.lines.allSatisfy { !$0.contains("\n") }, "a change of several lines")
    _ = (report.junit, report.document, report.metrics)
    return 0
}
