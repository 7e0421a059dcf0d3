"""dnup on python-socketio's server, a peer that bench.server measures ours against."""
