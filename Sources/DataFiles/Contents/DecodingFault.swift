import Foundation

/// The reason why JSON could not be decoded, in words for the owner of the file.
struct DecodingFault: CustomStringConvertible {
    /// The reason with the path of keys, such as `operators[2].logs[0].key is missing`.
    let description: String

    /// Creates the reason from an error and the text that was decoded.
    init(_ error: any Error, in bytes: [UInt8]) {
        guard let error = error as? DecodingError else {
            description = error.localizedDescription
            return
        }
        switch error {
        case .keyNotFound(let key, let context):
            description = "\(Self.keyPath(context.codingPath + [key])) is missing"
        case .valueNotFound(_, let context):
            description = "\(Self.keyPath(context.codingPath)) is null"
        case .typeMismatch(let type, let context):
            description = "\(Self.keyPath(context.codingPath)) is not \(Self.name(of: type))"
        case .dataCorrupted(let context):
            description = Self.corruption(context, in: bytes)
        @unknown default:
            description = "\(error)"
        }
    }

    /// The reason for text that is not JSON, or a value that is not valid.
    private static func corruption(_ context: DecodingError.Context, in bytes: [UInt8]) -> String {
        guard context.codingPath.isEmpty else { return "\(keyPath(context.codingPath)): \(context.debugDescription)" }
        return "no valid JSON, \(syntaxFault(in: bytes) ?? "as its parser says")"
    }

    /// The line and offset of a syntax error, as a clause. `JSONSerialization` reports the offset, `JSONDecoder` does
    /// not.
    private static func syntaxFault(in bytes: [UInt8]) -> String? {
        do {
            _ = try JSONSerialization.jsonObject(with: Data(bytes), options: [.fragmentsAllowed])
            return nil
        } catch {
            guard let words = (error as NSError).userInfo["NSDebugDescription"] as? String else { return nil }
            guard let offset = words.firstMatch(of: #/around character (\d+)/#).flatMap({ Int($0.1) }) else {
                return words.hasSuffix(".") ? String(words.dropLast()) : words
            }
            let line = bytes.prefix(offset).count { $0 == 0x0A } + 1
            return "as line \(line) shows (character \(offset) of the file)"
        }
    }

    /// A path of keys, such as `operators[2].logs[0].key`.
    private static func keyPath(_ path: [any CodingKey]) -> String {
        let text = path.reduce("") { text, key in
            if let index = key.intValue { return "\(text)[\(index)]" }
            return text.isEmpty ? key.stringValue : "\(text).\(key.stringValue)"
        }
        return text.isEmpty ? "the whole" : text
    }

    /// The name of a type of JSON values.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: return "a string"
        case is Bool.Type: return "true or false"
        case is any BinaryInteger.Type: return "a whole number"
        case is any Sequence.Type where "\(type)".hasPrefix("Dictionary"): return "an object"
        case is any Sequence.Type: return "a list"
        case _: return "an object"
        }
    }
}
