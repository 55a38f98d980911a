import JSONWriting
import QRCode

/// The steps that set a device up to use the proxy, for a person: the addresses, the QR code and an advice.
struct DeviceSetup: JSONWritable {
    let state: ProxyState
    /// The QR code of the first address; nil without one.
    let code: SetupCode?
    /// Whether a load of a device was seen.
    let hasDevices: Bool

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("addresses", state.setupAddresses)
            json.member("isReachableByDevices", state.isReachableByDevices)
            json.member("advice", advice)
            json.member("code", state.isReachableByDevices ? code : nil)
        }
    }

    private var advice: String {
        guard state.isReachableByDevices, let first = state.setupAddresses.first else {
            return
                "The proxy takes only clients of this machine. For a device, start atsproxy serve with "
                + "--listen 0.0.0.0:8080 and --allow-client with the network of the device."
        }
        return hasDevices
            ? "Use the app; each host appears here once it is loaded from."
            : "Set the HTTP proxy of the device's Wi-Fi to \(first), and open the app."
    }
}

/// The QR code with the URL of the proxy's setup page, which a phone opens with its camera.
struct SetupCode: JSONWritable {
    /// The address of the proxy, such as `192.168.1.20:8080`.
    let address: String
    private let url: String
    private let picture: QRCodeGraphic

    /// Creates the code for a proxy at an address; nil if the URL is too long for a code.
    init?(_ address: String) {
        self.address = address
        url = "http://\(address)/"
        guard let code = QRCode(url) else { return nil }
        picture = QRCodeGraphic(code)
    }

    func write(to json: inout JSONWriter) {
        json.object { json in
            json.member("text", url)
            json.member("side", picture.side)
            json.member("path", picture.path)
        }
    }
}
