import Harness
import TransportSecurity

@testable import PolicyTesting

/// The input is a file of expectations.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let content = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(ExpectationFaults) {
        let file = try ExpectationFile(content)
        claim(!file.expectations.isEmpty, "a file without rows")
        var policy = VersionedPolicy(of: [:], linkedSDK: nil)
        for expectation in file.expectations.prefix(20) {
            claim((1...count + 1).contains(expectation.line), "a row on line \(expectation.line)")
            claim(!expectation.urls.isEmpty && !expectation.expected.isEmpty, "a row that expects nothing")
            let result = ExpectationResult(of: expectation, defaults: file.settings, under: &policy)
            claim(result.passes == result.text(in: "a").isEmpty, "a row that fails without a word")
            for line in result.text(in: "a").split(separator: "\n") { claimHarmless(String(line), "a result") }
            claim(!result.json(in: "a").contains(0x0A), "a result on several lines")
        }
    } catch {
        claim(!error.faults.isEmpty, "an error without a fault")
        for fault in error.faults {
            claim(!fault.sentence.isEmpty, "a fault without a sentence")
            claim((1...count + 2).contains(fault.line ?? 1), "a fault on line \(fault.line ?? 0)")
        }
    }
    return 0
}
