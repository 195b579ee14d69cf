"""Who may call from where, what a browser may do with our answers, and whose address it is."""

import ipaddress
from collections.abc import Mapping, Sequence
from typing import TypeAlias
from urllib.parse import urlsplit

from azulejo.server.refusals import Refusal
from azulejo.server.secrets import Token
from azulejo.texts import message

Network: TypeAlias = ipaddress.IPv4Network | ipaddress.IPv6Network

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
MOST_TOKENS = 5
"""Four seats of a shared device, and the maker's."""
LONGEST_TOKEN = 128

CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'"
)
"""Everything from here and nothing from elsewhere; no code inside a page."""

HEADERS = {
    "content-security-policy": CONTENT_POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=()",
}
"""What every answer says."""


def networks(given: Sequence[str]) -> list[Network]:
    """Return the networks that texts stand for; a single address is one, too."""
    return [ipaddress.ip_network(one, strict=False) for one in given]


def is_trusted(address: str, trusted: Sequence[Network]) -> bool:
    """Return whether an address is one of a trusted proxy."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in trusted)


def client_address(peer: str, forwarded: str, trusted: Sequence[Network]) -> str:
    """Return whose request it is: the last address of ``X-Forwarded-For`` that no trusted proxy has.

    What a stranger writes there is not believed.

    >>> client_address("10.0.0.1", "192.0.2.7, 10.0.0.2", networks(["10.0.0.0/8"]))
    '192.0.2.7'
    >>> client_address("198.51.100.1", "192.0.2.7", networks(["10.0.0.0/8"]))
    '198.51.100.1'
    """
    if not is_trusted(peer, trusted):
        return peer
    hops = [hop.strip()[:64] for hop in forwarded.split(",") if hop.strip()]
    strangers = [hop for hop in hops if not is_trusted(hop, trusted)]
    return strangers[-1] if strangers else hops[0] if hops else peer


def check_origin(headers: Mapping[str, str], allowed: Sequence[str]) -> None:
    """Refuse what the page of another site sends; raises Refusal.

    A browser says which page a request comes from; programs that are no browsers say nothing.
    """
    origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
    if origin is None:
        is_own = site in ("none", "same-origin")
    else:
        is_own = origin in allowed or _is_own(origin, headers.get("host", ""))
    if not is_own:
        raise Refusal(403, message("server.origin", origin=(origin or site)[:100]))


def _is_own(origin: str, host: str) -> bool:
    """Return whether an origin is the page's own host; which scheme it has is the proxy's business."""
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    return parts.scheme in ("http", "https") and bool(host) and parts.netloc.lower() == host.lower()


def bearer_tokens(header: str | None) -> list[Token]:
    """Return the secrets of an ``Authorization`` header, several with commas between them; raises Refusal.

    >>> bearer_tokens("Bearer a, b"), bearer_tokens(None)
    ([<secret>, <secret>], [])
    """
    if not header:
        return []
    scheme, _, rest = header.partition(" ")
    tokens = [Token(one.strip()) for one in rest.split(",") if one.strip()]
    if scheme.lower() != "bearer" or not tokens:
        raise Refusal(400, message("server.authorization"))
    if len(tokens) > MOST_TOKENS or any(len(one) > LONGEST_TOKEN for one in tokens):
        raise Refusal(400, message("server.tokens", count=MOST_TOKENS))
    return tokens
