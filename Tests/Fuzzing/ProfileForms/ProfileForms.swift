import Harness
import InternetNames

@testable import SetupPages

/// The input is the body of a form that asks for a configuration profile.
@_cdecl("LLVMFuzzerTestOneInput")
public func examine(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let body = Array(UnsafeBufferPointer(start: start, count: count))
    let proxy = Authority(host: .name("a"), port: 80)
    for hasScript in [false, true] {
        do throws(ProfileFault) {
            let profile = try ProfileForm.profile(body, proxy: proxy, hasScript: hasScript)
            claim(profile.network != nil || profile.isGlobal, "a profile of nothing")
            if case .automatic = profile.proxy { claim(hasScript, "a script that sends nothing") }
            guard let network = profile.network else { continue }
            claim((1...WiFiNetwork.nameLimit).contains(network.name.utf8.count), "a name of \(network.name.utf8.count)")
            claimHarmless(network.name, "a name")
            claim((network.security == .none) == (network.password == nil), "encryption without a password")
            claim(!"\(profile)".contains("secret:"), "a password is shown")
            if let password = network.password { claimHarmless(password.secret, "a password") }
        } catch {
            claimHarmless(error.sentence, "a fault")
            claim(error.sentence.utf8.count < 200, "a fault of \(error.sentence.utf8.count) bytes")
        }
    }
    return 0
}
