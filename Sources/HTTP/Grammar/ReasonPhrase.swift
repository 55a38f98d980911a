/// The reason phrases of status lines (RFC 9110 §15).
public enum ReasonPhrase {
    /// The phrase of a status code that this program sends; empty for any other one, as RFC 9112 §4 permits.
    public static func of(_ status: Int) -> StaticString {
        switch status {
        case 200: return "OK"
        case 201: return "Created"
        case 303: return "See Other"
        case 304: return "Not Modified"
        case 400: return "Bad Request"
        case 401: return "Unauthorized"
        case 403: return "Forbidden"
        case 404: return "Not Found"
        case 405: return "Method Not Allowed"
        case 407: return "Proxy Authentication Required"
        case 408: return "Request Timeout"
        case 409: return "Conflict"
        case 413: return "Content Too Large"
        case 414: return "URI Too Long"
        case 415: return "Unsupported Media Type"
        case 421: return "Misdirected Request"
        case 422: return "Unprocessable Content"
        case 429: return "Too Many Requests"
        case 431: return "Request Header Fields Too Large"
        case 500: return "Internal Server Error"
        case 502: return "Bad Gateway"
        case 503: return "Service Unavailable"
        case 504: return "Gateway Timeout"
        case 508: return "Loop Detected"
        case _: return ""
        }
    }
}
