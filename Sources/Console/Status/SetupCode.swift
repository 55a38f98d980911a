import JSONWriting
import QRCode

/// The QR code of the page with which a device is set up.
struct SetupCode: JSONWritable {
    /// The address.
    let address: String
    private let url: String
    private let picture: QRCodeGraphic

    /// The code for a proxy at an address; nil if its URL is too long for one.
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
