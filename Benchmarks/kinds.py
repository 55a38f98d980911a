"""Names the kinds of loads in events, as the program does."""

import hashlib
import json

SHARED = ["scheme", "host", "port", "route", "mode", "decision", "app", "policy", "facts", "tls", "tunnel", "accepted",
          "violations", "warnings", "error"]
# Loads of one kind share only these parts of the members.
PARTS = {"app": ["name", "version", "api", "os"], "tls": ["source", "version", "cipher"],
         "error": ["kind", "nextHop", "receivedStatus"]}


def kind(decision):
    """The identifier of the loads that are like that of a decision, as `DecisionEvent.sharedMembers` defines it."""
    shared = {name: decision.get(name) for name in SHARED}
    for name, parts in PARTS.items():
        shared[name] = shared[name] and {part: shared[name].get(part) for part in parts}
    for name in ("violations", "warnings"):
        shared[name] = [finding["rule"] for finding in shared[name]]
    text = json.dumps(shared, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def named(event, names):
    """The event with members behind those that each event has, in place of those that it had."""
    beginning = {name: event[name] for name in ("time", "event", "id")}
    return {**beginning, **names, **{name: event[name] for name in event if name not in beginning | names}}


def name_kinds(events):
    """The events of a recording, in the order in which the proxy wrote them, with the kinds that their lines name."""
    clients, kinds, ends, result = {}, {}, {}, []
    for event in events:
        if event["event"] == "decision":
            clients.setdefault(event["id"], {name: event[name] for name in ("client", "user", "label") if name in event})
    for event in events:
        known = kinds.setdefault(event["id"], []) if event["event"] in ("decision", "closed") else []
        match event["event"]:
            case "decision":
                known.append(kind(event))
                names = {"kind": known[-1], "after": known[0] if len(known) > 1 else None}
                event = named(event, {**names, "ended": ends.pop(event["id"], None)})
            case "closed":
                if not known:
                    ends[event["id"]] = {name: event[name] for name in ("bytesFromClient", "bytesFromServer")}
                    ends[event["id"]]["clientRefusal"] = event["clientRefusal"] is not None
                names = {"kind": known[-1] if known else None, "after": known[0] if len(known) > 1 else None}
                event = named(event, {**names, **clients.get(event["id"], {})})
        result.append(event)
    return result
