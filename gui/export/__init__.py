"""Taking things away: pictures and tables, written whole or not at all."""
