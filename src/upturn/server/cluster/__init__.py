"""Several worker processes: starting and replacing them, and handing connections over."""
