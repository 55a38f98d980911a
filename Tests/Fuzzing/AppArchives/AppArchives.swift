import AppBundle
import Foundation
import Harness
import TransportSecurity

/// The input is an `.ipa`: a zip archive with an app in it.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    // The parser seeks in the archive and needs a file.
    guard (try? Data(UnsafeBufferPointer(start: start, count: count)).write(to: file)) != nil else { return 0 }
    do throws(PolicyFileError) {
        let app = try AppPolicy(contentsOf: file.path)
        claimHarmless(app.source, "the source")
        for warning in app.warnings { claimHarmless(warning, "a warning") }
    } catch {
        claimHarmless(error.description, "an error")
        claim(error.description.utf8.count <= 20_000, "an error of \(error.description.utf8.count) bytes")
    }
    return 0
}

private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("fuzz-\(ProcessInfo.processInfo.processIdentifier).ipa")
