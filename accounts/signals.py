"""What happens to a member, for the apps above: they connect in `AppConfig.ready()`."""

from django.dispatch import Signal

# Sent with `member` inside the transaction that makes the member. A receiver that raises undoes
# the whole sign-up.
member_joined = Signal()

# Sent with `member` inside the transaction that empties the member, before anything is emptied. A
# receiver that raises (chips still at a table) stops it.
member_leaving = Signal()
