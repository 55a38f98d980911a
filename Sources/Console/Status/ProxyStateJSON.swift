import JSONWriting
import TransportSecurity

extension ProxyState.Listener: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("address", address)
            json.member("mode", mode)
            json.member("os", os)
            json.member("policy", policy)
        }
    }
}

extension ProxyState.Notice: JSONWritable {
    public func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("kind", kind.rawValue)
            json.member("severity", severity.rawValue)
            json.member("message", message)
            json.member("remedy", fix)
        }
    }
}

/// The setup of a device.
struct DeviceSetup: JSONWritable {
    let state: ProxyState
    /// Whether a load of a device was seen.
    let hasDevices: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("addresses", state.setupAddresses)
            json.member("isReachableByDevices", state.isReachableByDevices)
            json.member("advice", advice)
        }
    }

    private var advice: String {
        guard state.isReachableByDevices, let first = state.setupAddresses.first else {
            return
                "The proxy takes only clients of this machine. For a device, start atsproxy serve with --listen 0.0.0.0:8080 "
                + "and --allow-client with the network of the device."
        }
        return hasDevices
            ? "Use the app; each host appears here once it is loaded from."
            : "Set the HTTP proxy of the device's Wi-Fi to \(first), and open the app."
    }
}
