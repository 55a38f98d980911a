import ArgumentParser
import Settings

/// Options of a command that are also settings of `serve`. `SettingTable` declares them in groups.
///
/// swift-argument-parser finds the options of a type by its mirror, and decodes their values by the same names. The
/// mirror of these types has the rows of the table instead of properties.
protocol SettingOptions: ParsableArguments, CustomReflectable {
    /// The groups of the options.
    static var groups: [SettingDeclaration.Group] { get }
    /// The values of the given options.
    var layer: SettingsLayer { get set }
}

extension SettingOptions {
    private static var declarations: [SettingDeclaration] { SettingTable.all.filter { groups.contains($0.group) } }

    /// The definitions of the options.
    var customMirror: Mirror {
        Mirror(self, children: Self.declarations.map { (label: $0.name, value: $0.definition) })
    }

    /// Reads the values of the options.
    init(from decoder: any Decoder) throws {
        self.init()
        let container = try decoder.container(keyedBy: SettingDeclaration.Key.self)
        let values = try Self.declarations.map { ($0.name, try $0.values(in: container)) }
        layer = SettingsLayer(commandLine: Dictionary(uniqueKeysWithValues: values))
    }

    /// Checks the options whose values are one of a few words.
    func validate() throws {
        for setting in Self.declarations where !setting.choices.isEmpty {
            for text in layer.texts[setting.name] ?? [] where !setting.choices.contains(text.value) {
                let failure = text.fault(expecting: "one of \(setting.choices.joined(separator: ", "))")
                throw ValidationError(failure.sentence)
            }
        }
    }

    /// The text of an option; nil if the option is not given.
    func text<Value>(_ setting: Setting<Value>) -> String? { layer.texts[setting.name]?.last?.value }

    /// The settings with only these options, and without a configuration file.
    var stack: SettingsStack { SettingsStack(layers: [layer]) }
}

extension SettingDeclaration {
    /// The name as the key of a value.
    fileprivate struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }

    /// The definition of the option.
    fileprivate var definition: Any {
        let long = NameSpecification.customLong(name)
        guard !isFlag else { return Flag(wrappedValue: false, name: long, help: ArgumentHelp(optionHelp)) }
        let help = ArgumentHelp(optionHelp, valueName: valueName)
        guard isRepeatable else { return Option<String?>(name: long, help: help, completion: completion) }
        return Option<[String]>(wrappedValue: [], name: long, help: help, completion: completion)
    }

    /// The values of the option.
    fileprivate func values(in container: KeyedDecodingContainer<Key>) throws -> [String] {
        let key = Key(stringValue: name)
        guard !isFlag else { return try container.decode(Flag<Bool>.self, forKey: key).wrappedValue ? ["true"] : [] }
        guard isRepeatable else {
            return [try container.decode(Option<String?>.self, forKey: key).wrappedValue].compactMap(\.self)
        }
        return try container.decode(Option<[String]>.self, forKey: key).wrappedValue
    }

    private var isFlag: Bool {
        switch kind {
        case .boolean: true
        case .text, .path, .pathOrWord, .number: false
        }
    }

    private var completion: CompletionKind {
        switch kind {
        case .path, .pathOrWord: .file()
        case .text, .number, .boolean: choices.isEmpty ? .default : .list(choices)
        }
    }
}
