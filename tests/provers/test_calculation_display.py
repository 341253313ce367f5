"""A calculation as a reader sees it: what is shown for the sake of a chain stands in the chain, once."""

from __future__ import annotations

from theorems.kernel.scripts import by, calc, have
from theorems.language.tree import Symbol
from theorems.provers.display import links

x, y, z = Symbol("x"), Symbol("y"), Symbol("z")


def shown(script: object) -> list[str]:
    return [link.text for link in links(script, x <= z)]  # type: ignore[arg-type]


def test_what_is_shown_for_a_chain_stands_in_the_chain_once() -> None:
    chain = calc(x).le(y).le(z)
    assert shown(have(x <= y, by(y > 0), have(y <= z, by(z > 0), chain))) == ["x ≤ y: y > 0", "y ≤ z: z > 0"]


def test_what_others_may_rest_on_keeps_its_place() -> None:
    script = have(x <= y, by(y > 0), have(z > 0, by(y > 0), calc(x).le(y).le(z)))
    assert shown(script) == ["x ≤ y: y > 0", "z > 0: y > 0", "x ≤ y: as shown", "y ≤ z: arithmetic"]


def test_a_goal_that_several_links_have_shown_is_not_said_again() -> None:
    assert shown(have(x <= z, calc(x).le(y).le(z), by())) == ["x ≤ y: arithmetic", "y ≤ z: arithmetic", "x ≤ z: as shown"]
    assert shown(have(x <= z, have(x <= y, by(y > 0), by(z > 0)), by())) == ["x ≤ y: y > 0", "x ≤ z: z > 0"]
