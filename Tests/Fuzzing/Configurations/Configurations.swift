import ForwardProxy
import Harness

/// The input is a configuration file of `serve`. Its parser belongs to the executable target, so that `Reading` has
/// symbolic links to the parser's files.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let content = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(CommandFailure) {
        let file = try ConfigurationFile(content, named: "atsproxy.yaml")
        examine(file.top, lines: count + 1)
        for listener in file.listeners {
            claim(listener.limits.isEmpty, "a listener with limits of its own")
            claim(listener.texts.keys.allSatisfy { $0.isOfListener }, "a listener with a setting of the process")
            examine(listener, lines: count + 1)
        }
    } catch {
        examine(error)
    }
    return 0
}

private func examine(_ layer: SettingsLayer, lines: Int) {
    for texts in layer.texts.values {
        for text in texts { examine(text.place, lines: lines) }
    }
    let stack = SettingsStack(layers: [layer])
    read(stack, .listen)
    read(stack, .os)
    read(stack, .mode)
    read(stack, .ignore)
    read(stack, .allowClient)
    read(stack, .allowDestination)
    read(stack, .pacHost)
    read(stack, .resolve)
    read(stack, .verdictTTL)
    read(stack, .connectTimeout)
    read(stack, .logQuery)
    read(stack, .segmentSize)
    read(stack, .segmentAge)
    read(stack, .proxyName)
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
        let isSecret = stack.texts(.upstreamProxy)?.last?.text.contains("@") == true
        claim(!isSecret || error.sentence.contains(" has a name or a password in it"), "a password in a message")
    }
    for (name, text) in layer.limits {
        examine(text.place, lines: lines)
        var limits = Limits()
        do throws(CommandFailure) {
            try name.set(&limits, to: text)
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
        let values = try stack.values(setting)
        claim(values?.count == stack.texts(setting.name)?.count, "another number of values than were written")
    } catch {
        examine(error)
    }
}

private func examine(_ place: SettingText.Place, lines: Int) {
    guard case .file(let path, let line) = place else { return claim(false, "a file that is the command line") }
    claim(path == "atsproxy.yaml" && (1...lines).contains(line), "\(path), line \(line)")
}

private func examine(_ error: CommandFailure) {
    claim(error.status == .data, "status \(error.status)")
    claim(error.sentence.hasPrefix("atsproxy.yaml"), "an error that names no file: \(error.sentence)")
    claimHarmless(error.sentence, "an error")
}
