"""The page of the HTTP calls, generated from the server's OpenAPI description."""

from __future__ import annotations

import json
from typing import Any

INTRODUCTION = """# HTTP

The calls that `outflank serve` answers, from its own OpenAPI description (`/openapi.json`).
[JSON interface](../api.md) explains them with examples.
"""


def page() -> str:
    """The reference of all calls as Markdown."""
    from fastapi import FastAPI

    from outflank.web import api

    application = FastAPI(title="Outflank")
    api.add_to(application)
    return rendered(application.openapi())


def rendered(description: dict[str, Any]) -> str:
    """An OpenAPI description as Markdown."""
    schemas = description["components"]["schemas"]
    parts = [INTRODUCTION]
    for path, methods in description["paths"].items():
        for method, call in methods.items():
            parts.append(_call(f"{method.upper()} {path}", path, call, schemas))
    return "\n".join(parts)


def _call(title: str, path: str, call: dict[str, Any], schemas: dict[str, Any]) -> str:
    from outflank.web.api_page import EXAMPLES

    request = _schema(call["requestBody"], schemas)
    answer = _schema(call["responses"]["200"], schemas)
    refusals = "\n".join(
        f"| {status} | {response['description']} |"
        for status, response in call["responses"].items()
        if status != "200"
    )
    example = json.dumps(EXAMPLES[path], indent=2)
    return f"""
## {title}

{call.get("description", "")}

### Request of {path}

{_fields(request)}

```json
{example}
```

### Answer of {path}

{answer.get("description", "")}

{_fields(answer)}

### Refusals of {path}

| status | reason |
|---|---|
{refusals}
"""


def _schema(part: dict[str, Any], schemas: dict[str, Any]) -> dict[str, Any]:
    reference = part["content"]["application/json"]["schema"]["$ref"]
    return schemas[reference.rpartition("/")[2]]  # type: ignore[no-any-return]


def _fields(schema: dict[str, Any]) -> str:
    required = schema.get("required", ())
    lines = ["| field | type | default | meaning |", "|---|---|---|---|"]
    for name, field in schema["properties"].items():
        default = "required" if name in required else _code(field.get("default"))
        meaning = " ".join(field.get("description", "").split())
        cells = (f"`{name}`", _type(field), default, meaning)
        lines.append("| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |")
    return "\n".join(lines)


def _type(field: dict[str, Any]) -> str:
    if "$ref" in field:
        return str(field["$ref"].rpartition("/")[2])
    if "anyOf" in field:
        return " or ".join(_type(each) for each in field["anyOf"])
    if field.get("type") == "array":
        return f"list of {_type(field.get('items', {}))}"
    return str(field.get("type", "any"))


def _code(value: object) -> str:
    return "" if value is None else f"`{json.dumps(value)}`"
