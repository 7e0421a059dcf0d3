from upturn.games.contract import rule
from upturn.games.rng import Rng
from upturn.games.team_play.position import POSITION, Position


@rule(POSITION)
def redeal(position: Position, seat: int, rng: Rng) -> None:
    return
