//! What every game is held to.

trials::hold!(flip_freighters::FlipFreighters);
