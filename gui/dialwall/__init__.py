"""The dial wall: one spinning dial per sine/cosine pair."""
