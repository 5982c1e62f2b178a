//! What every game is held to.

trials::hold!(ferry_follies::FerryFollies);
