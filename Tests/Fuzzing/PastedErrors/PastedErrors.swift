import ErrorCatalogue
import Harness

/// The input is what a user pastes: errors, lines of a log, or anything else.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let log = PastedLog(String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    claim(Set(log.explanations).count == log.explanations.count, "an explanation twice")
    claim(Set(log.unknown).count == log.unknown.count, "an unknown code twice")
    claim(Set(log.hosts).count == log.hosts.count && log.hosts.count <= 1000, "hosts twice, or too many")
    for code in log.unknown { claimHarmless(code, "an unknown code") }
    for host in log.hosts { claimHarmless(host.description, "a host") }
    if let url = log.url {
        claimHarmless(url, "a URL")
        claim(!log.hosts.isEmpty, "a URL without a host")
    }
    return 0
}
