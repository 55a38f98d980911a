import ForwardProxy
import Harness

@testable import Settings

/// The input is a configuration file of `serve`.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let content = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(CommandFailure) {
        let file = try ConfigurationFile(content, named: "atsproxy.yaml")
        examine(file.top, lines: count + 1)
        for listener in file.listeners {
            claim(listener.limits.isEmpty, "a listener with limits of its own")
            claim(
                listener.texts.keys.allSatisfy { SettingTable.declaration(of: $0)?.isOfListener == true },
                "a listener with a setting of the process")
            examine(listener, lines: count + 1)
        }
    } catch {
        examine(error)
    }
    return 0
}

private func examine(_ layer: SettingsLayer, lines: Int) {
    for texts in layer.texts.values {
        for text in texts { examine(text.location, lines: lines) }
    }
    let stack = SettingsStack(layers: [layer])
    read(stack, SettingTable.listen)
    read(stack, SettingTable.os)
    read(stack, SettingTable.mode)
    read(stack, SettingTable.ignore)
    read(stack, SettingTable.allowClient)
    read(stack, SettingTable.allowDestination)
    read(stack, SettingTable.pacHost)
    read(stack, SettingTable.resolve)
    read(stack, SettingTable.verdictTTL)
    read(stack, SettingTable.connectTimeout)
    read(stack, SettingTable.logQuery)
    read(stack, SettingTable.segmentSize)
    read(stack, SettingTable.segmentAge)
    read(stack, SettingTable.proxyName)
    do throws(CommandFailure) {
        let data = try DataSettings(stack)
        claim(data.sources.allSatisfy { $0.url.scheme == .https }, "a source without TLS")
    } catch {
        examine(error)
    }
    do throws(CommandFailure) {
        if let upstreamProxy = try UpstreamProxySettings(stack) { examine(upstreamProxy.bypass) }
    } catch {
        examine(error)
        let isSecret = stack.texts(SettingTable.upstreamProxy)?.last?.value.contains("@") == true
        claim(!isSecret || error.sentence.contains(" has a name or a password in it"), "a password in a message")
    }
    for limit in LimitSetting.all {
        guard let text = layer.limits[limit.name] else { continue }
        examine(text.location, lines: lines)
        var limits = Limits()
        do throws(CommandFailure) {
            try limit.set(&limits, text)
        } catch {
            claim(limits == Limits(), "a limit that is refused, and set")
            examine(error)
        }
    }
}

private func examine(_ bypass: ProxyBypass) {
    var again = ProxyBypass()
    do throws(ProxyBypass.MalformedEntry) {
        try again.add(bypass.description)
    } catch {
        claim(false, "a list that is not read again: \(error.text)")
    }
    claim(again == bypass, "another list: \(again)")
}

private func read<Value>(_ stack: SettingsStack, _ setting: Setting<Value>) {
    do throws(CommandFailure) {
        _ = try stack.value(setting)
    } catch {
        examine(error)
    }
}

private func examine(_ location: SettingText.Location, lines: Int) {
    guard case .file(let path, let line) = location else { return claim(false, "a file that is the command line") }
    claim(path == "atsproxy.yaml" && (1...lines).contains(line), "\(path), line \(line)")
}

private func examine(_ error: CommandFailure) {
    claim(error.status == .data, "status \(error.status)")
    claim(error.sentence.hasPrefix("atsproxy.yaml"), "an error that names no file: \(error.sentence)")
    claimHarmless(error.sentence, "an error")
}
