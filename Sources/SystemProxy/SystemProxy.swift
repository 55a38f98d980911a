/// The system's proxy settings while they name a listener of this program (`--system-proxy`). The earlier settings are
/// restored once: at the end, after a failure, or at the next start after a crash.
package final class SystemProxy {
    private let file: SystemProxyFile
    /// The settings before they were changed, and the proxy that was set.
    private let note: SystemProxyFile.Note
    /// Whether `restore` was called.
    private var isRestored = false

    /// The time limits of the programs that set the proxy, and of those that restore it, in milliseconds.
    private static let (timeToSet, timeToRestore): (Int64, Int64) = (60_000, 20_000)

    /// Sets the system's proxy. Settings that an earlier run has left are restored first. The present settings are then
    /// read and noted in a file before they are changed.
    ///
    /// - Parameter say: Receives sentences for the user.
    /// - Throws: A failure, after which everything is restored; else its sentence says so.
    package init(to proxy: SystemProxyAddress, saying say: (String) -> Void) throws(SystemProxyFailure) {
        do throws(SystemProxyFile.Obstacle) {
            file = try SystemProxyFile()
        } catch {
            switch error {
            case .inUse(let path):
                throw SystemProxyFailure(
                    .unavailable,
                    "another atsproxy has set the system's proxy and still runs (it holds \(path)); stop that one "
                        + "first.")
            case .failure(let failure): throw failure
            }
        }
        try Self.restoreLeft(in: file, saying: say)
        let programs = SystemPrograms(within: Self.timeToSet)
        let settings: SystemSettings
        do throws(SystemSettingsFault) {
            settings = try SystemSettings.now(hasProgram: SystemPrograms.has, asking: programs.answer)
        } catch {
            throw SystemProxyFailure(.unavailable, error.sentence)
        }
        note = SystemProxyFile.Note(settings: settings, proxy: proxy)
        for loss in settings.losses { say(loss) }
        try file.write(note)
        do throws(SystemSettingsFault) {
            for command in settings.commands(setting: proxy) { try programs.carryOut(command) }
            try settings.check(proxy, asking: programs.answer)
        } catch {
            let reason = "the system's proxy cannot be set: \(error.sentence)"
            do throws(SystemProxyFailure) {
                try restore()
            } catch {
                throw SystemProxyFailure(.unavailable, "\(reason) Besides, \(error.sentence)")
            }
            throw SystemProxyFailure(.unavailable, "\(reason) All is as it was before.")
        }
        say(
            "the system's proxy is \(proxy.authority) for \(settings.summary); it is set back when atsproxy ends.")
    }

    /// Restores the settings, within 20 seconds. Only the first call does anything.
    package func restore() throws(SystemProxyFailure) {
        guard !isRestored else { return }
        isRestored = true
        _ = try Self.restore(note, in: file)
    }

    /// Restores the settings after a run that crashed, if its file exists, and no other run uses it.
    ///
    /// - Parameter say: Receives sentences for the user.
    package static func restoreAfterCrash(saying say: (String) -> Void) {
        guard SystemProxyFile.exists else { return }
        do throws(SystemProxyFile.Obstacle) {
            let file = try SystemProxyFile()
            do throws(SystemProxyFailure) {
                try restoreLeft(in: file, saying: say)
            } catch {
                say(error.sentence)
            }
        } catch {
            switch error {
            case .inUse: return
            case .failure(let failure): say(failure.sentence)
            }
        }
    }

    /// Restores the settings that an earlier run has left, if there are any.
    private static func restoreLeft(
        in file: SystemProxyFile, saying say: (String) -> Void
    ) throws(SystemProxyFailure) {
        guard let left = try file.leftNote() else { return }
        let restored = try restore(left, in: file)
        say(
            restored.isEmpty
                ? "an earlier run did not end by itself; the system's proxy is another one since then, and stays."
                : "the system's proxy is set back to what it was before an earlier run, which did not end by itself.")
    }

    /// Restores noted settings. All commands are carried out, also after one that fails. After a failure, the note is
    /// kept, and the next start tries again.
    ///
    /// - Returns: The restored settings.
    private static func restore(
        _ note: SystemProxyFile.Note, in file: SystemProxyFile
    ) throws(SystemProxyFailure) -> SystemSettings {
        let programs = SystemPrograms(within: timeToRestore)
        let settings = note.settings.settingsToRestore(afterSetting: note.proxy, asking: programs.answer)
        var faults: [String] = []
        for command in settings.restoringCommands {
            do throws(SystemSettingsFault) {
                try programs.carryOut(command)
            } catch {
                faults.append(error.sentence)
            }
        }
        guard let first = faults.first else {
            file.remove()
            return settings
        }
        // A setting that is restored no longer shows that this program had changed it. The next attempt therefore
        // restores all of these settings.
        try file.write(SystemProxyFile.Note(settings: settings, proxy: nil))
        let others = faults.count > 1 ? " \(faults.count - 1) more commands failed." : ""
        throw SystemProxyFailure(
            .unavailable,
            """
            the system's proxy is not what it was before: \(first)\(others) The next start of atsproxy serve or run \
            tries again.
            """
        )
    }
}
