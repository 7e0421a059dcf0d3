"""The handlers of the API's calls, by what they are about."""
