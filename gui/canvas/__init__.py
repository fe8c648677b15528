"""The canvas kit: what all views draw with, and nothing about any one of them."""
