import Console
import Networking
import Recording
import RecordingInputs
import Recordings
import Settings
import StandardStreams
import TransportSecurity

/// The recordings that `view` shows, and the options by which it judges them.
struct ViewedRecordings: Sendable {
    /// The paths.
    let paths: [String]
    /// The query to a store; nil if files are shown.
    let store: StoreQuery?
    /// The loads to choose.
    let filter: RecordingFilter
    let policy: PolicyOptions
    let trust: TrustOptions

    /// Reads the recordings to their present end, and judges them anew if the options require that. Throws an error if
    /// a file is not a recording, or if there is nothing to judge.
    ///
    /// - Parameter saysLeftOut: Whether messages name the files that are left out, and count the loads of captures.
    func input(saysLeftOut: Bool) throws(CommandFailure) -> RecordedInput {
        let traffic = try RecordingInput.traffic(
            of: paths, or: store, keepingFacts: true, filter: filter, saysLeftOut: saysLeftOut)
        let waivers = try trust.waivers()
        var input = RecordedInput(traffic)
        input.overrides = try policy.overrides(waiving: waivers)
        let isGiven = policy.areGiven || trust.areGiven
        guard isGiven || traffic.hasCapturedLoads else { return input }
        let anew = try policy.judged(traffic, by: trust)
        // Only the captured loads need a new verdict, unless an option asks for it.
        input.verdicts =
            isGiven
            ? anew.entries : traffic.asRecorded.waiving(waivers).replacingCaptured(by: anew.entries)
        input.anew = (anew.policy, anew.os)
        if policy.policy != nil {
            let appPolicy = try policy.appPolicy()
            input.givenPolicy = try policy.appliedPolicy(appPolicy, waiving: waivers)
            input.overrides.policy = try policy.givenPolicy(from: appPolicy)
        }
        return input
    }

    /// The judge for the console.
    func judge() throws(CommandFailure) -> ConsoleJudge {
        let (store, rules) = try trust.load()
        return ConsoleJudge(
            store, rules: rules, replacesSystemRoots: trust.replacesRoots, replacesUserRoots: trust.hasUserRoots)
    }
}

/// The versions of the viewed recordings at one time: of each named file, and of each recording in a named directory.
/// Two states differ if a recording has changed in between.
struct RecordingVersions: Hashable {
    /// The versions of the named files, in their order; nil for a missing file, a directory and standard input.
    private var files: [FileVersion?] = []
    /// The versions of the recordings in directories, by path.
    private var segments: [String: FileVersion] = [:]

    /// Reads the present versions of the recordings at these paths.
    init(of paths: [String]) {
        for path in paths {
            guard path != "-", let directory = RecordingDirectory(at: path) else {
                files.append(FileVersion(path: path))
                continue
            }
            files.append(nil)
            // A directory that cannot be read is reported when its recordings are read.
            for segment in (try? directory.recordings()) ?? [] { segments[segment] = FileVersion(path: segment) }
        }
    }

    /// Whether a named file was replaced by another one, or truncated, since an earlier state. Segments in a directory
    /// are not compared, because a proxy only adds and compresses them.
    func haveReplacedFiles(since old: RecordingVersions) -> Bool {
        zip(files, old.files).contains { $0 != nil && $0?.mayHaveGrown(from: $1) == false }
    }

    /// The index of the first path whose file has become a pipe, a device or another irregular file, whose content may
    /// never end; nil if there is none.
    func firstIrregular(since old: RecordingVersions) -> Int? {
        files.indices.first { index in
            old.files.indices.contains(index) && files[index] != old.files[index] && files[index]?.isRegular == false
        }
    }
}
