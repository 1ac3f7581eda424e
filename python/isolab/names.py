"""What sides and squares are called."""
from typing import Literal, SupportsIndex

Side = Literal["first", "second"]
Square = str | SupportsIndex  # its name, such as "d4", or its number: row by row from the top left
