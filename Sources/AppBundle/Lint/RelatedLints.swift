/// Joins findings about the same key, and removes findings that follow from others.
enum RelatedLints {
    /// One finding for each key, in the order of the families. The worst finding about a key has the others in `also`.
    static func joined(_ lints: [Lint]) -> [Lint] {
        var groups: [[Lint]] = []
        var indices: [Location: Int] = [:]
        for lint in movingConsequences(withoutRedundant(withoutUnknown(lints))) {
            let location = Location(path: lint.path, position: lint.position)
            if let index = indices[location] {
                groups[index].append(lint)
            } else {
                indices[location] = groups.count
                groups.append([lint])
            }
        }
        return groups.compactMap(worst)
    }

    /// The key that findings are about. Duplicate keys have the same path.
    private struct Location: Hashable {
        let path: PropertyPath
        let position: PolicyFileError.Position?
    }

    /// The most severe finding, or the first of several such, with the others in `also`.
    private static func worst(of lints: [Lint]) -> Lint? {
        guard let index = lints.indices.max(by: { (lints[$0].severity, -$0) < (lints[$1].severity, -$1) }) else {
            return nil
        }
        var worst = lints[index]
        for (other, lint) in lints.enumerated() where other != index { worst.also.append(lint) }
        return worst
    }

    /// Removes findings that depend on a build setting: those about its key, and those about the effects of an entry
    /// that contains it.
    private static func withoutUnknown(_ lints: [Lint]) -> [Lint] {
        let settings = lints.filter { $0.id == .buildSetting }.map(\.path)
        guard !settings.isEmpty else { return lints }
        let (keys, enclosingEntries) = (Set(settings), ancestors(of: settings))
        let effects: Set<LintID> = [.noEffect, .pinNeverMatches, .pinBackup, .pinWithoutIdentities]
        return lints.filter { lint in
            if lint.id == .buildSetting || lint.id == .duplicateKey { return true }
            if keys.contains(lint.path) { return false }
            return !effects.contains(lint.id) || !enclosingEntries.contains(lint.path)
        }
    }

    /// Removes redundant findings. A finding that an entry has no effect is redundant if another finding reports a
    /// problem in the entry.
    private static func withoutRedundant(_ lints: [Lint]) -> [Lint] {
        let problems = lints.filter { $0.id != .noEffect && ($0.severity > .advice || $0.id == .localhost) }
        let explained = ancestors(of: problems.map(\.path))
        return lints.filter { $0.id != .noEffect || !explained.contains($0.path) }
    }

    /// Moves the finding that a list of pins matches nothing to the first error in the list, which is its reason. Both
    /// are then joined.
    private static func movingConsequences(_ lints: [Lint]) -> [Lint] {
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

    /// The paths, and the paths of all values that contain them.
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
