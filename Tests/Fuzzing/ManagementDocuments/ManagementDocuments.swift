import AppBundle
import DeviceManagement
import Harness
import OpenSSL

/// The input is a configuration profile, also a signed one, a declaration or a manifest of apps.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let content = SignedContent.content(of: bytes)
    claim((content?.count ?? 0) <= bytes.count, "more content than bytes")
    guard let value = try? PropertyDocument.value(of: content ?? bytes, at: "a.mobileconfig"),
        let document = ManagementDocument(value, named: "a.mobileconfig")
    else { return 0 }
    claim(document.uses.count <= ManagementDocument.limit, "too many URLs")
    var servers = DiscoveredServers()
    for use in document.uses {
        claimHarmless(use.sentence, "a use")
        claimHarmless(use.url.shown, "a URL")
        servers.add(use)
    }
    claim(servers.servers.count + servers.exempt.count <= document.uses.count, "more servers than URLs")
    for finding in document.findings { claimHarmless(finding.sentence, "a finding") }
    return 0
}
