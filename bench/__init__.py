"""How fast Upturn is, beside programs that many people use: `make bench`.

`contender.py` says what is measured, `peers.py`, `ours.py` and `starting.py` list the contenders,
`targets.py` what we want of ours, `measuring.py` lets all take turns, `report.py` writes it down.
"""
