"""The window: views, panels, export and the command line, all driven by one state and one engine."""
