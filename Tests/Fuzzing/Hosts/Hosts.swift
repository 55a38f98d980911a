import ForwardProxy
import Harness
import HTTP
import InternationalNames
import InternetNames
import TransportSecurity

/// The input is the text of a host, a URL, an address, a range or a destination.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    guard let text = String(validating: bytes, as: UTF8.self) else { return 0 }
    readHost(Host(text))
    readHost(Host(written: text))
    // What a person writes is refused in more cases, such as a label without a letter or digit.
    if text.utf8.allSatisfy({ $0 < 0x80 }), let written = Host(written: text) {
        claim(written == Host(text), "ASCII is read in two ways")
    }
    _ = InternationalName.ascii(inOption: text)
    readURL(text)
    readAddress(text)
    readAuthority(bytes)
    return 0
}

private func readHost(_ host: Host?) {
    guard let host else { return }
    let spelling = host.description
    claim(Host(spelling) == host, "\(spelling) is another host")
    claim(spelling.utf8.count <= 254, "a host of \(spelling.utf8.count) bytes")
    claimHarmless(spelling, "a host")
    guard case .name(let name) = host else { return }
    claim(name.utf8.allSatisfy { $0 < 0x80 && !(0x41...0x5A).contains($0) }, "\(name) is not in its one spelling")
    let labels = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    let significant = labels.last?.isEmpty == true ? labels.dropLast() : labels[...]
    claim(significant.allSatisfy { (1...63).contains($0.count) }, "\(name) has a label of no legal length")
    // A name must not be one that the system's resolver takes for an address.
    let last = significant.last.map { String($0) ?? "" } ?? ""
    claim(!last.utf8.allSatisfy { (0x30...0x39).contains($0) }, "\(name) ends in a number")
    claim(IPAddress(name) == nil, "\(name) is an address")
}

private func readURL(_ text: String) {
    do throws(MalformedURL) {
        let url = try LoadURL(text)
        claim(url.port > 0, "port 0")
        claim(url.path.utf8.first == UInt8(ascii: "/"), "a path without a slash: \(url.path)")
        claim(!url.path.utf8.contains { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }, "a query in the path")
        claim((try? LoadURL(url.text)) == url, "\(url.text) is another URL")
        var spelled = text
        // An address of IPv6 may stand alone.
        if case .v6 = IPAddress(text) { spelled = "[\(text)]" }
        claim(naiveAuthority(of: url.text) == naiveAuthority(of: spelled), "the authority of \(text) changes")
        claim(Host(naiveHost(of: spelled)) == url.host, "\(text) goes to \(url.host)")
    } catch {
        claimHarmless(error.description, "an error")
        claim(error.description.utf8.count <= 4096, "an error of \(error.description.utf8.count) bytes")
    }
}

/// The bytes between `://` and the first `/`, `?` or `#`, without user information.
private func naiveAuthority(of text: String) -> String {
    var rest = Array(text.utf8)[...]
    let scheme = rest.prefix { !":/?#".utf8.contains($0) }
    if rest[scheme.endIndex...].starts(with: "://".utf8) { rest = rest[(scheme.endIndex + 3)...] }
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    return String(
        decoding: authority.split(separator: 0x40, omittingEmptySubsequences: false).last ?? [], as: UTF8.self)
}

private func naiveHost(of text: String) -> String {
    let authority = Array(naiveAuthority(of: text).utf8)
    let end = authority.first == UInt8(ascii: "[") ? authority.firstIndex(of: UInt8(ascii: "]")) ?? 0 : 0
    return String(
        decoding: authority[..<(authority[end...].firstIndex(of: UInt8(ascii: ":")) ?? authority.endIndex)],
        as: UTF8.self)
}

private func readAddress(_ text: String) {
    if let address = IPAddress(text) {
        claim(IPAddress(address.description) == address, "\(address) is another address")
        claim(IPAddress(bytes: address.bytes) == address, "\(address) in bytes is another address")
        claim(Host(text) == .address(address), "\(text) is no host")
    }
    if let range = AddressRange(text) {
        claim(AddressRange(range.description) == range, "\(range) is another range")
        claim(range.contains(range.network), "\(range) is not in itself")
    }
    if let pattern = DestinationPattern(text) {
        claim(pattern.ports.allSatisfy { $0.lowerBound > 0 }, "port 0")
        _ = pattern.matches(.v4(0x7F00_0001), port: 80)
    }
}

/// Claims that an authority in a request and in a URL of a command line name the same host.
private func readAuthority(_ bytes: [UInt8]) {
    guard let authority = Authority(parsing: bytes[...], defaultPort: 80) else { return }
    let again = Authority(parsing: Array(authority.description.utf8)[...], defaultPort: nil)
    claim(again == authority, "\(authority) is another authority")
    let url = try? LoadURL("http://\(String(decoding: bytes, as: UTF8.self))/")
    claim(url?.authority == authority, "\(authority) is \(String(describing: url?.authority)) in a URL")
}
