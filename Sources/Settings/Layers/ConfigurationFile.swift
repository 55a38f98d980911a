import AppBundle
import Foundation
import YAMLReading
import Yams

/// A configuration file of `serve` in YAML, with settings for all listeners and for single ones:
///
///     os: ios18
///     listeners:
///       - listen: 127.0.0.1:8080
///       - {listen: 127.0.0.1:8081, mode: observe}
///     limits: {tunnel-idle: 600}
///
/// The file checks keys and the types of values only. `ServeSettings` interprets the values.
package struct ConfigurationFile {
    /// The path as given.
    package let path: String
    /// The settings for all listeners.
    package private(set) var top = SettingsLayer()
    /// The entries of `listeners`.
    package private(set) var listeners: [SettingsLayer] = []

    /// Parses the content of a file. Relative paths in it are relative to the folder of `path`.
    package init(_ content: [UInt8], named path: String) throws(CommandFailure) {
        self.path = path
        let root: Node?
        do throws(YAMLFault) {
            root = try YAMLDocument.root(of: content, limit: Self.sizeLimit)
        } catch {
            throw fault(line: error.position?.line, error.sentence)
        }
        guard let root, root.null == nil else { return }
        top = try read(root, as: .top)
    }

    /// The level of a mapping in the file. Each level has its own keys.
    private enum Level {
        case top
        case listener
    }

    /// Reads a mapping with settings.
    private mutating func read(_ node: Node, as level: Level) throws(CommandFailure) -> SettingsLayer {
        guard case .mapping(let mapping) = node else {
            let mapping = level == .top ? "a configuration" : "an entry of listeners"
            throw fault(node, "\(mapping) holds keys and values, such as `listen: 127.0.0.1:8080`.")
        }
        var layer = SettingsLayer(location: location(node))
        for (keyNode, value) in mapping {
            guard case .scalar(let key) = keyNode else { throw fault(keyNode, "a key is a word.") }
            switch (key.string, level) {
            case ("listeners", .top):
                try readListeners(value)
            case ("limits", .top):
                layer.limits = try limits(value)
            case (SettingTable.policies.name, _):
                layer.texts[SettingTable.policies.name] = try policies(value)
            case (let key, _):
                let setting = try setting(named: key, at: keyNode, on: level)
                layer.texts[key] = try texts(of: setting, in: value)
            }
        }
        return layer
    }

    /// Reads the entries of `listeners`.
    private mutating func readListeners(_ node: Node) throws(CommandFailure) {
        guard case .sequence(let entries) = node, !entries.isEmpty else {
            throw fault(node, "listeners is a list, each entry with a listen of its own.")
        }
        for entry in entries {
            listeners.append(try read(entry, as: .listener))
        }
    }

    /// The values of the limits, by name.
    private func limits(_ node: Node) throws(CommandFailure) -> [String: SettingText] {
        guard case .mapping(let mapping) = node else {
            throw fault(node, "limits holds names and numbers, such as `tunnel-idle: 3600`.")
        }
        var limits: [String: SettingText] = [:]
        for (keyNode, value) in mapping {
            let key = keyNode.scalar?.string ?? ""
            guard LimitSetting.named(key) != nil else {
                throw unknown("limit", key, at: keyNode, among: LimitSetting.all.map(\.name))
            }
            limits[key] = try text(of: key, .number, in: value)
        }
        return limits
    }
}

// MARK: - Keys and values

extension ConfigurationFile {
    /// The declaration of a key. Throws an error for a key that is unknown, or not permitted on the level.
    private func setting(
        named key: String, at node: Node, on level: Level
    ) throws(CommandFailure) -> SettingDeclaration {
        if let setting = SettingTable.declaration(of: key) {
            guard level == .top || setting.isOfListener else {
                throw fault(node, "\(key) holds for the whole process; write it at the top level.")
            }
            return setting
        }
        if level == .listener, key == "limits" {
            throw fault(node, "limits hold for the whole process; write them at the top level.")
        }
        let names = SettingTable.all.filter { level == .top || $0.isOfListener }.map(\.name)
        throw unknown("key", key, at: node, among: level == .top ? names + ["listeners", "limits"] : names)
    }

    /// The values of a key: one, or the elements of a list.
    private func texts(of setting: SettingDeclaration, in node: Node) throws(CommandFailure) -> [SettingText] {
        guard case .sequence(let items) = node else { return [try text(of: setting.name, setting.kind, in: node)] }
        guard setting.isRepeatable else { throw fault(node, "\(setting.name) takes one value, not a list.") }
        var texts: [SettingText] = []
        for item in items { texts.append(try text(of: setting.name, setting.kind, in: item)) }
        return texts
    }

