/// A setting of any type.
package protocol DeclaredSetting: Sendable {
    /// The declaration.
    var declaration: SettingDeclaration { get }
    /// Whether the texts of two stacks have the same value. If a text cannot be read, the values count as the same.
    func areEqual(_ texts: [SettingText]?, _ others: [SettingText]?) -> Bool
}

extension Setting: DeclaredSetting {
    package func areEqual(_ texts: [SettingText]?, _ others: [SettingText]?) -> Bool {
        do throws(CommandFailure) {
            return try value(texts) == value(others)
        } catch {
            return true
        }
    }
}
