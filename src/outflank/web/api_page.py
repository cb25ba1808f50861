"""The help page of the JSON interface, generated from its OpenAPI description.

The page loads no scripts or styles from elsewhere.
"""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 56rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1b1b; background: #fff; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
h2 { margin-top: 3rem; } h2 code { font-size: 1.25rem; }
pre { background: #f2f4f2; padding: .75rem; overflow-x: auto; }
table { border-collapse: collapse; }
th, td { text-align: left; vertical-align: top; padding: .2rem 1rem .2rem 0; }
@media (prefers-color-scheme: dark) {
  body { color: #e8e8e8; background: #161816; } pre { background: #232723; } a { color: #8fc7ff; } }
"""

EXAMPLES: dict[str, dict[str, Any]] = {
    "/api/best": {"position": "f5d6c3d3c4", "level": 10, "lines": 2},
    "/api/solve": {
        "position": "-OXXX-X--XOXXXXXO-OXXOXXOOOOOXXXOOOOXOXX-OXXXXXX--XXX-X--XXXXX-- O",
        "seconds": 5,
    },
    "/api/analyze": {"game": "f5d6c3d3c4f4f6g5e3", "review": "quick"},
    "/api/explore": {"position": "f5d6c3", "first_year": 1990},
    "/api/library/search": {"player": "tamenori", "opening": "tiger", "limit": 5},
}


def page_of(description: dict[str, Any]) -> str:
    """The help page as HTML; `description` is the OpenAPI description of the application."""
    schemas = description["components"]["schemas"]
    calls = "".join(
        _call(path, methods["post"], schemas)
        for path, methods in description["paths"].items()
        if "post" in methods
    )
    refusals = "".join(
        f"<tr><td>{status}</td><td>{escape(response['description'])}</td></tr>"
        for status, response in _first_call(description)["responses"].items()
        if status != "200"
    )
    return f"""<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Outflank: JSON interface</title><style>{STYLE}</style></head>
<body>
<h1>JSON interface</h1>
<p>{escape(description["info"]["description"])}</p>
<p>The full description is <a href="/openapi.json">openapi.json</a>. Back to <a href="/">the
board</a>.</p>
{calls}
<h2>Refusals</h2>
<p>A request that is refused is answered with <code>{{"error": "one line"}}</code>.</p>
<table>{refusals}</table>
</body>
</html>
"""


def _first_call(description: dict[str, Any]) -> dict[str, Any]:
    return next(iter(description["paths"].values()))["post"]  # type: ignore[no-any-return]


def _call(path: str, call: dict[str, Any], schemas: dict[str, Any]) -> str:
    request = _schema_of(call["requestBody"], schemas)
    answer = _schema_of(call["responses"]["200"], schemas)
    return f"""<h2><code>POST {escape(path)}</code></h2>
<p>{escape(call["description"])}</p>
<h3>Request</h3>
{_fields(request)}
<h3>Answer</h3>
<p>{escape(answer.get("description", ""))}</p>
{_fields(answer)}
<pre>{escape(curl_example(path))}</pre>
"""


def curl_example(path: str, address: str = "http://127.0.0.1:8008") -> str:
    """A curl command for the example request of `path`."""
    body = json.dumps(EXAMPLES[path])
    return f"curl {address}{path} -H 'Content-Type: application/json' \\\n  -d '{body}'"


def _schema_of(content: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    reference: str = content["content"]["application/json"]["schema"]["$ref"]
    return schemas[reference.rpartition("/")[2]]  # type: ignore[no-any-return]


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    rows = "".join(
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(_type_of(field))}</td>"
        f"<td>{escape(_remark(field, name in required))}</td></tr>"
        for name, field in schema["properties"].items()
    )
    return f"<table>{rows}</table>"


def _type_of(field: dict[str, Any]) -> str:
    """The type of a JSON field in words, with its bounds, such as ``integer 1 to 20``."""
    choices = field.get("anyOf")
    if choices:
        return " or ".join(_type_of(choice) for choice in choices)
    if "enum" in field:
        return ", ".join(map(str, field["enum"]))
    if "$ref" in field:
        return str(field["$ref"]).rpartition("/")[2]
    if field.get("type") == "array":
        return f"list of {_type_of(field['items'])}"
    lowest = field.get("minimum", field.get("exclusiveMinimum"))
    bounds = f" {lowest:g} to {field['maximum']:g}" if "maximum" in field else ""
    return f"{field.get('type', '')}{bounds}"


def _remark(field: dict[str, Any], is_required: bool) -> str:
    default = field.get("default")
    said = field.get("description", "")
    if is_required or default is None:
        return str(said)
    return f"{said} Default: {json.dumps(default)}."
