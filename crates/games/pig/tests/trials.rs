//! What every game is held to.

trials::hold!(pig::Pig);
