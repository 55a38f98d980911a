import TransportSecurity

/// A project specification of XcodeGen (`project.yml`, or the same in JSON). Each of its targets may contain the keys
/// of an Info.plist (`info.properties`; Docs/ProjectSpec.md of XcodeGen, "Plist" and "Target Template").
///
/// Files under `include`, environment variables, and keys with `:REPLACE` are not read.
struct XcodeGenProject {
    private let targets: [Target]
    private let hasIncludes: Bool

    /// A target with its templates merged into it.
    fileprivate struct Target {
        let name: String
        let type: String
        /// The content of the Info.plist; nil if the specification does not have it.
        let properties: LocatedValue?
        /// The path of an Info.plist that the target names instead of properties.
        let file: String?
        /// The name of a template that the specification does not have.
        let missingTemplate: String?

        var policy: PropertyValue? {
            properties?.entries?.last { $0.key == ATSKey.appTransportSecurity }?.value.propertyValue
        }
    }

    /// Finds the targets in a document; nil if it is not a specification of XcodeGen.
    init?(_ root: LocatedValue) {
        guard let entries = root["targets"]?.entries else { return nil }
        let marks = ["platform", "supportedDestinations", "info", "templates"]
        guard entries.contains(where: { target in marks.contains { target.value[$0] != nil } }) else { return nil }
        let templates = root["targetTemplates"]
        targets = entries.map { Target($0.key, $0.value, templates: templates) }
        hasIncludes = root["include"] != nil
    }

    /// The Info.plist of the target with a name. Without a name, the target is the only application, or any target if
    /// all their policies are equal.
    func infoPlist(of name: String?, at path: String) throws(PolicyFileError) -> LocatedValue {
        let target = try target(name, at: path)
        if let missing = target.missingTemplate {
            throw refusal("whose target \(target.name) needs the template \(missing) of another file", at: path)
        }
        guard let properties = target.properties else {
            let file =
                target.file.map { "name \($0)" } ?? "run xcodegen generate, and name the Info.plist that it writes"
            throw PolicyFileError(
                path: path,
                reason: .noPolicy(
                    "a specification of XcodeGen whose target \(target.name.visible()) has no info.properties; "
                        + file.visible(limit: 200)))
        }
        if target.policy == nil, hasIncludes {
            throw refusal("that includes other files, in which a policy may stand", at: path)
        }
        return LocatedValue(kind: properties.kind, extent: nil)
    }

    /// The names of the targets whose policies differ from that of the target that is chosen without a name.
    func others(at path: String) throws(PolicyFileError) -> [String] {
        let chosen = try target(nil, at: path)
        return targets.filter { $0.name != chosen.name && $0.policy != nil && $0.policy != chosen.policy }.map(\.name)
    }

    /// The target with a name, or the one that is chosen without a name.
    private func target(_ name: String?, at path: String) throws(PolicyFileError) -> Target {
        if let name {
            guard let target = targets.first(where: { $0.name == name }) else {
                throw PolicyFileError(path: path, reason: .noSuchBundle(name, available: targets.map(\.name)))
            }
            return target
        }
        let targetsWithInfoPlist = targets.filter { $0.properties != nil || $0.missingTemplate != nil }
        let applications = targetsWithInfoPlist.filter { $0.type.hasPrefix("application") }
        let candidates = applications.isEmpty ? targetsWithInfoPlist : applications
        guard let first = candidates.first ?? targets.first else { throw refusal("without targets", at: path) }
        guard candidates.allSatisfy({ $0.policy == first.policy && $0.missingTemplate == nil }) || candidates.count == 1
        else { throw PolicyFileError(path: path, reason: .severalTargets(candidates.map(\.name))) }
        return first
    }

    /// The error for a specification whose other files would be needed.
    private func refusal(_ clause: String, at path: String) -> PolicyFileError {
        PolicyFileError(
            path: path,
            reason: .noPolicy(
                "a specification of XcodeGen \(clause.visible(limit: 200)); run xcodegen dump --type yaml > all.yml, and "
                    + "name all.yml"))
    }
}

extension XcodeGenProject.Target {
    init(_ name: String, _ value: LocatedValue, templates: LocatedValue?) {
        var merging = TemplateMerging(templates: templates)
        let merged = merging.merge(value)
        self.name = name
        type = merged["type"]?.string ?? ""
        let properties = merged["info"]?["properties"]
        self.properties = properties?.entries == nil ? nil : properties
        let settings = merged["settings"]
        file = (settings?["base"]?["INFOPLIST_FILE"] ?? settings?["INFOPLIST_FILE"])?.string
        missingTemplate = merging.missingTemplate
    }
}

/// Merges the templates that one target names, each once.
private struct TemplateMerging {
    /// The templates of the specification, by name; nil if it has none.
    let templates: LocatedValue?
    /// The name of a template that the specification does not have; nil if it has all.
    private(set) var missingTemplate: String?
    private var visited: Set<String> = []

    init(templates: LocatedValue?) { self.templates = templates }

    /// Merges a target or template onto the templates that it names, except those that were merged before.
    mutating func merge(_ value: LocatedValue) -> LocatedValue {
        var base: LocatedValue?
        for name in (value["templates"]?.elements ?? []).compactMap(\.string) where visited.insert(name).inserted {
            guard let template = templates?[name] else {
                missingTemplate = name
                continue
            }
            let mergedTemplate = merge(template)
            base = base.map { mergedTemplate.merged(onto: $0) } ?? mergedTemplate
        }
        return base.map { value.merged(onto: $0) } ?? value
    }
}

extension LocatedValue {
    /// The value of the last entry with a key; nil for anything but a dictionary.
    subscript(key: String) -> LocatedValue? { entries?.last { $0.key == key }?.value }

    /// The value merged onto another one: dictionaries are united, arrays are joined, and any other value replaces the
    /// other one.
    fileprivate func merged(onto base: LocatedValue) -> LocatedValue {
        switch (kind, base.kind) {
        case (.dictionary(let own), .dictionary(let entries)):
            let replacements = Dictionary(own.map { ($0.key, $0) }, uniquingKeysWith: { $1 })
            let keys = Set(entries.map(\.key))
            let united = entries.map { entry in
                guard let new = replacements[entry.key] else { return entry }
                let value = new.value.merged(onto: entry.value)
                return Entry(key: new.key, start: new.start, keyEnd: new.keyEnd, value: value)
            }
            return LocatedValue(kind: .dictionary(united + own.filter { !keys.contains($0.key) }), extent: extent)
        case (.array(let own), .array(let elements)):
            return LocatedValue(kind: .array(elements + own), extent: extent)
        case (.dictionary, _), (.array, _), (.scalar, _): return self
        }
    }
}
