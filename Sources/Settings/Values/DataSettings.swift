import DataFiles

/// The settings for the update of data files, such as the list of CT logs (`--update-data`, `--data-source`).
package struct DataSettings: Hashable {
    /// The frequency of updates by `serve`.
    package var frequency: UpdateFrequency
    /// The addresses of the files that can be updated, in the order of the files.
    package var sources: [DataFileSource]

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        frequency = try stack.value(SettingTable.updateData)
        var namedSources: [DataFileKind: DataFileSource] = [:]
        // The texts as written, for the message.
        let texts = stack.texts(SettingTable.dataSource) ?? []
        for (source, text) in zip(try stack.value(SettingTable.dataSource), texts) {
            if let earlier = namedSources[source.kind], earlier != source {
                throw text.fault(
                    "\(text.name) \(text.value) is the second address of \(source.kind.rawValue); name one.")
            }
            namedSources[source.kind] = source
        }
        sources = DataFileKind.allCases.compactMap { namedSources[$0] ?? DataFileSource(publishing: $0) }
    }

    /// The source of a file; nil if it cannot be updated.
    package func source(of kind: DataFileKind) -> DataFileSource? {
        sources.first { $0.kind == kind }
    }

    /// The sentence for messages that says why the roots cannot be updated without `--data-source`.
    package static let noSourceOfRoots =
        "Apple publishes its roots by release, and not at one address of the latest; name a file in the form of "
        + "config/data/apple-roots.pem with --data-source roots=URL."
}

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
