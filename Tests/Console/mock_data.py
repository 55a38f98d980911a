"""What the mock console shows: rows, details and statuses in the form of the API, made up from a number."""

import datetime
import hashlib

APPS = [("Courier", "42"), ("Courier", "42"), ("Courier", "41"), ("Maps Lite", "7.1"), ("unknown", None)]
SYSTEMS = ["ios26.4", "ios18.1", "ios17.6", "macos26.4"]
POLICIES = [{"id": "sha256:" + hashlib.sha256(name.encode()).hexdigest(), "name": name, "origin": "listener", "hasFile": False}
            for name in ("Courier.app", "Maps.app")]
KINDS = [
    # verdict, word, severity, rule, title, reason, remedy kind, remedy, version, suite
    ("blocked", "Blocked", 5, "tls.version", "TLS version", "the policy asks for TLS 1.2, the server offers TLS 1.0", "server",
     "Ask the operator to offer TLS 1.2.", "TLSv1.0", "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA"),
    ("blocked", "Blocked", 5, "cleartext", "Cleartext", "cleartext; the policy does not permit it", "url",
     "Load https://HOST instead; it was seen to meet ATS.", None, None),
    ("blocked", "Blocked", 5, "certificate.validity", "Validity", "the certificate expired 12 days ago", "server",
     "Ask the operator to renew the certificate.", "TLSv1.2", "TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384"),
    ("warning", "Warning", 2, "certificate.trust", "Trust", "no path to a trusted root; the app accepted it", "root",
     "Add the root with --ca-file.", "TLSv1.3", "TLS_AES_128_GCM_SHA256"),
    ("failed", "Failed", 3, None, None, "the name was not found", "none", "", None, None),
    ("undetermined", "Undetermined", 3, None, None, "the server has not answered the probe yet", "none", "", None, None),
    ("exempt", "Exempt", 0, None, None, "ATS does not apply: the address is local", "none", "", None, None),
]
ALLOWED = ("allowed", "Allowed", 1, None, None, "", "none", "", "TLSv1.3", "TLS_AES_256_GCM_SHA384")
NAMES = ["api", "img", "cdn", "auth", "pay", "legacy", "static", "telemetry", "maps", "search", "push", "media"]
OWNERS = ["example.com", "example.net", "courier.example", "ads.example", "tiles.example", "bank.example"]
HOSTILE = "<img src=x onerror=alert(1)>.example.com"
HOSTILE_APP = "<script>alert(2)</script>"
HOSTILE_SUBJECT = "CN=\"><script>alert(3)</script>,O=\u202egnp.exe"
FIX = """<key>NSAppTransportSecurity</key>
<dict>
\t<key>NSExceptionDomains</key>
\t<dict>
\t\t<key>{host}</key>
\t\t<dict>
\t\t\t<key>{key}</key>
\t\t\t{value}
\t\t</dict>
\t</dict>
</dict>
"""
# What a rule finds at HOST: the sentence, what is expected and found, the error of the app, the key of the exception
# that helps with its value and how a property list has it, what the operator is told, and the lines for nginx.
FINDINGS = {
    "tls.version": ("HOST offers nothing newer than TLS 1.0; the policy asks for TLS 1.2.", "TLSv1.2", "TLSv1.0", -1200,
                    ("NSExceptionMinimumTLSVersion", "TLSv1.0", "<string>TLSv1.0</string>"),
                    "HOST should offer TLS 1.2 with an ECDHE suite.", "ssl_protocols TLSv1.2 TLSv1.3;"),
    "cleartext": ("The load from HOST goes in cleartext, which the policy does not permit.", "https", "cleartext", -1022,
                  ("NSExceptionAllowsInsecureHTTPLoads", True, "<true/>"), None, None),
    "certificate.validity": ("The certificate of HOST expired 12 days ago.", "a certificate that is valid now", "expired 12 days ago", -1202,
                             None, "The certificate of HOST has expired. Renew it, and automate that (ACME).",
                             "ssl_certificate     /etc/nginx/fullchain.pem;\nssl_certificate_key /etc/nginx/privkey.pem;"),
    "certificate.trust": ("The certificates of HOST are not trusted: CN=Example Root is not a known root.", "a certificate issued by a CA",
                          "CN=Example Root", -1202, None, None, None),
}
PEM = "-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUc2FtcGxl\n-----END CERTIFICATE-----\n"


