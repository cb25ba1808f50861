"""Junk for websockets: handshakes and frames that no browser sends."""

from __future__ import annotations

import random

PATH = "/_nicegui_ws/socket.io/"
QUERY = "EIO=4&transport=websocket"

HANDSHAKES = [
    b"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n\r\n",
    b"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: short\r\n\r\n",
    b"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 99\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"POST {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: \xff\xfe\r\n\r\n",
    b"GET {path}?{query} HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    b"Sec-WebSocket-Protocol: \xe4, ,,\r\nSec-WebSocket-Extensions: \xff;;=\r\n\r\n",
    b"GET {path}?{query} HTTP/1.0\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\n\r\n",
    b"GET {path}?%ff=%00&{query}&client_id=%ff HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET /%00%ff HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET /no/such/socket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET {path}?EIO=x&transport=websocket HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\n"
    b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
    b"GET {path}?EIO=4&transport=websocket&sid=nonsense HTTP/1.1\r\nHost: {host}\r\n"
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n",
]
"""Requests to upgrade; {host}, {path} and {query} are put in."""

MESSAGES: list[str | bytes] = [
    "",
    "4",
    "9",
    "x",
    "40{",
    "40[]",
    "40/nowhere,",
    "41",
    "42",
    "42[]",
    "42[1]",
    "42{}",
    '42["event"]',
    '42["event", 1]',
    '42["event", {}]',
    '42["event", {"client_id": []}]',
    '42["event", {"client_id": "none", "id": 1}]',
    '42["handshake"]',
    '42["handshake", {}]',
    '42["handshake", {"client_id": {}}]',
    '42["handshake", {"client_id": "a", "tab_id": 1}]',
    '42["ack", {}]',
    '42["ack", 5]',
    '42["log", {}]',
    '42["javascript_response", {}]',
    '42["disconnect"]',
    '42["connect", {}]',
    '42["no such event", {}]',
    '42["event", {"a": ' + "[" * 5000 + "]" * 5000 + "}]",
    "42" + "[" * 20_000,
    "43[]",
    "430[]",
    "45",
    "451-",
    '451-["event", {"_placeholder": true, "num": 0}]',
    "4599999999-[]",
    "46[]",
    "4" + "9" * 5000,
    "42" + "9" * 5000 + "[]",
    "1",
    "2probe",
    "3",
    "5",
    "6",
    "bAAAA",
    b"",
    b"\x00",
    b"\xff" * 50,
    b"bAAAA",
]


def mutated(count: int, seed: int) -> list[str | bytes]:
    """Messages made from those above by changing, cutting and repeating characters."""
    chance = random.Random(seed)
    made: list[str | bytes] = []
    texts = [message for message in MESSAGES if isinstance(message, str) and len(message) < 200]
    for _ in range(count):
        text = list(chance.choice(texts) or "4")
        for _ in range(chance.randrange(1, 4)):
            place = chance.randrange(len(text)) if text else 0
            match chance.randrange(3):
                case 0:
                    text[place : place + 1] = chance.choice('{}[]",:-0123456789\x00é')
                case 1:
                    del text[place : place + 3]
                case 2:
                    text[place:place] = text[: chance.randrange(10)]
        made.append("".join(text))
    return made
