/// Findings that say the same, or are about the same key.
enum RelatedLints {
    /// One finding for each key, in the order of the families. The worst finding about a key has the others with it.
    static func joined(_ lints: [Lint]) -> [Lint] {
        var groups: [[Lint]] = []
        var places: [Place: Int] = [:]
        for lint in withConsequences(withoutRedundant(withoutUnknown(lints))) {
            let place = Place(path: lint.path, position: lint.position)
            if let index = places[place] {
                groups[index].append(lint)
            } else {
                places[place] = groups.count
                groups.append([lint])
            }
        }
        return groups.compactMap(worst)
    }

    private struct Place: Hashable {
        let path: PropertyPath
        let position: PolicyFileError.Position?
    }

    private static func worst(of lints: [Lint]) -> Lint? {
        guard let index = lints.indices.max(by: { (lints[$0].severity, -$0) < (lints[$1].severity, -$1) }) else {
            return nil
        }
        var worst = lints[index]
        for (other, lint) in lints.enumerated() where other != index { worst.also.append(lint) }
        return worst
    }

    /// Without findings that depend on a build setting: those about its key, and those about effects of an entry that
    /// has one.
    private static func withoutUnknown(_ lints: [Lint]) -> [Lint] {
        let settings = lints.filter { $0.id == .buildSetting }.map(\.path)
        guard !settings.isEmpty else { return lints }
        let (exact, around) = (Set(settings), ancestors(of: settings))
        let effects: Set<LintID> = [.noEffect, .pinNeverMatches, .pinBackup, .pinWithoutIdentities]
        return lints.filter { lint in
            lint.id == .buildSetting || lint.id == .duplicateKey
                || !exact.contains(lint.path) && !(effects.contains(lint.id) && around.contains(lint.path))
        }
    }

    /// Without redundant findings. A finding that an entry has no effect is redundant if another finding reports a
    /// problem in it.
    private static func withoutRedundant(_ lints: [Lint]) -> [Lint] {
        let problems = lints.filter { $0.id != .noEffect && ($0.severity > .advice || $0.id == .localhost) }
        let explained = ancestors(of: problems.map(\.path))
        return lints.filter { $0.id != .noEffect || !explained.contains($0.path) }
    }

    /// With the finding that a list of pins matches nothing at the first error in that list, which is the reason.
    private static func withConsequences(_ lints: [Lint]) -> [Lint] {
        lints.map { lint in
            guard lint.id == .pinNeverMatches else { return lint }
            let reason = lints.first { other in
                other.id != lint.id && other.severity == .error && lint.path.contains(other.path)
            }
            guard let reason else { return lint }
            var moved = lint
            (moved.path, moved.position) = (reason.path, reason.position)
            return moved
        }
    }

    /// The paths and all that lead to them.
    private static func ancestors(of paths: [PropertyPath]) -> Set<PropertyPath> {
        var ancestors: Set<PropertyPath> = []
        for path in paths {
            for count in 0...path.components.count {
                ancestors.insert(PropertyPath(Array(path.components.prefix(count))))
            }
        }
        return ancestors
    }
}
