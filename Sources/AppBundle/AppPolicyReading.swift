import Foundation
import InfoPlist
import TransportSecurity

extension AppPolicy {
    /// Reads the policy at a path.
    ///
    /// The path may lead to an Info.plist or a bare `NSAppTransportSecurity` dictionary, as an XML, binary or OpenStep
    /// property list or as JSON. Other paths lead to an `.app`, `.appex` or other bundle with an Info.plist, or to an
    /// `.ipa`, an `.xcarchive`, a zip archive or a folder that holds one app. Another bundle inside the app, such as an
    /// app extension, is named after a `#`: `MyApp.ipa#Share.appex`.
    ///
    /// `DeclaredPolicy` says which dictionaries count as an Info.plist and which as a bare policy. For a dictionary
    /// without a key of either, an error names the kind of the file. Expo's `app.json`, the `project.yml` of XcodeGen,
    /// fragments of a property list, and property lists with preprocessor lines are read as well. A target of a
    /// `project.yml` is named after a `#`.
    ///
    /// An `NSAppTransportSecurity` that is not a dictionary is ignored with a warning, as the system ignores it.
    /// Another warning names the other bundles of the app that have their own policies.
    ///
    /// If `lint` finds errors, a warning says how many, and which is the first.
    public init(
        contentsOf path: String, lintedBy lint: PolicyLint? = nil, pipes: FileOpening.Pipes = .read
    ) throws(PolicyFileError) {
        let layout = try BundleLayout(path: path, pipes: pipes)
        let file = try layout.propertyList(of: layout.chosen)
        self.init(source: layout.source, propertyList: try file.policyDictionary())
        warnings += layout.warnings + (try file.warnings())
        if let lint { warnAboutErrors(in: try lint.report(on: file, of: layout.source, in: layout), at: path) }
    }

    private mutating func warnAboutErrors(in report: PolicyLint.Report, at path: String) {
        let errors = report.lints.filter { $0.severity == .error }
        guard let first = errors.first else { return }
        let count = errors.count == 1 ? "1 error" : "\(errors.count) errors, the first"
        let line = first.position.map { " in line \($0.line)" } ?? ""
        warnings.append(
            "The policy \(source) has \(count)\(line): \(first.message) See all: atsproxy policy lint \(ShellWord.quoted(path))"
        )
    }

    /// Creates the policy from a property list that was read from `source`.
    init(source: String, propertyList: [String: PropertyValue]) {
        let declared = DeclaredPolicy(propertyList)
        self.init(source: source, dictionary: declared.dictionary, linkedSDK: declared.linkedSDK)
        guard !declared.isBare else { return }
        userAgentNames = Self.names(
            under: ["CFBundleExecutable", "CFBundleName", "CFBundleDisplayName"], in: propertyList)
        bundleIdentifier = Self.names(under: ["CFBundleIdentifier"], in: propertyList).first
        warnAboutPolicy(in: propertyList)
        warnAboutLinkedSDK(in: propertyList)
    }

    private mutating func warnAboutPolicy(in infoPlist: [String: PropertyValue]) {
        switch infoPlist[ATSKey.appTransportSecurity] {
        case .dictionary, nil:
            break
        case .boolean, .integer, .real, .string, .array, .other:
            warnings.append("The NSAppTransportSecurity of \(source) is not a dictionary, so the system ignores it.")
        }
    }

    private mutating func warnAboutLinkedSDK(in infoPlist: [String: PropertyValue]) {
        guard linkedSDK == nil, case .string(let name) = infoPlist["DTSDKName"] else { return }
        warnings.append("The DTSDKName of \(source), '\(name.visible())', names no SDK of a system that has ATS.")
    }

    /// The different names under these keys of the Info.plist, without build settings such as `$(PRODUCT_NAME)`, which
    /// Xcode would have replaced.
    private static func names(under keys: [String], in infoPlist: [String: PropertyValue]) -> [String] {
        var names: [String] = []
        for key in keys {
            guard case .string(let name) = infoPlist[key], !name.isEmpty, !names.contains(name) else { continue }
            if !name.contains("$("), !name.contains("${") { names.append(name) }
        }
        return names
    }
}

extension BundleLayout {
    /// Warnings about bundles of the app that have policies other than the chosen one.
    fileprivate var warnings: [String] {
        var warnings: [String] = []
        var bundlesWithPolicy: [BundleLocation] = []
        for location in others {
            do throws(PolicyFileError) {
                let dictionary = try propertyList(of: location).dictionary()
                if dictionary[ATSKey.appTransportSecurity] != nil { bundlesWithPolicy.append(location) }
            } catch {
                warnings.append("Whether \(location.source) has a policy of its own is unknown: \(error.description)")
            }
        }
        if let first = bundlesWithPolicy.first {
            let (verb, pronoun) = bundlesWithPolicy.count == 1 ? ("has", "its") : ("have", "their")
            warnings.append(
                "The policy is that of \(source) itself; \(bundlesWithPolicy.map(\.name).listed) \(verb) an "
                    + "NSAppTransportSecurity of \(pronoun) own, to be named as \(selection(of: first)).")
        }
        return warnings
    }
}

extension PropertyListFile {
    /// A warning about targets of the same project that have other policies, unless a target was named.
    fileprivate func warnings() throws(PolicyFileError) -> [String] {
        guard target == nil, let project = XcodeGenProject(try locatedDictionary()) else { return [] }
        let others = try project.others(at: path)
        guard let first = others.first else { return [] }
        let (verb, pronoun) = others.count == 1 ? ("has", "its") : ("have", "their")
        return [
            "The policy is that of the application in \(path); \(others.listed) \(verb) an "
                + "NSAppTransportSecurity of \(pronoun) own, to be named as \(path)#\(first)."
        ]
    }
}

extension AppPolicy {
    /// Reads a policy from the content of a file that the caller has read. The content may be an Info.plist or a bare
    /// policy in each of their formats, but not a bundle or an archive. Its size is limited like that of files.
    ///
    /// - Parameters:
    ///   - bytes: The content.
    ///   - name: The name of the file, for messages and events.
    ///   - lint: The lint of the policy.
    /// - Returns: The policy and the findings on it, in the order of the file.
    public static func read(
        _ bytes: [UInt8], named name: String, lintedBy lint: PolicyLint
    ) throws(PolicyFileError) -> (policy: AppPolicy, lints: [Lint]) {
        guard bytes.count <= PropertyListFile.sizeLimit else {
            throw PolicyFileError(path: name, reason: .tooLarge(limit: PropertyListFile.sizeLimit))
        }
        let file = PropertyListFile(path: name, data: Data(bytes))
        let policy = AppPolicy(source: name, propertyList: try file.policyDictionary())
        let lints = lint.lints(try file.locatedPolicy(), linkedSDK: policy.linkedSDK)
        return (policy, file.worded(lints))
    }
}
