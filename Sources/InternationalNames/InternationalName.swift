import CInternationalNames
import InternetNames

/// The conversion of international names to the A-labels that requests and certificates have.
///
/// The mapping is nontransitional UTS #46, which keeps ß and ς, with the Bidi rule, the rules for joiners and the ASCII
/// of STD 3. The implementation is ICU, as in Apple's own `URL`; the version of ICU decides which characters exist.
/// Names from the network are never mapped: names in requests are ASCII or refused.
public enum InternationalName {
    /// The name in lower case with A-labels; nil if the name is not valid. A trailing dot is kept.
    public static func ascii(_ name: String) -> String? {
        // A longer name cannot be valid: a U-label has at most 63 characters, and a character at most four bytes.
        guard name.utf8.count <= 4 * 255 else { return nil }
        var name = name
        let mapped = name.withUTF8 { name in
            withUnsafeTemporaryAllocation(of: CChar.self, capacity: capacity) { ascii -> String? in
                let count = name.withMemoryRebound(to: CChar.self) { name in
                    international_name_to_ascii(name.baseAddress, Int32(name.count), ascii.baseAddress, Int32(capacity))
                }
                guard count > 0 else { return nil }
                return String(decoding: UnsafeRawBufferPointer(ascii).prefix(Int(count)), as: UTF8.self)
            }
        }
        return mapped
    }

    /// The text of an option, such as `RULE@HOST` or `HOST:PORT:ADDRESS`, with international names in A-labels.
    ///
    /// Invalid names are left unchanged; the parser of the option then refuses them.
    public static func ascii(inOption text: String) -> String {
        guard !text.isASCII else { return text }
        var result = ""
        var name = String.UnicodeScalarView()
        func endName() {
            let dots = name.prefix { $0 == "." }
            let rest = String(name[dots.endIndex...])
            result += String(dots) + (rest.isASCII ? rest : ascii(rest) ?? rest)
            name = String.UnicodeScalarView()
        }
        for scalar in text.unicodeScalars {
            if !scalar.isASCII || scalar.properties.isAlphabetic || "0123456789-_.".unicodeScalars.contains(scalar) {
                name.append(scalar)
            } else {
                endName()
                result.unicodeScalars.append(scalar)
            }
        }
        endName()
        return result
    }

    /// The size of the output buffer in bytes, more than a name of 253 bytes needs.
    private static let capacity = 512
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
