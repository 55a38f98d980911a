import DataFiles

/// The settings for trusted data. The files are not read yet.
package struct TrustSettings: Hashable {
    /// The system's roots; nil for the shipped or updated ones.
    package var roots: NamedFile?
    /// Additional roots that a user or an administrator installed.
    package var certificateFiles: [NamedFile]
    /// The certificate revocation lists.
    package var revocationLists: [NamedFile]
    /// The list of CT logs; nil for the shipped or updated one.
    package var logList: NamedFile?

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        roots = try stack.value(SettingTable.roots)
        certificateFiles = try stack.value(SettingTable.certificateFiles)
        revocationLists = try stack.value(SettingTable.revocationLists)
        logList = try stack.value(SettingTable.logList)
    }

    /// The kinds of data files for which no option names a file. The shipped or the updated file is used for these.
    package var replaceable: [DataFileKind] {
        DataFileKind.allCases.filter { kind in
            switch kind {
            case .logList: return logList == nil
            case .roots: return roots == nil
            case .publicSuffixes: return true
            }
        }
    }
}
