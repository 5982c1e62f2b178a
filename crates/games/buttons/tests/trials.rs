//! What every game is held to.

trials::hold!(buttons::Buttons);
