import DataFiles

/// The settings for the update of data files.
package struct DataSettings: Hashable {
    /// The frequency of updates by `serve`.
    package var frequency: UpdateFrequency
    /// The addresses of the files that can be updated, in the order of the files.
    package var sources: [DataFileSource]

    /// Reads the settings from layers.
    package init(_ stack: SettingsStack) throws(CommandFailure) {
        frequency = try stack.value(SettingTable.updateData)
        var given: [DataFileKind: DataFileSource] = [:]
        // The texts as written, for the message.
        let texts = stack.texts(SettingTable.dataSource) ?? []
        for (source, text) in zip(try stack.value(SettingTable.dataSource), texts) {
            if let first = given[source.kind], first != source {
                throw text.fault(
                    "\(text.name) \(text.value) is the second address of \(source.kind.rawValue); name one.")
            }
            given[source.kind] = source
        }
        sources = DataFileKind.allCases.compactMap { given[$0] ?? DataFileSource(publishing: $0) }
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
