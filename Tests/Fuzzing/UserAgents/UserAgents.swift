import Harness
import TransportSecurity

/// The input is a User-Agent.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let text = String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self)
    let app = ClientApp(userAgent: text)
    // Truncation inside a character replaces its one or two remaining bytes by the three bytes of U+FFFD.
    claim(app.userAgent.utf8.count <= ClientApp.maximumLength + 6, "\(app.userAgent.utf8.count) bytes are kept")
    claim((app.name?.utf8.count ?? 0) <= ClientApp.maximumLength + 6, "a name longer than the text")
    if text.utf8.count <= ClientApp.maximumLength {
        claim(ClientApp(userAgent: app.userAgent) == app, "read otherwise")
    }
    if let os = app.os {
        claim(os.version.major >= 0 && os.version.major < 1000 && os.version.minor < 1000, "\(os)")
        claimHarmless(os.description, "a version")
        // Every parsed OS version has requirements.
        _ = Policy([:], readBy: os).requirements(for: .name("example.com"), kind: app.api)
    }
    return 0
}
