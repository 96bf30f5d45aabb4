from wallet.models.audit import AuditRun
from wallet.models.ledger import (
    FIRST_CACHED_ID,
    Account,
    Checkpoint,
    Entry,
    Grant,
    Reason,
    Transfer,
)
from wallet.models.limits import Limits
from wallet.models.staff import StaffAct
from wallet.models.supply import Batch, Campaign, Policy, Visit

__all__ = [
    "FIRST_CACHED_ID",
    "Account",
    "AuditRun",
    "Batch",
    "Campaign",
    "Checkpoint",
    "Entry",
    "Grant",
    "Limits",
    "Policy",
    "Reason",
    "StaffAct",
    "Transfer",
    "Visit",
]
