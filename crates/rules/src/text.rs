//! Helpers for the texts of several games.

use crate::message::COMMON;
use crate::{Names, Seat, SeatSet, Word};

/// The maximum width of a line in a text picture.
pub const WIDTH: usize = 78;

/// Returns a line that begins with `head`. If the items do not fit, it continues on indented lines.
pub fn wrapped<S: AsRef<str>>(
    head: &str,
    items: impl IntoIterator<Item = S>,
    between: &str,
) -> String {
    let (mut out, mut column) = (head.to_owned(), head.chars().count());
    let indent = column.min(WIDTH / 2);
    let mut items = items.into_iter().peekable();
    while let Some(item) = items.next() {
        let between = items.peek().map_or("", |_| between);
        let text = format!("{}{between}", item.as_ref());
        if column > indent && column + text.trim_end().chars().count() > WIDTH {
            out.truncate(out.trim_end().len());
            out.push_str(&format!("\n{:indent$}", ""));
            column = indent;
        }
        column += text.chars().count();
        out.push_str(&text);
    }
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// Lists seats with their ranks and scores in the order of rank: `1. Ann: 12, 2. Ben: 7`.
pub fn places(ends: impl IntoIterator<Item = (u8, Seat, i32)>, names: &Names) -> Word {
    let mut ends: Vec<(u8, Seat, i32)> = ends.into_iter().collect();
    ends.sort_by_key(|(rank, ..)| *rank);
    let told = |(rank, seat, score): (u8, Seat, i32)| {
        let place = COMMON.message("place").with("rank", rank);
        place.with("name", names.of(seat)).with("score", score)
    };
    Word::comma(ends.into_iter().map(told))
}

/// Checks an invariant of every position. `Err` contains `fault`.
pub fn ensure(holds: bool, fault: impl std::fmt::Display) -> Result<(), String> {
    if holds {
        Ok(())
    } else {
        Err(fault.to_string())
    }
}

/// Pairs the seats with a list from the description of a position. The list must have one entry per
/// seat. Without a list, the result is empty.
pub fn per_seat<'a, T>(
    seats: u8,
    member: &str,
    list: &'a Option<Vec<T>>,
) -> Result<impl Iterator<Item = (Seat, &'a T)> + use<'a, T>, String> {
    let count = list.as_ref().map_or(usize::from(seats), Vec::len);
    ensure(
        count == usize::from(seats),
        format_args!("{member} has {count} entries for {seats} seats"),
    )?;
    Ok(Seat::all(seats).zip(list.iter().flatten()))
}

/// Returns the seats for which such a list contains `true`.
pub fn chosen(seats: u8, member: &str, list: &Option<Vec<bool>>) -> Result<SeatSet, String> {
    let chosen = per_seat(seats, member, list)?.filter(|(_, is_it)| **is_it);
    Ok(chosen.map(|(seat, _)| seat).collect())
}
