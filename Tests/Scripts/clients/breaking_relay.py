"""Relays TCP connections to a port of this machine, and breaks all of them on SIGUSR1. Prints its own port.

Usage: breaking_relay.py PORT
"""
import asyncio
import signal
import struct
import socket
import sys

connections = set()


async def copy(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except OSError:
        pass
    finally:
        writer.close()


async def relay(reader, writer):
    try:
        server_reader, server_writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[1]))
    except OSError:
        writer.close()
        return
    pair = (writer, server_writer)
    connections.add(pair)
    await asyncio.gather(copy(reader, server_writer), copy(server_reader, writer))
    connections.discard(pair)


def break_connections():
    for pair in list(connections):
        for writer in pair:
            # A reset, as from a router that has forgotten the connection.
            writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            writer.transport.abort()


async def main():
    # The threads of tests take no signals, and a program that they start inherits this.
    signal.pthread_sigmask(signal.SIG_SETMASK, [])
    server = await asyncio.start_server(relay, "127.0.0.1", 0)
    asyncio.get_running_loop().add_signal_handler(signal.SIGUSR1, break_connections)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


asyncio.run(main())
