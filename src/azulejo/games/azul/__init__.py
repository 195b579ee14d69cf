"""Classic Azul, for two to four players, with the coloured and the grey wall."""
