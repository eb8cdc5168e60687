// Points, sizes and rects are the engine's vocabulary, so `import LayoutEngine` includes them.
@_exported import Geometry
