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
