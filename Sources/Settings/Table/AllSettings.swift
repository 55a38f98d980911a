extension SettingTable {
    /// All settings, in the order of the help and of the example.
    package static let all = (ofListeners + ofProcess).map(\.declaration)

    /// The settings that change only with the next start.
    package static let ofStart = ofProcess.filter { $0.declaration.scope == .start }

    /// The declaration of a name; nil if there is no such setting.
    package static func declaration(of name: String) -> SettingDeclaration? { all.first { $0.name == name } }
}
