"""What a bench has measured, held against its bounds."""

from __future__ import annotations

import sys
from collections.abc import Mapping


class Figures(dict[str, float]):
    """Figures by name. `bounds`: for some of them ">=" or "<=" and the value."""

    def __init__(self, bounds: Mapping[str, tuple[str, float]]) -> None:
        super().__init__()
        self._bounds = bounds

    def note(self, name: str, value: float) -> None:
        """Keep a figure and print it with its bound."""
        self[name] = round(value, 3)
        sign, bound = self._bounds.get(name, ("", 0.0))
        told = f"{name:26} {value:14,.3f}"
        print(f"{told}   {sign} {bound:g}" if sign else told)
        sys.stdout.flush()

    def hold(self) -> bool:
        """Whether every bound holds of which there is a figure."""
        return all(self._holds(name) for name in self._bounds if name in self)

    def _holds(self, name: str) -> bool:
        sign, bound = self._bounds[name]
        return self[name] >= bound if sign == ">=" else self[name] <= bound
