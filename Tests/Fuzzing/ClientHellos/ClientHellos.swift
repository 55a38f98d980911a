import Harness
import TLSMessages
import TransportSecurity

/// The input is the body of a ClientHello, in either format.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    for hello in [ClientHello(parsing: bytes), ClientHello(parsingSSL2: bytes)] {
        if let hello { holdsTogether(hello, from: bytes) }
    }
    if let hello = ClientHello(parsing: bytes) { isReadAsWritten(hello) }
    return 0
}

private func holdsTogether(_ hello: ClientHello, from bytes: [UInt8]) {
    claim(hello.sessionID.count <= 32, "a session of \(hello.sessionID.count) bytes")
    claim(hello.versions.count <= 128 && hello.versions == hello.versions.sorted(by: >), "versions out of order")
    claim(hello.cipherSuites.count * 2 <= bytes.count, "more suites than bytes")
    claim((hello.applicationProtocols?.count ?? 0) <= 64, "many protocols")
    claim(Set(hello.unreadableExtensions).isSubset(of: hello.extensionTypes), "an unreadable extension that is absent")
    claim(Set(hello.unreadableExtensions).count == hello.unreadableExtensions.count, "one extension unreadable twice")
    claim(Set(hello.duplicateExtensions).count == hello.duplicateExtensions.count, "a duplicate twice")
    claim(hello.serverName == nil || hello.has(.serverName), "a name without an extension")
    claim(hello.supportedVersions == nil || hello.has(.supportedVersions), "versions without an extension")
    for suite in hello.cipherSuites { claimHarmless(suite.name, "the name of a suite") }
    for group in hello.supportedGroups ?? [] { claimHarmless(group.name, "the name of a group") }
    for scheme in hello.signatureSchemes ?? [] { claimHarmless(scheme.name, "the name of a scheme") }
    _ = (hello.hasGREASE, hello.offersEarlyData, hello.offersSecureRenegotiation, hello.offersExtendedMasterSecret)
}

/// A hello that offers the same is read back, out of records, as it was meant.
private func isReadAsWritten(_ hello: ClientHello) {
    guard let newest = hello.versions.first, newest > .ssl3, hello.cipherSuites.count < 1000 else { return }
    var writer = ClientHelloWriter(
        versions: hello.versions, cipherSuites: hello.cipherSuites, random: [UInt8](repeating: 7, count: 32))
    writer.groups = hello.supportedGroups ?? []
    writer.signatureSchemes = hello.signatureSchemes ?? []
    writer.serverName = hello.serverName?.text
    writer.applicationProtocols = hello.applicationProtocols?.map(\.text) ?? []
    writer.sessionID = hello.sessionID
    let total = writer.groups.count + writer.signatureSchemes.count + writer.applicationProtocols.joined().utf8.count
    guard total < 4000 else { return }
    var inspector = TLSInspector()
    var events: [TLSInspector.Event] = []
    inspector.observe(.client, writer.records.span, appendingTo: &events)
    guard events.count == 1, case .clientHello(let read) = events[0] else {
        return claim(false, "a hello of our own is not read: \(events)")
    }
    claim(read.unreadableExtensions.isEmpty && read.duplicateExtensions.isEmpty, "our own hello has a fault")
    claim(read.cipherSuites == hello.cipherSuites && read.sessionID == hello.sessionID, "suites or session changed")
    claim(read.versions.first == newest, "\(newest) becomes \(String(describing: read.versions.first))")
    claim((read.supportedGroups ?? []) == writer.groups, "the groups changed")
    if newest >= .tls1_2 { claim((read.signatureSchemes ?? []) == writer.signatureSchemes, "the schemes changed") }
    if let name = writer.serverName, name.utf8.count <= 253 {
        claim(read.serverName?.text == name, "the name changed")
    }
}
