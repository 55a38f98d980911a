import CInternationalNames
import InternetNames

/// Names beyond ASCII, as people write them, in the A-labels that requests and certificates carry.
///
/// The mapping is that of UTS #46: nontransitional, so that ß and ς stay what they are, with the Bidi rule, the rules
/// for joiners and the ASCII of STD 3. ICU does it, as in Apple's own `URL`; which characters there are depends on
/// its version. Nothing from the network is mapped: what stands in a request is ASCII, or is refused.
public enum InternationalName {
    /// The name in lower case with A-labels; nil where it is none. A trailing dot stays.
    public static func ascii(_ name: String) -> String? {
        // No A-label stands for a U-label of more than 63 characters; each takes at most four bytes.
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

    /// The text of an option, such as `RULE@HOST` or `HOST:PORT:ADDRESS`, with each name beyond ASCII in A-labels.
    ///
    /// What is no name stays as it is, for whoever reads the option to refuse.
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

    /// More than a name of 253 bytes takes.
    private static let capacity = 512
}

extension String {
    fileprivate var isASCII: Bool { utf8.allSatisfy { $0 < 0x80 } }
}
