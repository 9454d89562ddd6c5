# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Figures that papers print, to stand beside ours. Those of CoverMe's own paper
are in fdlibm-bench/functions.tsv."""

TIMEOUT = "timeout"

# Bagnara, Carlier, Gori, Gotlieb, "Symbolic Path-Oriented Test Data Generation
# for Floating-Point Programs", ICST 2013, the table on dichotomic(): seconds to
# find a test input for the first iterations of one path of 12, which is not
# printed; with filtering by maximum ULP, and without. Core 2 Duo, 3 GHz; the
# time limit is 30 minutes.
FPSE_DICHOTOMIC = {
    1: (0.080, 0.142), 2: (3.536, 12.326), 3: (0.872, 3.969),
    4: (847.778, TIMEOUT), 5: (1.506, 2.370), 6: (2.050, TIMEOUT),
    7: (0.983, 6.087), 8: (TIMEOUT, TIMEOUT), 9: (0.978, 2.352),
    10: (2.482, TIMEOUT), 11: (0.724, 2.471), 12: (2.642, 4.924),
}  # fmt: skip

# Lakhotia, Tillmann, Harman, de Halleux, "FloPSy - Search-Based Floating Point
# Constraint Solving for Symbolic Execution", ICTSS 2010, the table on six
# optimisation problems: whether AVM and the evolution strategy meet each of them
# exactly, in 100,000 evaluations with 30 seeds. Z3 alone meets three of six.
FLOPSY_SETTING = "100,000 evaluations, 30 seeds; Z3 alone: 3 of 6"
FLOPSY = {
    "beale": ("27 of 30", "yes"), "freudenstein_roth": ("yes", "yes"),
    "helical_valley": ("yes", "yes"), "powell_badly_scaled": ("no", "no"),
    "rosenbrock": ("no", "yes"), "wood": ("yes", "yes"),
}  # fmt: skip
