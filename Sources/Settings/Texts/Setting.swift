/// A setting of `serve`, a row of `SettingTable`: its declaration, and the conversion of its texts to a value.
///
/// The value of a setting that may be left out is optional; that of a repeatable setting is an array.
package struct Setting<Value: Equatable & Sendable>: Sendable {
    /// The declaration, without the type of the value.
    package let declaration: SettingDeclaration
    /// Converts texts to the value. The texts are those of the first layer that has the setting. If no layer has it,
    /// they are nil, and the value is the default.
    package let value: @Sendable (_ texts: [SettingText]?) throws(CommandFailure) -> Value
    /// The property of the proxy's options to which the value is assigned; nil if code reads the value.
    private(set) var property: (AnyKeyPath & Sendable)?

    /// The option without its dashes, and the key of the configuration file.
    package var name: String { declaration.name }

    /// This setting with a property of the proxy's options, to which its value is assigned.
    func assigned<Options>(to property: WritableKeyPath<Options, Value> & Sendable) -> Setting {
        var setting = self
        setting.property = property
        return setting
    }
}

extension Setting {
    /// Declares a setting with a default value, which is written as on the command line.
    ///
    /// - Parameters:
    ///   - name: The option without its dashes, and the key of the configuration file.
    ///   - form: The form of the value.
    ///   - valueName: The name of the value in the help, such as `seconds`.
    package init(
        _ name: String, _ form: SettingForm<Value>, default defaultText: String, scope: SettingDeclaration.Scope,
        group: SettingDeclaration.Group, value valueName: String, help: String, note: String? = nil
    ) {
        declaration = SettingDeclaration(
            name: name, scope: scope, group: group, kind: form.kind, isRepeatable: false, choices: form.choices,
            defaultText: defaultText, otherwise: nil, valueName: valueName, help: help, note: note, example: defaultText
        )
        value = { (texts) throws(CommandFailure) in
            try form.read(texts?.last ?? SettingText(name: name, value: defaultText, location: .commandLine))
        }
    }

    /// Declares a setting without a default value. `otherwise` describes the behaviour without a value.
    package init<Element>(
        optional name: String, _ form: SettingForm<Element>, otherwise: String? = nil,
        scope: SettingDeclaration.Scope, group: SettingDeclaration.Group, value valueName: String, help: String,
        note: String? = nil, example: String
    ) where Value == Element? {
        declaration = SettingDeclaration(
            name: name, scope: scope, group: group, kind: form.kind, isRepeatable: false, choices: form.choices,
            defaultText: nil, otherwise: otherwise, valueName: valueName, help: help, note: note,
            example: example)
        value = { (texts) throws(CommandFailure) in
            guard let text = texts?.last else { return nil }
            return try form.read(text)
        }
    }

    /// Declares a repeatable setting. `otherwise` describes the behaviour without a value.
    package init<Element>(
        list name: String, _ form: SettingForm<Element>, otherwise: String? = nil, scope: SettingDeclaration.Scope,
        group: SettingDeclaration.Group, value valueName: String, help: String, note: String? = nil, example: String
    ) where Value == [Element] {
        declaration = SettingDeclaration(
            name: name, scope: scope, group: group, kind: form.kind, isRepeatable: true, choices: form.choices,
            defaultText: nil, otherwise: otherwise, valueName: valueName, help: help, note: note,
            example: example)
        value = { (texts) throws(CommandFailure) in
            var values: [Element] = []
            for text in texts ?? [] { values.append(try form.read(text)) }
            return values
        }
    }

    /// Declares a flag, which is off by default.
    package init(
        flag name: String, scope: SettingDeclaration.Scope, group: SettingDeclaration.Group, help: String,
        note: String? = nil
    ) where Value == Bool {
        self.init(
            name, .boolean, default: "false", scope: scope, group: group, value: "", help: help, note: note)
    }
}

extension SettingText {
    /// The name of a setting as it is spelled where this text stands: with dashes on the command line.
    package func spelled<Value>(_ setting: Setting<Value>) -> String {
        location == .commandLine ? "--" + setting.name : setting.name
    }
}

/// A setting of any type.
package protocol DeclaredSetting: Sendable {
    /// The declaration.
    var declaration: SettingDeclaration { get }
    /// Whether the texts of two stacks have the same value. If a text cannot be read, the values count as the same.
    func areEqual(_ texts: [SettingText]?, _ others: [SettingText]?) -> Bool
    /// Sets the property that the value is assigned to, if that is a property of these options.
    func set<Options>(_ options: inout Options, to texts: [SettingText]?) throws(CommandFailure)
}

extension Setting: DeclaredSetting {
    package func areEqual(_ texts: [SettingText]?, _ others: [SettingText]?) -> Bool {
        do throws(CommandFailure) {
            return try value(texts) == value(others)
        } catch {
            return true
        }
    }

    package func set<Options>(_ options: inout Options, to texts: [SettingText]?) throws(CommandFailure) {
        guard let property = property as? WritableKeyPath<Options, Value> else { return }
        options[keyPath: property] = try value(texts)
    }
}
