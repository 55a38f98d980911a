import DataFiles
import Settings

/// Notices of `serve` about the update of data files (`--update-data`, `--data-source`).
extension ServeSettings {
    /// Notices about settings for the update of data that have no effect, one sentence each.
    package var dataNotices: [String] {
        guard data.frequency == .daily else {
            let namesSource = data.sources.contains { $0 != DataFileSource(publishing: $0.kind) }
            return namesSource ? ["data-source has no effect, because update-data is not daily."] : []
        }
        let files: [(DataFileKind, NamedFile?)] = [
            (.logList, trust.logList), (.roots, trust.roots),
        ]
        return files.compactMap { kind, file in
            guard let file, data.source(of: kind) != nil else { return nil }
            return
                "\(file.text.name) names \(file.path.visible(limit: 2000)), which is in force, so that update-data does "
                + "not fetch \(kind.rawValue)."
        }
    }

    /// The reason why updates cannot be stored, in one sentence; nil if they can.
    package var dataPlaceFault: String? {
        guard data.frequency == .daily else { return nil }
        guard let directory = CurrentData.directory else {
            return "data are not updated, because \(CurrentData.missingPlace)."
        }
        return directory.isWritable
            ? nil : "data are not updated, because files in \(directory.path.visible(limit: 2000)) cannot be written."
    }
}
