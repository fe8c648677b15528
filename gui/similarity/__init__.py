"""The similarity plot: measured dot products over the curve S(k) that they must fall on."""
