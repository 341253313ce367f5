"""What is raised where something does not follow."""


class GapError(Exception):
    """A link that does not follow from its reasons, told by words and trees; these are printed only when somebody asks."""

    def __str__(self) -> str:
        return "".join(map(str, self.args))
