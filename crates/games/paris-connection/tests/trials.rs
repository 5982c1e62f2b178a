//! What every game is held to.

trials::hold!(paris_connection::ParisConnection);
