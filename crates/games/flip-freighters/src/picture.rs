//! A view as plain text: the current day, the cards, one sheet in full, the scores, and side by
//! side the other players' sheets, as far as the viewer may see them.

mod others;
pub(super) mod scores;

use super::options::OvertimeRule;
use super::score;
use super::trucks::TruckId;
use super::view::{Card, Phase, Player, Truck, View};
use super::{FlipFreighters, MESSAGES};
use rules::svg::short;
use rules::{Message, Names, Rules, Word, told};

/// Returns the view as text of at most 78 columns.
pub(super) fn picture(view: &View, names: &Names) -> String {
    let mut lines = vec![headline(view, names)];
    cards(view, names, &mut lines);
    lines.push(String::new());
    if let Some(player) = in_full(view, names) {
        sheet(player, view, names, &mut lines);
        lines.push(String::new());
    }
    scores::table(view, names, &mut lines);
    lines.push(String::new());
    if view.players.len() > 1 {
        others::sheets(view, names, &mut lines);
        lines.push(String::new());
    }
    lists(view, names, &mut lines);
    let mut text = lines.join("\n");
    text.truncate(text.trim_end().len());
    text.push('\n');
    text
}

/// Returns the player whose sheet is shown in full: the viewer or reader, or for spectators the best
/// player so far.
pub(super) fn in_full<'a>(view: &'a View, names: &Names) -> Option<&'a Player> {
    let reader = view.you.or(names.reader());
    let own = view.players.iter().find(|it| Some(it.seat) == reader);
    own.or_else(|| {
        let best = |it: &&Player| {
            (
                it.rank.is_none_or(|rank| rank == 1),
                !it.left,
                it.score,
                it.delivered,
            )
        };
        view.players.iter().rev().max_by_key(best)
    })
}

/// Returns the players whose sheets are shown in short form: all others.
pub(super) fn in_short<'a>(
    view: &'a View,
    names: &Names,
) -> impl Iterator<Item = &'a Player> + Clone + use<'a> {
    let full = in_full(view, names).map(|player| player.seat);
    view.players
        .iter()
        .filter(move |player| Some(player.seat) != full)
}

/// Returns the current situation in one line.
pub(super) fn headline(view: &View, names: &Names) -> String {
    let line = if view.phase == Phase::Over {
        let result = result(view, names);
        told!("headline-over", result: result)
    } else {
        told!("headline", today: week_day(view), names: awaited(view, names))
    };
    short(&names.tell(&line), 78)
}

/// Returns a phrase such as `Week 1 of 3, day 2 of 5`.
pub(super) fn week_day(view: &View) -> Message {
    told!("week-day", week: view.week, day: view.day)
}

/// Returns the players who have not ended the day yet.
pub(super) fn awaited(view: &View, names: &Names) -> Word {
    let seats = view.awaited.iter();
    Word::comma(seats.map(|seat| short(names.of(*seat), 16)))
}

/// Returns the winners, or the result of a solo game.
pub(super) fn result(view: &View, names: &Names) -> Message {
    if let [player] = view.players.as_slice() {
        return told!(
            "won-alone", score: player.score, stars: score::said(player.stars.unwrap_or_default())
        );
    }
    let winners: Vec<String> = view
        .players
        .iter()
        .filter(|player| player.rank == Some(1))
        .map(|player| short(names.of(player.seat), 16))
        .collect();
    told!("won", count: winners.len(), names: Word::comma(winners))
}

fn cards(view: &View, names: &Names, lines: &mut Vec<String>) {
    let own = view.players.iter().find(|it| Some(it.seat) == view.you);
    let used = own.and_then(|player| Some(player.today.as_ref()?.used));
    let cards: Vec<String> = view
        .cards
        .iter()
        .zip(used.unwrap_or_default())
        .map(|(card, used)| {
            let name = card.called_among(&view.cards);
            if used {
                names.tell(&told!("card-used", card: name))
            } else {
                name.to_owned()
            }
        })
        .collect();
    if !cards.is_empty() {
        lines.push(names.tell(&told!("cards-of-day", cards: cards.join("   "))));
    }
    if view.options.overtime_rule == OvertimeRule::SuitChange {
        lines.push(names.tell(&told!("suit-change")));
    }
}

