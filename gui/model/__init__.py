"""What the program knows: the frozen state, the store that holds it, and the clock that moves it."""
