import JSONWriting
import TransportSecurity

/// A key of `NSAppTransportSecurity` whose value differs between two policies.
public struct PolicyKeyChange: Hashable, Sendable {
    /// The path to the key from the top, such as `NSExceptionDomains`, `example.com`, `NSIncludesSubdomains`.
    public var path: [String]
    /// The value in the old policy; nil if the key is absent.
    public var old: PropertyValue?
    /// The value in the new policy; nil if the key is absent.
    public var new: PropertyValue?

    /// The keys in which two dictionaries differ, sorted by name. If both values are dictionaries, the differences in
    /// them are listed. The recursion is bounded, because the readers of property lists limit their depth.
    public static func changes(
        from old: [String: PropertyValue], to new: [String: PropertyValue], below path: [String] = []
    ) -> [PolicyKeyChange] {
        Set(old.keys).union(new.keys).sorted().flatMap { key -> [PolicyKeyChange] in
            let (before, after) = (old[key], new[key])
            guard before != after else { return [] }
            if case .dictionary(let before) = before ?? .dictionary([:]),
                case .dictionary(let after) = after ?? .dictionary([:]), !(before.isEmpty && after.isEmpty)
            {
                return changes(from: before, to: after, below: path + [key])
            }
            return [PolicyKeyChange(path: path + [key], old: before, new: after)]
        }
    }
}

extension PolicyKeyChange {
    /// The old value in words; nil if the key is absent.
    public var oldProse: String? { old.map(prose) }

    /// The new value in words; nil if the key is absent.
    public var newProse: String? { new.map(prose) }

    /// The ends of the names of keys whose values are strings. Legacy and current spellings have the same ends. The
    /// values of the other keys of ATS are Booleans.
    private static let stringKeys = ["MinimumTLSVersion", "NIAPTLSPackageVersion"]

    /// A value in words, with its type where another type would look the same. ATS ignores a string where it takes a
    /// Boolean, and a Boolean where it takes a string.
    private func prose(_ value: PropertyValue) -> String {
        let takesString = Self.stringKeys.contains { path.last?.hasSuffix($0) == true }
        switch value {
        case .string(let text): return takesString ? text : "the string \"\(text)\" (ignored)"
        case .boolean: return takesString ? "the Boolean \(value.prose) (ignored)" : value.prose
        case .integer, .real: return "the number \(value.prose)\(takesString ? " (ignored)" : "")"
        case .array, .dictionary, .other: return value.prose
        }
    }
}

extension PolicyKeyChange: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("path", path)
            json.member("old", old)
            json.member("new", new)
        }
    }
}
