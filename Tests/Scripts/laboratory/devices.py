"""The devices of the simulated lab: each load is a CONNECT with a TLS handshake, or plain requests to the proxy."""

import asyncio
import ssl
import warnings
from urllib.parse import quote

from laboratory.world import APPS


def address(index):
    """The address of a device."""
    return f"127.0.0.{11 + index}"


class Devices:
    """Makes the loads of a plan through the proxy, several at a time."""

    def __init__(self, world, ports, root, concurrency=48):
        warnings.filterwarnings("ignore", category=DeprecationWarning)
        self.world, self.ports = world, ports
        self.slots = asyncio.Semaphore(concurrency)
        self.careful, self.careless = ssl.create_default_context(cafile=root), ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        # A client that accepts each server shows what a tunnel agrees on. Ledger refuses, as an app of URLSession does.
        self.careless.check_hostname, self.careless.verify_mode = False, ssl.CERT_NONE
        self.careless.minimum_version = ssl.TLSVersion.TLSv1
        self.careless.set_ciphers("ALL:@SECLEVEL=0")

    async def make(self, plan, between):
        """Makes all loads; begins one every `between` seconds, unless too many are open."""
        tasks = []
        begin = asyncio.get_running_loop().time()
        for number, load in enumerate(plan):
            await asyncio.sleep(max(0, begin + number * between - asyncio.get_running_loop().time()))
            await self.slots.acquire()
            tasks.append(asyncio.create_task(self.attempt(load)))
        await asyncio.gather(*tasks)

    async def attempt(self, load):
        try:
            await asyncio.wait_for(self.perform(load), 6)
        except (OSError, ssl.SSLError, asyncio.IncompleteReadError, asyncio.TimeoutError):
            pass  # Some servers are to fail; the recording says how.
        finally:
            self.slots.release()

    async def perform(self, load):
        port = self.ports[load.app if load.app in APPS else "Ledger"]
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", port, local_addr=(address(load.device), 0))
        agent = f"{quote(load.app)}/{load.build} {self.world.devices[load.device][0]}"
        try:
            if load.scheme == "http":
                for _ in range(load.requests):
                    writer.write(f"GET http://{load.host}{load.path} HTTP/1.1\r\nHost: {load.host}\r\n"
                                 f"User-Agent: {agent}\r\n\r\n".encode())
                    await self.reply(reader)
                return
            writer.write(f"CONNECT {load.host}:443 HTTP/1.1\r\nHost: {load.host}:443\r\n"
                         f"User-Agent: {agent}\r\n\r\n".encode())
            if b" 200 " not in (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")[0]:
                return
            context = self.careful if load.app == "Ledger" else self.careless
            await writer.start_tls(context, server_hostname=load.host)
            writer.write(f"GET {load.path} HTTP/1.1\r\nHost: {load.host}\r\n\r\n".encode())
            await self.reply(reader)
        finally:
            writer.close()

    @staticmethod
    async def reply(reader):
        head = await reader.readuntil(b"\r\n\r\n")
        for line in head.split(b"\r\n"):
            if line.lower().startswith(b"content-length:"):
                await reader.readexactly(int(line.split(b":")[1]))
