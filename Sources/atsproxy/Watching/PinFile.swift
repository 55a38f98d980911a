import AppBundle
import Networking
import Settings
import StandardStreams
import TransportSecurity
import Watching

extension PinList {
    /// Reads a file of `--pins`: a property list with TrustKit's configuration, Android's network security
    /// configuration, or lines of OkHttp's pins.
    static func read(_ path: String) throws(CommandFailure) -> PinList {
        let list = try parse(try InputFile(path).bytes(), named: path)
        if !list.isInForce { Output.say("no pin of \(path) is in force: all have expired or are only reported.") }
        return list
    }

    private static func parse(_ bytes: [UInt8], named path: String) throws(CommandFailure) -> PinList {
        do throws(Malformed) {
            let binaryXMLSignature: [UInt8] = [0x03, 0x00, 0x08, 0x00]
            guard !bytes.starts(with: binaryXMLSignature) else {
                throw Malformed(line: nil, reason: "is Android's binary XML, as an APK has it")
            }
            // A byte order mark and blanks may come before the text.
            let start = bytes.first { ![0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0A, 0x0D].contains($0) }
            guard start == UInt8(ascii: "<") || start == UInt8(ascii: "{") || bytes.starts(with: "bplist".utf8) else {
                guard !bytes.prefix(64).contains(0) else {
                    throw Malformed(line: nil, reason: "is UTF-16, or has zero bytes as UTF-16 has")
                }
                return try PinList(lines: String(decoding: bytes, as: UTF8.self), named: path)
            }
            if start == UInt8(ascii: "<"), !isPropertyList(bytes) {
                guard let list = try PinList(networkSecurity: bytes, named: path, at: WallClock.now) else {
                    throw Malformed(
                        line: nil, reason: "is neither a property list nor Android's network-security-config")
                }
                return list
            }
            guard
                let list = try PinList(
                    trustKit: propertyList(bytes, named: path), named: path, at: WallClock.now)
            else {
                throw Malformed(line: nil, reason: "has no TSKConfiguration with TSKPinnedDomains")
            }
            return list
        } catch {
            let line = error.line.map { ", line \($0)," } ?? ""
            throw CommandFailure(
                .data,
                "\(path)\(line) \(error.reason); give lines such as example.com sha256/BASE64=, an Info.plist with "
                    + "TrustKit's configuration, or network_security_config.xml from the sources of an Android app.")
        }
    }

    private static func isPropertyList(_ bytes: [UInt8]) -> Bool {
        String(decoding: bytes.prefix(1 << 20), as: UTF8.self).contains("<plist")
    }

    private static func propertyList(
        _ bytes: [UInt8], named path: String
    ) throws(Malformed) -> [String: PropertyValue] {
        do throws(PolicyFileError) {
            return try PropertyValue.dictionary(in: bytes, named: path)
        } catch {
            throw Malformed(line: nil, reason: "cannot be read: \(error.description)")
        }
    }
}
