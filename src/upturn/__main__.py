"""`python -m upturn` is the `upturn` command."""

from upturn.cli.app import main

main()
