//! Boards as pictures: SVG, coloured text, animations.
