"""A board for a notebook."""
from __future__ import annotations

from ._library import Position

SIDE = 32  # of a square; as much around the board holds its coordinates
GROUNDS = ("#f0d9b5", "#d9b88c")
HOLE = "#5b5b5b"
KNIGHTS = ("#1f4e8c", "#a32a2a")


def svg(position: Position, marks: tuple[str, ...] = ()) -> str:
    """The position as SVG: blanks are light, what has been stood on is dark, first's knight is blue
    and second's red. A dot is on each of the `marks`, and on the side to move's moves without."""
    width, height = position.width * SIDE, position.height * SIDE
    blanks, knights = set(position.blanks), position.knights
    marked = set(marks or (position.moves() if all(knights) else ()))
    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width + SIDE}" '
             f'height="{height + SIDE}" viewBox="{-SIDE} 0 {width + SIDE} {height + SIDE}" '
             f'font-family="sans-serif" text-anchor="middle" role="img">',
             f"<title>{position.fen}</title>"]

    def text(x: float, y: float, size: int, colour: str, words: str) -> None:
        parts.append(f'<text x="{x:g}" y="{y:g}" font-size="{size}" fill="{colour}">{words}</text>')

    for number, name in enumerate(position.squares):
        row, column = divmod(number, position.width)
        x, y = column * SIDE, row * SIDE
        ground = GROUNDS[(row + column) % 2] if name in blanks else HOLE
        if name in knights:
            ground = KNIGHTS[knights.index(name)]
        parts.append(f'<rect x="{x}" y="{y}" width="{SIDE}" height="{SIDE}" fill="{ground}"/>')
        if name in knights:
            text(x + SIDE / 2, y + SIDE * 0.78, SIDE * 3 // 4, "#ffffff", "\N{BLACK CHESS KNIGHT}")
        elif name in marked:
            parts.append(f'<circle cx="{x + SIDE / 2:g}" cy="{y + SIDE / 2:g}" r="4" fill="#3a7d34"/>')
    for row in range(position.height):
        text(-SIDE / 2, (row + 0.65) * SIDE, 12, "#808080", str(position.height - row))
    for column in range(position.width):
        text((column + 0.5) * SIDE, height + SIDE * 0.65, 12, "#808080", chr(ord("a") + column))
    parts.append("</svg>")
    return "".join(parts)
