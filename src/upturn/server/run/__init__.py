"""The application and the processes that serve it."""
