"""What a client does in a tunnel. Arguments: PROXY-PORT TARGET ACTION ARGUMENT…, ACTION being a function below."""
import ssl
import sys
import time

import proxy_client

port, target, action, *arguments = sys.argv[1:]
name = target.split(":")[0]
tunnel = proxy_client.tunnel(port, target)


def handshake(newest):
    """Begins a handshake of at most that version. Prints how many bytes come back first, or that none do."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    context.set_ciphers("ALL:@SECLEVEL=0")
    context.minimum_version, context.maximum_version = ssl.TLSVersion.TLSv1, ssl.TLSVersion[newest]
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = context.wrap_bio(received, sent, server_hostname=name)
    try:
        tls.do_handshake()
    except ssl.SSLWantReadError:
        pass
    tunnel.sendall(sent.read())
    try:
        print(len(tunnel.recv(65536)), "bytes")
    except ConnectionResetError:
        print(0, "reset")


def say(text):
    """Sends text and prints the first line that comes back."""
    try:
        tunnel.sendall(text.encode())
        print(tunnel.recv(65536).split(b"\r\n")[0].decode())
    except ConnectionResetError:
        print("reset")


def resume(roots):
    """Makes two handshakes of TLS 1.2, the second in another tunnel, and prints of each whether it resumed a session."""
    context = ssl.create_default_context(cafile=roots)
    context.maximum_version = ssl.TLSVersion.TLSv1_2
    session = None
    for connection in (tunnel, proxy_client.tunnel(port, target)):
        with context.wrap_socket(connection, server_hostname=name, session=session) as tls:
            tls.sendall(b"GET / HTTP/1.0\r\n\r\n")
            while tls.recv(65536):
                pass
            session = tls.session
            print(tls.session_reused)


def drip(roots):
    """Makes a handshake and a request in pieces of fifty bytes, and prints the beginning of the response."""
    received, sent = ssl.MemoryBIO(), ssl.MemoryBIO()
    tls = ssl.create_default_context(cafile=roots).wrap_bio(received, sent, server_hostname=name)

    def until(step):
        while True:
            try:
                result = step()
            except ssl.SSLWantReadError:
                result = None
            data = sent.read()
            for start in range(0, len(data), 50):
                tunnel.sendall(data[start:start + 50])
                time.sleep(0.005)
            if result is not None:
                return result
            received.write(tunnel.recv(100))

    until(lambda: tls.do_handshake() or True)
    tls.write(b"GET / HTTP/1.0\r\n\r\n")
    print(until(lambda: tls.read(12)).decode())


{function.__name__: function for function in (handshake, say, resume, drip)}[action](*arguments)