def moment(offset=0):
    """The time now, moved by seconds, as the API writes it."""
    time = datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(seconds=offset)
    return time.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def row(number, kind=None, is_green=False):
    """The row with this number: the same number makes the same row."""
    if kind is None:
        kind = ALLOWED if is_green or number % 3 else KINDS[number // 3 % len(KINDS)]
    verdict, word, severity, rule, title, reason, remedy_kind, remedy, version, suite = kind
    name, build = APPS[number % len(APPS)]
    owner = OWNERS[number // len(NAMES) % len(OWNERS)]
    wave = number // (len(NAMES) * len(OWNERS))
    host = f"{NAMES[number % len(NAMES)]}{wave or ''}.{owner}"
    scheme = "http" if rule == "cleartext" else "https"
    refused = 2 if verdict == "allowed" and number % 31 == 1 and not is_green else 0
    policy = POLICIES[1] if name == "Maps Lite" else POLICIES[0]
    return {
        "id": f"r{number}", "verdict": verdict, "word": "Refused by device" if refused else word, "severity": 4 if refused else severity,
        "host": host, "port": 80 if scheme == "http" else 8443 if number % 17 == 5 else 443, "scheme": scheme, "owner": owner,
        "app": {"name": name, "versions": (["0.9", build] if number % 10 == 3 else [build]) if build else []}, "isOtherApp": name == "unknown",
        "os": SYSTEMS[number // 5 % 2], "policy": {"id": policy["id"], "name": policy["name"], "applies": verdict != "exempt"},
        "tls": {"version": version, "cipher": suite, "source": "assessment"} if version else None,
        "rules": [{"id": rule, "title": title, "kind": "warning" if verdict == "warning" else "violation"}] if rule else [],
        "reason": "the device ended the connection after the server's certificate" if refused else reason,
        "remedy": {"kind": remedy_kind, "text": remedy.replace("HOST", host)},
        "loads": 1 + number * 7 % 97, "devices": [f"192.0.2.{7 + number % 3}"], "deviceCount": 1 + number % 2,
        "labels": ["checkout"] if number % 4 == 0 else [],
        "routes": ["direct", "upstream"] if number % 5 == 0 else ["direct"], "refusedByDevice": refused,
        "bytesFromClient": 0 if verdict == "blocked" else 700 * (1 + number % 9), "bytesFromServer": 0 if verdict == "blocked" else 31_000 * (1 + number * 7 % 97),
        "beforeReload": None, "outcomes": [],
        "firstSeen": moment(-3600 - number % 600), "lastSeen": moment(-(number % 900)),
        "probed": None if verdict == "failed" else moment(-30 - number % 900),
    }


def load(number, one, time):
    """A load of a row."""
    has_ended = number % 50 > 0
    versions = one["app"]["versions"]
    return {
        "id": f"01K{number:023d}", "row": one["id"], **{name: one[name] for name in ("verdict", "word", "severity", "reason", "host", "port", "scheme", "isOtherApp")},
        "rules": [rule["id"] for rule in one["rules"]], "app": {"name": one["app"]["name"], "version": versions[-1] if versions else None},
        "policy": one["policy"]["id"], "time": time, "device": one["devices"][0] if one["devices"] else None,
        "label": one["labels"][0] if one["labels"] else None, "path": "/v1/items" if one["scheme"] == "http" else None,
        "durationMilliseconds": 12 + number * 37 % 4000 if has_ended else None,
        "bytesFromClient": 700 if has_ended else None, "bytesFromServer": 31_000 if has_ended else None,
    }


def comparison(query):
    """What a newer build changed."""
    def finding(host, rule):
        return {"fingerprint": f"{rule}@{host}#{query['app']}", "host": host, "severity": "violation", "app": query["app"],
                "finding": {"rule": rule, "message": FINDINGS[rule][0].replace("HOST", host)}}
    return {"schema": 1, "status": 1, "outcome": f"1 new violation, 1 fixed since build {query['build']}, 0 not exercised any more, 1 still there.",
            "old": {}, "new": {}, "apps": [{"app": query["app"], "oldBuilds": [query["build"]], "newBuilds": [query["against-build"]],
                                             "added": 1, "fixed": 1, "gone": 0, "remaining": 1}],
            "added": [finding("legacy.example.com", "tls.version")], "fixed": [finding("img.example.com", "cleartext")], "gone": [],
            "remaining": [finding("api.example.com", "certificate.validity")], "notJudgedAnyMore": [], "relaxed": []}


def hostile_row(number):
    """A row whose every text tries to be markup."""
    return {**row(number, KINDS[0]), "id": f"r{number}", "host": HOSTILE, "owner": "example.com",
            "app": {"name": HOSTILE_APP, "versions": ["\"><svg onload=alert(4)>"]}, "labels": ["<b>label</b>"],
            "reason": "<iframe src=javascript:alert(5)></iframe>", "loads": 1}


def detail(one):
    """All about a row."""
    host, is_bad = one["host"], one["severity"] == 5
    subject = HOSTILE_SUBJECT if host == HOSTILE else f"CN={host}"
    rule, kind = (one["rules"][0]["id"], one["rules"][0]["kind"]) if one["rules"] else (None, None)
    message, expected, actual, error, exception, operator, nginx = FINDINGS.get(rule, (None,) * 7)
    finding = {"rule": rule, "message": (message or "").replace("HOST", host), "expected": expected, "actual": actual, "status": error, "urlError": error,
               "urlErrorText": "An error occurred.", "exception": {"domain": host, "keys": {exception[0]: exception[1]}} if exception else None}
    is_refused = rule == "tls.version"
    chain = [
        {"position": 0, "subject": subject, "issuer": "CN=Example Intermediate CA 3,O=Example Trust", "key": "RSA 2048"},
        {"position": 1, "subject": "CN=Example Intermediate CA 3,O=Example Trust", "issuer": "CN=Example Root", "key": "EC P-384"},
    ]
    # A certificate of a warning is in the last third of its lifetime.
    days = 20 if one["verdict"] == "warning" else 200
    for link in chain:
        digest = hashlib.sha256(link["subject"].encode()).hexdigest()
        link.update({"notBefore": moment(-90 * 86400), "notAfter": moment(days * 86400),
                     "renewalSince": moment((days - (90 + days) / 3) * 86400) if link["position"] == 0 else None, "signature": "sha256WithRSAEncryption",
                     "sha256": digest, "pin": "r/mIkG3eEpVdm+u/ko/cwxzOMo1bk4TyHIlByibiA5E=",
                     "names": [host, f"www.{host}"], "isSent": link["position"] == 0, "href": f"rows/{one['id']}/certificates/{link['position']}"})
    return {
        **one,
        "why": [finding["message"] if rule else one["reason"] or f"{host} meets ATS."],
        "decidingKey": {"path": ["NSAppTransportSecurity", "NSExceptionDomains", host, exception[0]],
                        "value": None, "reason": "exception-domain", "sentence": "The policy has an entry for this host, without this key:"} if exception else None,
        "violations": [finding] if kind == "violation" else [], "warnings": [finding] if kind == "warning" else [],
        "notes": [{"rule": "certificate.lifetime", "code": "advice", "message": "The certificate is valid for 290 days."}] if one["tls"] else [],
        "handshakes": [
            {"offer": "ats", "outcome": "refused: protocol version" if is_refused else "TLS 1.3, TLS_AES_256_GCM_SHA384, X25519",
             "version": None, "cipher": None, "group": None, "alpn": None, "time": moment(-60)},
            {"offer": "tls1.0", "outcome": "TLS 1.0, TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA, P-256", "version": "TLSv1.0",
             "cipher": "TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA", "group": "P-256", "alpn": "http/1.1", "time": moment(-59)},
        ][:2 if is_refused else 1] if one["tls"] else [],
        "anchor": "system", "appSystems": ["ios18.1"],
        "certificates": chain if one["tls"] else [],
        "scts": [{"log": "Example Log 2026h2", "operator": "Example", "logID": "DleUvPOuqT4", "state": "usable", "source": "embedded", "time": moment(-80 * 86400), "isAccepted": True}] if one["tls"] else [],
        "staple": {"status": "good", "thisUpdate": moment(-86400), "nextUpdate": moment(6 * 86400)} if one["tls"] else None,
        "fix": {"kind": "remedy", "sentence": "This is the smallest exception under which the load succeeds.",
                "place": "Add this to the app's Info.plist; the judged policy has no keys.",
                **dict.fromkeys(["propertyList", "entry"], FIX.format(host=host.replace("<", "&lt;"), key=exception[0], value=exception[2]))} if exception else
        {"kind": "none", "sentence": "No exception makes this load succeed." if is_bad else "Nothing has to change.",
         **dict.fromkeys(["propertyList", "entry", "place"])},
        "serverChange": {"sentence": "The server's operator can mend this for every app.",
                         "operator": operator.replace("HOST", host), "nginx": [nginx]} if operator else None,
        "clientChange": None,
        "urlChange": {"from": f"http://{host}/", "to": f"https://{host}/", "sentence": "The same host meets ATS over https."}
        if one["scheme"] == "http" else None,
        "clientRefusal": {"count": 2, "sentence": f"2 of {one['loads']} loads ended as if the device itself had refused the server: its own policy, a pin, or another trust store."}
        if one["refusedByDevice"] else None,
        "timeline": {"start": moment(-3600), "bucketSeconds": 60, "loads": [(number * number + one["loads"]) % 9 for number in range(60)],
                     "violations": [(number * number + one["loads"]) % 9 if is_bad and number > 40 else 0 for number in range(60)]},
        "lastLoads": [load(number, one, moment(-number)) for number in range(3)],
        "devicesSeen": [{"address": address, "loads": one["loads"]} for address in one["devices"]], "paths": ["/v1/items", "/v1/login"],
        "users": [], "links": [{"title": "Preventing Insecure Network Connections",
                                "url": "https://developer.apple.com/documentation/security/preventing-insecure-network-connections"}],
    }

# The QR code of http://192.168.1.20:8080/, as the program draws it.
SETUP_CODE = {
    "text": "http://192.168.1.20:8080/", "side": 33,
    "path": (
        "M4 4h7v1h-7zM15 4h1v1h-1zM18 4h1v1h-1zM22 4h7v1h-7zM4 5h1v1h-1zM10 5h1v1h-1zM14 5h2v1h-2zM17 5h1v1h-1zM19 5h1v1h-1zM22 5h1v1h-1z"
        "M28 5h1v1h-1zM4 6h1v1h-1zM6 6h3v1h-3zM10 6h1v1h-1zM12 6h2v1h-2zM15 6h1v1h-1zM20 6h1v1h-1zM22 6h1v1h-1zM24 6h3v1h-3zM28 6h1v1h-1z"
        "M4 7h1v1h-1zM6 7h3v1h-3zM10 7h1v1h-1zM12 7h4v1h-4zM17 7h1v1h-1zM22 7h1v1h-1zM24 7h3v1h-3zM28 7h1v1h-1zM4 8h1v1h-1zM6 8h3v1h-3z"
        "M10 8h1v1h-1zM12 8h1v1h-1zM14 8h2v1h-2zM18 8h1v1h-1zM22 8h1v1h-1zM24 8h3v1h-3zM28 8h1v1h-1zM4 9h1v1h-1zM10 9h1v1h-1zM12 9h2v1h-2z"
        "M15 9h1v1h-1zM19 9h2v1h-2zM22 9h1v1h-1zM28 9h1v1h-1zM4 10h7v1h-7zM12 10h1v1h-1zM14 10h1v1h-1zM16 10h1v1h-1zM18 10h1v1h-1z"
        "M20 10h1v1h-1zM22 10h7v1h-7zM12 11h2v1h-2zM15 11h2v1h-2zM19 11h1v1h-1zM4 12h1v1h-1zM6 12h5v1h-5zM13 12h2v1h-2zM16 12h2v1h-2z"
        "M19 12h2v1h-2zM22 12h5v1h-5zM4 13h4v1h-4zM9 13h1v1h-1zM11 13h1v1h-1zM15 13h1v1h-1zM17 13h2v1h-2zM21 13h1v1h-1zM27 13h1v1h-1z"
        "M4 14h1v1h-1zM6 14h1v1h-1zM8 14h1v1h-1zM10 14h1v1h-1zM16 14h2v1h-2zM19 14h1v1h-1zM22 14h2v1h-2zM25 14h1v1h-1zM27 14h2v1h-2z"
        "M5 15h1v1h-1zM8 15h2v1h-2zM13 15h1v1h-1zM15 15h2v1h-2zM20 15h1v1h-1zM24 15h1v1h-1zM28 15h1v1h-1zM4 16h11v1h-11zM16 16h2v1h-2z"
        "M22 16h3v1h-3zM26 16h3v1h-3zM4 17h3v1h-3zM9 17h1v1h-1zM11 17h1v1h-1zM13 17h1v1h-1zM17 17h2v1h-2zM25 17h1v1h-1zM27 17h1v1h-1z"
        "M4 18h1v1h-1zM10 18h1v1h-1zM15 18h2v1h-2zM19 18h1v1h-1zM21 18h1v1h-1zM23 18h1v1h-1zM25 18h1v1h-1zM27 18h2v1h-2zM4 19h1v1h-1z"
        "M6 19h2v1h-2zM9 19h1v1h-1zM14 19h2v1h-2zM19 19h1v1h-1zM25 19h1v1h-1zM28 19h1v1h-1zM4 20h1v1h-1zM7 20h4v1h-4zM13 20h5v1h-5z"
        "M20 20h5v1h-5zM26 20h1v1h-1zM12 21h3v1h-3zM16 21h1v1h-1zM18 21h1v1h-1zM20 21h1v1h-1zM24 21h3v1h-3zM4 22h7v1h-7zM13 22h1v1h-1z"
        "M20 22h1v1h-1zM22 22h1v1h-1zM24 22h5v1h-5zM4 23h1v1h-1zM10 23h1v1h-1zM12 23h1v1h-1zM14 23h2v1h-2zM19 23h2v1h-2zM24 23h2v1h-2z"
        "M27 23h2v1h-2zM4 24h1v1h-1zM6 24h3v1h-3zM10 24h1v1h-1zM12 24h1v1h-1zM14 24h4v1h-4zM19 24h8v1h-8zM4 25h1v1h-1zM6 25h3v1h-3z"
        "M10 25h1v1h-1zM12 25h1v1h-1zM14 25h7v1h-7zM22 25h3v1h-3zM26 25h3v1h-3zM4 26h1v1h-1zM6 26h3v1h-3zM10 26h1v1h-1zM12 26h2v1h-2z"
        "M16 26h1v1h-1zM21 26h1v1h-1zM26 26h1v1h-1zM28 26h1v1h-1zM4 27h1v1h-1zM10 27h1v1h-1zM13 27h2v1h-2zM16 27h1v1h-1zM20 27h1v1h-1z"
        "M22 27h4v1h-4zM28 27h1v1h-1zM4 28h7v1h-7zM12 28h1v1h-1zM14 28h1v1h-1zM17 28h1v1h-1zM19 28h1v1h-1zM21 28h8v1h-8z"
    ),
}
