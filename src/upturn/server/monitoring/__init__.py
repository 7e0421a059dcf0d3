"""What a server says about itself: its log and its metrics."""
