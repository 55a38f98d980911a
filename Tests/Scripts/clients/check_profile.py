"""Reads a configuration profile from standard input with plistlib, and prints what it sets.

Exits with a message where a value has not the type that Apple's schema names.
"""
import json
import plistlib
import sys
import uuid

TYPES = {"PayloadVersion": int, "ProxyServerPort": int, "HIDDEN_NETWORK": bool, "AutoJoin": bool,
         "ProxyPACFallbackAllowed": bool, "PayloadRemovalDisallowed": bool, "PayloadContent": list}

profile = plistlib.loads(sys.stdin.buffer.read())
for payload in [profile, *profile["PayloadContent"]]:
    for key, value in payload.items():
        if type(value) is not TYPES.get(key, str):
            sys.exit(f"{key} is {value!r}")
    uuid.UUID(payload["PayloadUUID"])
print(json.dumps({payload["PayloadType"]: {key: value for key, value in payload.items() if not key.startswith("Payload")}
                  for payload in profile["PayloadContent"]}, sort_keys=True, ensure_ascii=False))
