"""Somebody at the terminal: typed lines in, text out."""

from __future__ import annotations

from typer.testing import CliRunner

from upturn.cli.app import app

PROMPT = "q quit): "


def typed(command: str, *lines: str) -> str:
    """What stands there after this command was given these lines and the input ended."""
    text = "".join(f"{line}\n" for line in lines)
    result = CliRunner().invoke(app, command.split(), input=text)
    if result.exception is not None:
        raise result.exception
    assert result.exit_code == 0
    return result.output
