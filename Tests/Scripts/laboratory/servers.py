"""The servers of the simulated lab, each on ports 443 and 80 of a loopback address of its own."""

import asyncio
import os
import signal
import ssl
import warnings

V = ssl.TLSVersion
ALL = "ALL:@SECLEVEL=0"
REPLY = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 12\r\n\r\n{\"ok\":true}\n"

# Each server: the options of its chain, those of its TLS, and whether it also answers in cleartext on port 80.
SERVERS = {
    "acme-gateway": ({}, {}, False),
    "acme-web": ({"key": "rsa"}, {}, False),
    "acme-api": ({"start": -93, "days": 90}, {}, False),  # The certificate expired three days ago.
    "acme-images": ({}, {}, True),
    "acme-pay": ({"key": "ec384"}, {"oldest": V.TLSv1_3}, False),
    "acme-staging": ({"issuer": "self"}, {}, False),
    "acme-mirror": ({}, {}, False),  # The certificate is for another host.
    "partner-track": ({"key": "rsa"}, {"oldest": V.TLSv1, "newest": V.TLSv1, "suites": "ECDHE-RSA-AES128-SHA:@SECLEVEL=0"},
                      False),
    "partner-web": ({"key": "rsa"}, {"newest": V.TLSv1_2, "suites": "ECDHE-RSA-AES128-GCM-SHA256"}, False),
    "cdn-one": ({}, {}, True),
    "cdn-two": ({"key": "rsa"}, {}, False),
    "cdn-three": ({}, {"oldest": V.TLSv1_3}, False),
    "measure": ({}, {"newest": V.TLSv1_2}, False),
    "crash-reports": ({"key": "ec384"}, {}, False),
    "maps": ({"key": "rsa"}, {"newest": V.TLSv1_2, "suites": "ECDHE-RSA-AES256-GCM-SHA384"}, False),
    "fonts": ({}, {}, False),
    "advertisements": ({}, {}, False),
    "payments": ({}, {"demands_certificate": True}, False),
    "no-forward-secrecy": ({"key": "rsa"}, {"newest": V.TLSv1_2, "suites": "AES128-GCM-SHA256"}, False),
    "small-key": ({"key": "rsa1024"}, {"newest": V.TLSv1_2, "suites": ALL}, False),
    "unknown-root": ({"issuer": "stranger"}, {}, False),
    "no-intermediate": ({"sends_issuer": False}, {}, False),
    "long-lived": ({"days": 1000}, {}, False),
    "mail": (None, None, False),  # It speaks SMTP on port 443.
    "silent": (None, None, False),
    "cleartext-only": (None, None, True),
}


async def answer(reader, writer):
    """Answers each request of a connection with the same small document."""
    try:
        while await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 20):
            writer.write(REPLY)
            await writer.drain()
    except (OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError, asyncio.TimeoutError):
        pass  # The client has closed the connection, or sent what is no request.
    finally:
        writer.close()


async def greet(reader, writer):
    """Greets as a mail server does, and closes when the client sends something."""
    writer.write(b"220 mail.example ESMTP\r\n")
    try:
        await asyncio.wait_for(reader.read(1024), 20)
    except (OSError, asyncio.TimeoutError):
        pass  # The client is gone.
    finally:
        writer.close()


async def wait(reader, writer):
    """Answers nothing."""
    try:
        await asyncio.wait_for(reader.read(-1), 30)
    except (OSError, asyncio.TimeoutError):
        pass  # The client is gone.
    finally:
        writer.close()


def secured(folder, server, oldest=V.TLSv1_2, newest=V.TLSv1_3, suites=None, demands_certificate=False):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.set_ciphers(suites or ALL)
    context.load_cert_chain(f"{folder}/{server}.pem", f"{folder}/{server}.key")
    context.minimum_version, context.maximum_version = oldest, newest
    if demands_certificate:
        context.verify_mode = ssl.CERT_OPTIONAL
        context.load_verify_locations(f"{folder}/root.pem")
    return context


def address(server):
    """The address of a server. The devices have others."""
    return f"127.0.1.{1 + list(SERVERS).index(server)}"


async def listen(folder):
    for server, (chain, options, has_cleartext) in SERVERS.items():
        if chain is not None:
            await asyncio.start_server(
                answer, address(server), 443, ssl=secured(folder, server, **options), backlog=512)
        elif server in ("mail", "silent"):
            await asyncio.start_server(greet if server == "mail" else wait, address(server), 443, backlog=512)
        if has_cleartext:
            await asyncio.start_server(answer, address(server), 80, backlog=512)


def run(folder, ready):
    """Runs all servers in this process until it is killed. Writes a byte to the descriptor `ready` when all listen."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    warnings.filterwarnings("ignore", category=DeprecationWarning)
    loop = asyncio.new_event_loop()
    # Many clients are expected to refuse a server.
    loop.set_exception_handler(lambda *_: None)
    loop.run_until_complete(listen(folder))
    os.write(ready, b".")
    loop.run_forever()
