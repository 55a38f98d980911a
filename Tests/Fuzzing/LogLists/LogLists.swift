import Foundation
import Harness
import TransportSecurity

/// The input is a list of Certificate Transparency logs in JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let data = Data(UnsafeBufferPointer(start: start, count: count))
    guard let list = try? JSONDecoder().decode(TransparencyLogList.self, from: data) else { return 0 }
    claim(list.logs.count * 16 <= count, "more logs than bytes")
    for (id, log) in list.logs {
        claim(log.id == id && !log.key.isEmpty, "a log under another's name, or without a key")
        if let start = log.shardStart, let end = log.shardEnd { _ = start < end }
    }
    guard let date = list.date else {
        claim(list.isStale(at: Instant(year: 2026, month: 1, day: 1)), "a list of no date is fresh")
        return 0
    }
    claim(!list.isStale(at: date), "a list is stale on its first day")
    claim(list.isStale(at: date + TransparencyLogList.oldestUsefulAge + 1), "a list never grows old")
    claim(Instant(date.description) == date, "\(date) cannot be read back")
    return 0
}
