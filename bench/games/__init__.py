"""What is measured and wanted of single games; a game is found by its name."""
