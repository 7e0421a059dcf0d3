"""WebSockets at a table: who is admitted, frames in and out."""
