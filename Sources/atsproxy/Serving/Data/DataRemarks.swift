import DataFiles

extension ServeSettings {
    /// What of the settings for updates has no effect, or will fail: one sentence each.
    var dataRemarks: [String] {
        guard data.frequency == .daily else {
            return data.hasGivenSources
                ? ["--data-source has no effect without --update-data daily; atsproxy data update takes it as well."]
                : []
        }
        let replaceable = trust.replaceable
        var remarks = DataFileKind.allCases.filter { !replaceable.contains($0) }.map {
            "--update-data leaves out \($0.rawValue), because another file is given in its place."
        }
        if let directory = CurrentData.directory {
            if let obstacle = directory.obstacle { remarks.append("data cannot be updated: \(obstacle)") }
        } else {
            remarks.append(CurrentData.noDirectory)
        }
        return remarks
    }
}
