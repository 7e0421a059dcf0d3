"""The HTTP side: calls, their description, statuses of refusals, the page and its headers."""