fn sheet(player: &Player, view: &View, names: &Names, lines: &mut Vec<String>) {
    let line = if view.phase == Phase::Over {
        told!("sheet-over")
    } else {
        told!("sheet")
    };
    let line = line
        .with("name", short(names.of(player.seat), 24))
        .with("score", player.score)
        .with("hours", player.hours)
        .with("delivered", player.delivered);
    lines.push(names.tell(&line));
    lines.push(format!(
        "{:<10}{:>6} 0   1   2   3   4   5   {:<11}{}",
        names.tell(&told!("column-truck")),
        names.tell(&told!("column-square")),
        names.tell(&told!("column-stands")),
        names.tell(&told!("column-pays")),
    ));
    for id in TruckId::ALL {
        lines.push(row(id, player.trucks.of(id), names));
    }
    for key in [told!("squares-key"), told!("pays-key")] {
        lines.push(format!("  {}", names.tell(&key)));
    }
}

fn row(id: TruckId, truck: &Truck, names: &Names) -> String {
    let squares: String = truck
        .goods
        .iter()
        .zip(0..)
        .map(|(value, square)| format!("{:>4}", cell(id, truck, square, *value)))
        .collect();
    let stands = match (truck.position, truck.delivered) {
        (0, _) => told!("at-start-of", last: id.last()),
        (at, true) => told!("at-stop", circle: at),
        (at, false) => told!("at-circle", circle: at, last: id.last()),
    };
    let pays = match (truck.pay, truck.delivered) {
        (pay, true) => pay.to_string(),
        (0, false) => String::new(),
        (pay, false) => format!("({pay})"),
    };
    let stands = names.tell(&stands);
    let line = format!("  {:<12}{squares:<27}{stands:<11}{pays}", called(id, names));
    line.trim_end().to_owned()
}

/// Returns a truck's name in the reader's language.
pub(super) fn called(id: TruckId, names: &Names) -> String {
    FlipFreighters::MANUAL.in_words(id.word(), names.language())
}

fn cell(id: TruckId, truck: &Truck, square: u8, value: Option<u8>) -> String {
    match value {
        Some(value) => value.to_string(),
        None if truck.lost.contains(&square) => "x".to_owned(),
        None => match (id.suit(square), id.value(square)) {
            (Some(suit), _) => suit.letter().to_string(),
            (None, Some(value)) => format!("({value})"),
            (None, None) => ".".to_owned(),
        },
    }
}

fn lists(view: &View, names: &Names, lines: &mut Vec<String>) {
    if let Some(discard) = &view.discard {
        wrapped(told!("turned-up"), discard, names, lines);
    }
    if let Some(unseen) = &view.unseen {
        wrapped(told!("not-seen"), unseen, names, lines);
    }
}

/// Lists cards, without the letters of their copies, in lines of at most 78 columns.
fn wrapped(title: Message, cards: &[Card], names: &Names, lines: &mut Vec<String>) {
    let mut line = names.tell(&title.with("count", cards.len()));
    for card in cards {
        let face = card.face();
        if line.chars().count() + 1 + face.len() > 78 {
            lines.push(std::mem::take(&mut line));
            line.push(' ');
        }
        line.push(' ');
        line.push_str(face);
    }
    if cards.is_empty() {
        line.push(' ');
        line.push_str(&names.tell(&told!("none")));
    }
    lines.push(line);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::Language;

    #[test]
    fn words_fit_their_columns() {
        let stop = |id: &'static str| {
            let stop = MESSAGES.message(id);
            stop.with("circle", 8).with("last", 8)
        };
        for (message, most) in [
            (told!("column-truck"), 9),
            (told!("column-square"), 6),
            (told!("column-stands"), 10),
            (stop("at-start-of"), 10),
            (stop("at-stop"), 10),
            (stop("at-circle"), 10),
            (told!("column-player"), 17),
            (told!("column-week", week: 3), 7),
            (told!("column-hours"), 7),
            (told!("column-home"), 7),
            (told!("column-score"), 7),
            (told!("ranked-left", rank: 12), 8),
            (told!("left"), 8),
            (told!("done"), 8),
        ] {
            for language in Language::ALL {
                let word = message.to(language);
                assert!(word.chars().count() <= most, "{word}");
            }
        }
        for language in Language::ALL {
            for id in TruckId::ALL {
                let word = FlipFreighters::MANUAL.in_words(id.word(), language);
                assert!(word.chars().count() <= 9, "{word}");
            }
        }
    }
}