    /// The entries of `policies`. Each is a path, or holds a path and the apps that its policy is for.
    private func policies(_ node: Node) throws(CommandFailure) -> [SettingText] {
        guard case .sequence(let entries) = node else {
            throw fault(node, "policies is a list, each entry with a policy and the app that it is for.")
        }
        var texts: [SettingText] = []
        for entry in entries {
            guard case .mapping(let mapping) = entry else {
                texts.append(try text(of: SettingTable.policies.name, .path, in: entry))
                continue
            }
            var text = SettingText(name: SettingTable.policies.name, value: "", location: location(entry))
            for (key, value) in mapping { text.members += try policyMember(key, value: value) }
            texts.append(text)
        }
        return texts
    }

    /// The values of a key in an entry of `policies`.
    private func policyMember(_ keyNode: Node, value: Node) throws(CommandFailure) -> [SettingText] {
        let key = keyNode.scalar?.string ?? ""
        if key == SettingTable.appVersion { return [try text(of: key, .text, in: value)] }
        guard let setting = SettingTable.ofPolicies.first(where: { $0.name == key }) else {
            if SettingTable.declaration(of: key)?.isOfListener == true {
                throw fault(keyNode, "\(key) holds for all policies of a listener; write it beside policies.")
            }
            let names = SettingTable.ofPolicies.map(\.name) + [SettingTable.appVersion]
            throw unknown("key", key, at: keyNode, among: names)
        }
        return try texts(of: setting, in: value)
    }

    /// The value of a key as text, if its type is the one of the kind.
    private func text(
        of name: String, _ kind: SettingDeclaration.Kind, in node: Node
    ) throws(CommandFailure) -> SettingText {
        guard case .scalar(let scalar) = node else { throw fault(node, "\(name) takes \(kind.name).") }
        guard node.null == nil else { throw fault(node, "\(name) has no value; it takes \(kind.name).") }
        var value = scalar.string
        switch kind {
        case .text:
            break
        case .path:
            value = resolved(value)
        case .pathOrWord(let word):
            if value != word { value = resolved(value) }
        case .number:
            guard node.int != nil || node.float != nil else { throw fault(node, "\(name) takes \(kind.name).") }
        case .boolean:
            guard let boolean = node.bool else { throw fault(node, "\(name) takes \(kind.name).") }
            value = boolean ? "true" : "false"
        }
        return SettingText(name: name, value: value, location: location(node))
    }

    /// The path relative to the working directory of the program.
    private func resolved(_ file: String) -> String {
        guard !file.hasPrefix("/"), file != "-", !file.isEmpty, let slash = path.lastIndex(of: "/") else { return file }
        return path[...slash] + file
    }
}

// MARK: - Errors

extension ConfigurationFile {
    /// The line of a node, for messages.
    private func location(_ node: Node) -> SettingText.Location {
        .file(path, line: node.mark?.line ?? 1)
    }

    /// An error about a node.
    private func fault(_ node: Node, _ sentence: String) -> CommandFailure {
        fault(line: node.mark?.line, sentence)
    }

    /// An error about a line, from 1; nil for the file as a whole.
    private func fault(line: Int?, _ sentence: String) -> CommandFailure {
        CommandFailure(.data, line.map { "\(path), line \($0): \(sentence)" } ?? "\(path): \(sentence)")
    }

    /// The error for an unknown word.
    ///
    /// - Parameters:
    ///   - noun: The noun for the word in the message.
    ///   - names: The words that are known.
    private func unknown(_ noun: String, _ word: String, at node: Node, among names: [String]) -> CommandFailure {
        if let near = Spelling.nearest(to: word, among: names) {
            return fault(node, "unknown \(noun) '\(word)'; did you mean \(near)?")
        }
        return fault(node, "unknown \(noun) '\(word)'; known are \(names.joined(separator: ", ")).")
    }

    /// The largest file in bytes.
    private static let sizeLimit = 1 << 20
}

extension SettingDeclaration.Kind {
    /// The name of a value of this kind.
    fileprivate var name: String {
        switch self {
        case .text: return "a word"
        case .path, .pathOrWord: return "a path"
        case .number: return "a number"
        case .boolean: return "true or false"
        }
    }
}

extension ConfigurationFile {
    /// Reads the configuration file at a path.
    package init(contentsOf path: String, pipes: FileOpening.Pipes = .read) throws(CommandFailure) {
        try self.init(try InputFile(path, pipes: pipes).bytes(), named: path)
    }
}

extension SettingsStack {
    /// Creates a stack of options above the top level of a configuration file, if there is one.
    package init(_ options: SettingsLayer, over file: ConfigurationFile?) {
        self.init(layers: [options] + [file?.top].compactMap(\.self))
    }
}
