"""A button that opens the browser's file chooser and uploads the chosen files one by one."""

from __future__ import annotations

import json
from collections.abc import Callable

from nicegui import ui
from nicegui.client import Client
from nicegui.events import GenericEventArguments

from outflank.web.languages import Language
from outflank.web.limits import limits
from outflank.web.pages.parts import button
from outflank.web.pages.uploads import Taker, upload_address

_LONGEST_PROBLEM = 200

# WTHOR name files are sent before the game files that need them.
_SEND = """async (event) => {
  const isNames = (file) => /\\.(jou|trn)$/i.test(file.name);
  const files = [...event.target.files];
  files.sort((a, b) => isNames(b) - isNames(a) || a.name.localeCompare(b.name));
  const isMultiple = event.target.multiple;
  event.target.value = "";
  for (const file of files) {
    const complain = (problem) => emit(isMultiple ? file.name + ": " + problem : problem);
    if (file.size > %(most)d) { complain(%(too_large)s); continue; }
    try {
      const headers = {"X-File-Name": encodeURIComponent(file.name.slice(0, 100))};
      const answer = await fetch(%(address)s, {method: "POST", headers, body: file});
      if (!answer.ok) complain((await answer.text()).trim());
    } catch (error) { emit(String(error)); }
  }
}"""


def file_button(
    text: Language,
    label: str,
    client: Client,
    taker: Taker,
    complain: Callable[[str], None],
    *,
    is_multiple: bool = False,
) -> ui.element:
    """A button to upload files from the page of `client`.

    `taker` is called with the content and name of each uploaded file, `complain` with an error
    message. With `is_multiple`, several files can be chosen at once.
    """

    def not_sent(event: GenericEventArguments) -> None:
        if isinstance(event.args, str):
            complain(event.args[:_LONGEST_PROBLEM])

    send = _SEND % {
        "most": limits().file_bytes,
        "too_large": json.dumps(text("too_large")),
        "address": json.dumps(upload_address(client, taker)),
    }
    multiple = " multiple" if is_multiple else ""
    file = ui.element("input").props(f'type="file"{multiple} tabindex="-1"').classes("of-gone")
    file._props["aria-label"] = label
    file.on("change", not_sent, js_handler=send)
    pick = f"() => document.getElementById('{file.html_id}').click()"
    return button(label, icon="upload_file").on("click", js_handler=pick)
