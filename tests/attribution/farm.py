"""Documents about a farm, and claims that they support."""

from __future__ import annotations

FARM = [
    "The farm is old. Its red barn burned down in 1987 after a storm. Nobody was hurt.",
    "Mowing starts in June. The tractor needs 40 litres of diesel a day.",
    "Visitors like the pond. A storm burned the red barn down in 1987.",
    "The barn stands empty. Red paint is cheap this year.",
    "",
]
BURNED = "A storm in 1987 burned down the red barn."
OTHERS = ["Geese fly.", "Ducks swim.", "Rain fell.", "Wheat grew.", "Frost came."]
PARAPHRASED = "In 1987 fire took the barn of its owner."
