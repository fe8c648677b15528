"""The panels: what a person types, drags and reads beside the views."""
