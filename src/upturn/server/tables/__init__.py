"""The tables of this process: their queue, their people, their bots and their timers."""
