"""The window: views, panels, export and the command line, all driven by one state and one engine."""

import os

# The one place that tells pyqtgraph which binding to use; left alone it would prefer an installed PyQt6.
os.environ["PYQTGRAPH_QT_LIB"] = "PySide6"
