"""A web server of a domain for the discovery of management services. The user identifier chooses its answer: that of
`html@discovery.test` is a web page. Requests without one get a good document.

The documents have the forms that vendors describe: Jamf Pro's depends on the family of the device, Microsoft Intune's
URL has a query, Fleet's has a path, and others name the port 443. NanoMDM and MicroMDM leave the document to a web
server, which nginx stands for in the journeys."""

import gzip
import json
import ssl
import time
import urllib.parse

PATH = "/.well-known/com.apple.remotemanagement"


def document(base, version="mdm-byod"):
    return json.dumps({"Servers": [{"Version": version, "BaseURL": base}]}).encode()


def answer(kind, url, authority, good, plain):
    """The status, the fields and the body of an answer to a URL that was sent to a host and port."""
    path, family = url.path, urllib.parse.parse_qs(url.query).get("model-family", [""])[0]
    query = f"?user-identifier={kind}@discovery.test&model-family=iPhone"
    base = f"https://good.test:{good}"
    enroll = f"{base}/enroll"
    types = {"Content-Type": "application/json"}

    def redirect(status, target):
        return status, {"Location": target}, b""

    step = int(path.removeprefix("/step")) if path.startswith("/step") else 0
    cases = {
        "redirect": lambda: redirect(302, "/moved" + query),
        "moved": lambda: redirect(301, "/moved" + query),
        "other": lambda: redirect(303, "/moved" + query),
        "temporary": lambda: redirect(307, "/moved" + query),
        "permanent": lambda: redirect(308, "/moved" + query),
        "sibling": lambda: redirect(302, "moved" + query),
        "parent": lambda: redirect(302, "../moved" + query),
        "network": lambda: redirect(302, f"//{authority}/moved{query}#part"),
        "absolute": lambda: redirect(302, f"https://{authority}/moved{query}"),
        "choices": lambda: (300, {"Location": "/moved" + query}, b""),
        "jamf": lambda: (200, types, document(f"{base}/servicediscoveryenrollment/v1/deviceenroll", "mdm-adde")
                         if family == "Mac" else document(f"{base}/servicediscoveryenrollment/v1/userenroll")),
        "intune": lambda: (200, types, document(f"{base}/EnrollmentServer/PostReportDeviceInfoForUEV2?aadTenantId=1")),
        "fleet": lambda: (200, {"Content-Type": "application/json; charset=utf-8"},
                          document(f"{base}/api/mdm/apple/account_driven_enroll")),
        "port": lambda: (200, types, document("https://good.test:443/mdm/client/v1/enroll?key=a%2Bb%3D")),
        "octets": lambda: (200, {"Content-Type": "application/octet-stream"}, document(enroll)),
        "rejects": lambda: (403, types, b'{"code":"com.apple.well-known.failed","message":"unknown account"}'),
        "drops": lambda: redirect(301, "/moved"),
        "tohttp": lambda: redirect(302, f"http://plain.test:{plain}/{query}"),
        "loop": lambda: redirect(302, PATH + query),
        "many": lambda: redirect(302, f"/step{step + 1}{query}"),
        "nowhere": lambda: (302, {}, b""),
        "missing": lambda: (404, {}, b"not here"),
        "forbidden": lambda: (403, {}, b""),
        "html": lambda: (200, {"Content-Type": "text/html"}, b"<!doctype html><title>Welcome</title>"),
        "type": lambda: (200, {"Content-Type": "text/plain"}, document(enroll)),
        "malformed": lambda: (200, types, b"{"),
        "empty": lambda: (200, types, b"{}"),
        "version": lambda: (200, types, document(enroll, "mdm-x")),
        "cleartext": lambda: (200, types, document(f"http://plain.test:{plain}/enroll")),
        "huge": lambda: (200, types, b" " * 70000 + document(enroll)),
        "gzip": lambda: (200, dict(types, **{"Content-Encoding": "gzip"}), gzip.compress(document(enroll))),
    }
    found = cases.get(kind, lambda: (200, types, document(enroll)))()
    is_moved = path.endswith("/moved") and kind != "drops"
    return (200, types, document(enroll)) if is_moved else found


def handler(folder, good, plain):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(f"{folder}/discovery.pem", f"{folder}/discovery.key")

    def handle(connection):
        with context.wrap_socket(connection, server_side=True) as secured:
            lines = secured.makefile("rb")
            target = lines.readline().split(b" ")[1:2]
            authority = "discovery.test"
            while (line := lines.readline()) not in (b"\r\n", b""):
                if line.lower().startswith(b"host:"):
                    authority = line[5:].strip().decode()
            if not target:
                return
            url = urllib.parse.urlsplit(target[0].decode())
            kind = urllib.parse.parse_qs(url.query).get("user-identifier", [""])[0].split("@")[0]
            if kind == "slow":
                time.sleep(60)
                return
            if kind == "broken":
                secured.sendall(b"this is not HTTP\r\n\r\n")
                return
            status, fields, body = answer(kind, url, authority, good, plain)
            head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
            if kind == "chunked":
                head += "Transfer-Encoding: chunked\r\n"
                body = b"".join(b"1\r\n%c\r\n" % byte for byte in body) + b"0\r\n\r\n"
            else:
                head += f"Content-Length: {len(body)}\r\n"
            secured.sendall(f"HTTP/1.1 {status} Answer\r\n{head}Connection: close\r\n\r\n".encode() + body)
            secured.unwrap()

    return handle
