//! Applies the preferences for the meaning of colours.

use crate::trucks::TruckId;
use crate::view::Truck;
use rules::svg::{Colour, Colours, Preferences};

/// The colours of trucks by their progress, and the one for all trucks if colours have no meaning.
pub(super) const STATES: [Colour; 4] = [
    Colour::new("waiting", "#71757d", "#9a9ea6"),
    Colour::new("loaded", "#9c5205", "#f0ab66"),
    Colour::new("driving", "#2f68b5", "#82b1f0"),
    Colour::new("fleet", "#4a5d73", "#a9bccf"),
];

/// Returns the name of a truck's colour, which its parts share.
pub(super) fn colour(likes: Preferences, id: TruckId, truck: &Truck) -> &'static str {
    match likes.colours {
        Colours::Piece => id.word(),
        Colours::One => "fleet",
        Colours::State => match (truck.delivered, truck.position) {
            (true, _) => "good",
            (false, 0) if truck.goods.iter().all(Option::is_none) => "waiting",
            (false, 0) => "loaded",
            (false, _) => "driving",
        },
    }
}
