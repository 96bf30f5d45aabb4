"""Everything that the tables keep, by what it is about."""

from tables.models.bot import Bot
from tables.models.change import Change
from tables.models.chat import ChatBlock, ChatLine, ChatMute, ChatReport
from tables.models.hand import Hand, HandSeat
from tables.models.process import Heartbeat, Incident
from tables.models.seat import Presence, Seat
from tables.models.share import HandShare
from tables.models.state import TableFigures, TableState, Watch
from tables.models.table import Stakes, Table
from tables.models.waiting import Audience, Waiting

__all__ = [
    "Audience",
    "Bot",
    "Change",
    "ChatBlock",
    "ChatLine",
    "ChatMute",
    "ChatReport",
    "Hand",
    "HandSeat",
    "HandShare",
    "Heartbeat",
    "Incident",
    "Presence",
    "Seat",
    "Stakes",
    "Table",
    "TableFigures",
    "TableState",
    "Waiting",
    "Watch",
]
