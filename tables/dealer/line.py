"""The waiting list of a table as a value: who waits in which order, and which seats are offered."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace


class Offer(Struct, frozen=True, array_like=True):
    """A free seat that is kept for a member until a moment (epoch ms)."""

    seat: int
    member: int
    until: int


class Line(Struct, frozen=True, omit_defaults=True):
    """Members in the order of their coming, those with an offer included.

    `seats` is how many seats the table had when somebody last joined: it tells the clock when to
    look, and what is offered is decided by the table itself.
    """

    members: tuple[int, ...] = ()
    offers: tuple[Offer, ...] = ()
    seats: int = 0

    def place(self, member: int) -> int:
        """The place of a member, counted from 1; 0 for who does not wait."""
        return self.members.index(member) + 1 if member in self.members else 0

    def offer_to(self, member: int) -> Offer | None:
        return next((offer for offer in self.offers if offer.member == member), None)

    def offer_of(self, seat: int) -> Offer | None:
        return next((offer for offer in self.offers if offer.seat == seat), None)

    @property
    def unasked(self) -> tuple[int, ...]:
        """Who waits without an offer, in order."""
        asked = {offer.member for offer in self.offers}
        return tuple(member for member in self.members if member not in asked)

    def joined(self, member: int, seats: int) -> Line:
        return replace(self, members=(*self.members, member), seats=seats)

    def without(self, member: int) -> Line:
        """The list without a member, whose offer ends."""
        return replace(
            self,
            members=tuple(each for each in self.members if each != member),
            offers=tuple(offer for offer in self.offers if offer.member != member),
        )

    def offered(self, offer: Offer) -> Line:
        return replace(self, offers=(*self.offers, offer))

    def keeps(self, seat: int, member: int, free: int) -> bool:
        """Whether a seat is kept from a member. `free`: seats that nobody sits on, offered or not.

        A seat that is offered is kept for that one; of the others as many as there are people
        before this member, who have not been asked yet.
        """
        offer = self.offer_of(seat)
        if offer is not None:
            return offer.member != member
        if self.offer_to(member) is not None:
            return False
        place = self.place(member)
        ahead = self.members[: place - 1] if place else self.members
        asked = {each.member for each in self.offers}
        return sum(each not in asked for each in ahead) >= free - len(self.offers) > 0

    def has_news(self, taken: int) -> bool:
        """Whether somebody who was not asked waits while a seat is free and not offered."""
        return bool(self.unasked) and self.seats > taken + len(self.offers)


NOBODY = Line()
