import Harness
import TransportSecurity

@testable import ForwardProxy

/// The input is a script of events with their bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var choices = Choices(Array(UnsafeBufferPointer(start: start, count: count)))
    let isIntercepted = choices.flag()
    var connection = Connection(
        requiresAuthentication: !isIntercepted && choices.flag(), isIntercepted: isIntercepted)
    for _ in 0..<64 where !choices.isAtEnd {
        connection.happens(&choices)
    }
    return 0
}
