//! What every game is held to.

trials::hold!(thats_life::ThatsLife);
