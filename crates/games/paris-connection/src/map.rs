//! The map: read once from its file, checked, and converted into tables.
//!
//! No rule names a hex. Another file makes another map, with at most [`MOST_HEXES`] hexes.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::MESSAGES;
use super::company::COMPANIES;
use super::hexes::{Hex, HexSet, MOST_HEXES};
use rules::Message;

/// Returns the map of the game.
pub(super) fn map() -> &'static Map {
    #[expect(
        clippy::expect_used,
        reason = "the file is part of the program, and tested"
    )]
    static MAP: LazyLock<Map> =
        LazyLock::new(|| Map::read(include_str!("data/map.json")).expect("the map is sound"));
    &MAP
}

/// What a hex is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "ParisConnectionHexKind")]
pub(super) enum HexKind {
    Rural,
    City,
    Start,
    Eiffel,
}

/// A hex of the map.
#[derive(Clone, Debug)]
pub(super) struct HexInfo {
    pub(super) id: String,
    pub(super) kind: HexKind,
    /// The name of the city, or of the station of a start hex; empty for the countryside.
    pub(super) name: String,
    /// The value of a city; 0 for every other hex.
    pub(super) value: u8,
    /// The row, from 0 in the north.
    pub(super) row: u8,
    /// The column. A hex is two columns wide.
    pub(super) column: u8,
}

/// Two neighbouring hexes with a barrier between them, and its kind. Nothing can be built across
/// it.
#[derive(Clone, Debug)]
pub(super) struct Barrier {
    pub(super) between: [Hex; 2],
    pub(super) kind: BarrierKind,
    /// Its name in views.
    pub(super) label: String,
}

/// The kind of a barrier.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum BarrierKind {
    SeineEstuary,
    LoireEstuary,
    GirondeEstuary,
    Vosges,
    Alps,
    RhoneDelta,
}

impl BarrierKind {
    /// Returns its name for players.
    pub(super) fn told(self) -> Message {
        MESSAGES.message(match self {
            BarrierKind::SeineEstuary => "seine-estuary",
            BarrierKind::LoireEstuary => "loire-estuary",
            BarrierKind::GirondeEstuary => "gironde-estuary",
            BarrierKind::Vosges => "vosges",
            BarrierKind::Alps => "alps",
            BarrierKind::RhoneDelta => "rhone-delta",
        })
    }
}

/// The map in tables.
#[derive(Debug)]
pub(super) struct Map {
    hexes: Vec<HexInfo>,
    /// The hexes by row letter and column.
    at: [[Option<Hex>; COLUMNS]; ROWS],
    next: [HexSet; MOST_HEXES],
    values: [u8; MOST_HEXES],
    pub(super) rural: HexSet,
    pub(super) cities: HexSet,
    pub(super) eiffel: Hex,
    /// The start hexes, in the order of the setup.
    pub(super) starts: [Hex; COMPANIES],
    /// The city that ends the game.
    pub(super) last: Hex,
    pub(super) barriers: Vec<Barrier>,
}

const ROWS: usize = 26;
const COLUMNS: usize = 64;

impl Map {
    pub(super) fn len(&self) -> usize {
        self.hexes.len()
    }

    pub(super) fn info(&self, hex: Hex) -> &HexInfo {
        &self.hexes[hex.index()]
    }

    /// Returns all hexes, in the order of the file.
    pub(super) fn hexes(&self) -> impl Iterator<Item = (Hex, &HexInfo)> {
        (0..).map(Hex).zip(&self.hexes)
    }

    /// Returns the adjacent hexes: the neighbours without a barrier between.
    pub(super) fn next(&self, hex: Hex) -> &HexSet {
        &self.next[hex.index()]
    }

    pub(super) fn value(&self, hex: Hex) -> u8 {
        self.values[hex.index()]
    }

    /// Returns the name of the city on the hex, or of the nearest city. If several are equally
    /// near, it is the first in the file.
    pub(super) fn near(&self, hex: Hex) -> &str {
        self.nearest(hex).map_or("", |city| &city.name)
    }

    /// Returns the compass point of the hex as seen from the nearest city: `n`, `ne`, `e` and so
    /// on, or nothing on the city itself.
    pub(super) fn bearing(&self, hex: Hex) -> &'static str {
        let here = self.info(hex);
        let Some(city) = self.nearest(hex) else {
            return "";
        };
        // A row is 12/7 as high as a column is wide. A side counts if it is at least 2/5 of the
        // other one.
        let south = 12 * (i32::from(here.row) - i32::from(city.row));
        let east = 7 * (i32::from(here.column) - i32::from(city.column));
        let side = |one: i32, other: i32| match 5 * one.abs() < 2 * other.abs() {
            true => 0,
            false => one.signum(),
        };
        match (side(south, east), side(east, south)) {
            (-1, -1) => "nw",
            (-1, 0) => "n",
            (-1, _) => "ne",
            (0, -1) => "w",
            (0, 0) => "",
            (0, _) => "e",
            (_, -1) => "sw",
            (_, 0) => "s",
            (_, _) => "se",
        }
    }

    fn nearest(&self, hex: Hex) -> Option<&HexInfo> {
        let here = self.info(hex);
        let away = |other: &HexInfo| {
            let rows = here.row.abs_diff(other.row);
            rows + here.column.abs_diff(other.column).saturating_sub(rows) / 2
        };
        let cities = self.cities.iter().map(|city| self.info(city));
        cities.min_by_key(|city| away(city))
    }

    /// Returns the hex with exactly this id.
    pub(super) fn find(&self, id: &str) -> Option<Hex> {
        let (row, column) = match *id.as_bytes() {
            [row, b @ b'1'..=b'9'] => (row, b - b'0'),
            [row, a @ b'1'..=b'9', b @ b'0'..=b'9'] => (row, 10 * (a - b'0') + (b - b'0')),
            _ => return None,
        };
        let row = usize::from(row.checked_sub(b'A')?);
        *self.at.get(row)?.get(usize::from(column))?
    }

    /// Reads a map file, and rejects an invalid one.
    pub(super) fn read(text: &str) -> Result<Map, String> {
        let file: File = serde_json::from_str(text).map_err(|error| error.to_string())?;
        if file.format != "paris-connection-map/1" {
            return Err(format!("{} is another format", file.format));
        }
        let mut map = Map::of_hexes(&file)?;
        map.read_starts(&file)?;
        map.read_barriers(&file)?;
        map.reaches_all_cities()?;
        map.counts(&file.expected_counts)?;
        Ok(map)
    }

    fn of_hexes(file: &File) -> Result<Map, String> {
        if file.hexes.len() > MOST_HEXES {
            return Err(format!("there are more than {MOST_HEXES} hexes"));
        }
        let only = |what: &str, is: fn(&FileHex) -> bool| {
            let mut found = (0..).map(Hex).zip(&file.hexes).filter(|(_, hex)| is(hex));
            match (found.next(), found.next()) {
                (Some((hex, _)), None) => Ok(hex),
                _ => Err(format!("there is not exactly one {what}")),
            }
        };
        let mut map = Map {
            hexes: Vec::new(),
            at: [[None; COLUMNS]; ROWS],
            next: [HexSet::EMPTY; MOST_HEXES],
            values: [0; MOST_HEXES],
            rural: HexSet::EMPTY,
            cities: HexSet::EMPTY,
            eiffel: only("Eiffel tower", |hex| hex.kind == HexKind::Eiffel)?,
            starts: [Hex(0); COMPANIES],
            last: only("city that ends the game", |hex| hex.ends_game)?,
            barriers: Vec::new(),
        };
        for given in &file.hexes {
            map.add(given, &file.city_colours)?;
        }
        if !map.cities.contains(map.last) {
            return Err("what ends the game is no city".to_owned());
        }
        let mut next = map.next;
        for (hex, info) in map.hexes() {
            let touching = map.hexes().filter(|(_, other)| are_neighbours(info, other));
            next[hex.index()] = touching.map(|(other, _)| other).collect();
        }
        map.next = next;
        Ok(map)
    }

    fn add(&mut self, given: &FileHex, colours: &BTreeMap<String, String>) -> Result<(), String> {
        let (hex, id) = (Hex(self.hexes.len() as u8), &given.id);
        let (row, column) = (given.r + 5, 2 * given.q + given.r + 18);
        let place = |n: i32, most: usize| usize::try_from(n).ok().filter(|n| *n < most);
        let (Some(row), Some(column)) = (place(row, ROWS), place(column, COLUMNS)) else {
            return Err(format!("{id} lies beyond the edge"));
        };
        if *id != format!("{}{column}", char::from(b'A' + row as u8)) {
            return Err(format!("the id {id} is not that of its coordinates"));
        }
        if self.at[row][column].replace(hex).is_some() {
            return Err(format!("{id} is there twice"));
        }
        let value = match (given.kind, given.value) {
            (HexKind::City, Some(value @ 1..=4)) => value,
            (HexKind::City, _) => return Err(format!("the city {id} is not worth 1 to 4")),
            (_, None) => 0,
            (_, Some(_)) => return Err(format!("{id} has a value and is no city")),
        };
        if value > 0 && given.colour.as_ref() != colours.get(&value.to_string()) {
            return Err(format!("the colour of {id} is not that of its value"));
        }
        match given.kind {
            HexKind::Rural => self.rural.insert(hex),
            HexKind::City => self.cities.insert(hex),
            HexKind::Start | HexKind::Eiffel => {}
        }
        let name = given.city.as_ref().or(given.station.as_ref());
        if name.is_none() && given.kind != HexKind::Rural {
            return Err(format!("{id} has no name"));
        }
        self.values[hex.index()] = value;
        self.hexes.push(HexInfo {
            id: id.clone(),
            kind: given.kind,
            name: name.cloned().unwrap_or_default(),
            value,
            row: row as u8,
            column: column as u8,
        });
        Ok(())
    }

    fn named(&self, id: &str) -> Result<Hex, String> {
        self.find(id).ok_or_else(|| format!("there is no hex {id}"))
    }

    fn read_starts(&mut self, file: &File) -> Result<(), String> {
        let starts = file.starts.iter().map(|start| self.named(&start.hex));
        let starts = starts.collect::<Result<Vec<Hex>, String>>()?;
        self.starts = starts
            .try_into()
            .map_err(|_| format!("there are not {COMPANIES} starts"))?;
        let listed: HexSet = self.starts.into_iter().collect();
        let kinds = self.hexes().filter(|(_, info)| info.kind == HexKind::Start);
        let marked: HexSet = kinds.map(|(hex, _)| hex).collect();
        if listed != marked || listed.len() as usize != COMPANIES {
            return Err("the starts are not the start hexes".to_owned());
        }
        if listed != *self.next(self.eiffel) {
            return Err("the start hexes do not surround the Eiffel tower".to_owned());
        }
        for start in &file.starts {
            if self.info(self.named(&start.hex)?).name != start.station {
                return Err(format!("{} has two names", start.hex));
            }
        }
        Ok(())
    }

    fn read_barriers(&mut self, file: &File) -> Result<(), String> {
        for given in &file.barriers {
            let [a, b] = &given.between;
            let [a, b] = [self.named(a)?, self.named(b)?];
            if !self.next(a).contains(b) {
                return Err(format!("the barrier between {:?} is none", given.between));
            }
            for (one, other) in [(a, b), (b, a)] {
                let next = self.next[one.index()];
                self.next[one.index()] = next.without(&[other].into_iter().collect());
            }
            self.barriers.push(Barrier {
                between: [a, b],
                kind: given.kind,
                label: given.label.clone(),
            });
        }
        Ok(())
    }

    fn reaches_all_cities(&self) -> Result<(), String> {
        for start in self.starts {
            for city in self.cities.iter() {
                if self.distance(start, city).is_none() {
                    let (city, start) = (&self.info(city).name, &self.info(start).name);
                    return Err(format!("{city} cannot be reached from {start}"));
                }
            }
        }
        Ok(())
    }

    /// Returns how many locomotives lead from a start hex to a city of an empty map, including the
    /// city's own.
    pub(super) fn distance(&self, start: Hex, city: Hex) -> Option<u32> {
        let open = self.rural.or(&self.cities);
        let (mut seen, mut edge): (HexSet, HexSet) =
            ([start].into_iter().collect(), [start].into_iter().collect());
        for steps in 0.. {
            if edge.is_empty() || edge.contains(city) {
                return edge.contains(city).then_some(steps);
            }
            let reached = edge
                .iter()
                .fold(HexSet::EMPTY, |all, hex| all.or(self.next(hex)));
            edge = reached.and(&open).without(&seen);
            seen = seen.or(&edge);
        }
        None
    }

    fn counts(&self, expected: &Counts) -> Result<(), String> {
        let kind = |kind| self.hexes.iter().filter(|hex| hex.kind == kind).count();
        let mut by_value = BTreeMap::new();
        for city in self.hexes.iter().filter(|hex| hex.kind == HexKind::City) {
            *by_value.entry(city.value.to_string()).or_insert(0) += 1;
        }
        let counted = Counts {
            hexes: self.hexes.len(),
            rural: kind(HexKind::Rural),
            city: kind(HexKind::City),
            start: kind(HexKind::Start),
            eiffel: kind(HexKind::Eiffel),
            barriers: self.barriers.len(),
            cities_by_value: by_value,
            sum_of_city_values: self.hexes.iter().map(|hex| usize::from(hex.value)).sum(),
        };
        if counted == *expected {
            Ok(())
        } else {
            Err(format!("the counts are {counted:?}"))
        }
    }
}

/// Whether two positions of the grid are adjacent.
fn are_neighbours(a: &HexInfo, b: &HexInfo) -> bool {
    matches!(
        (a.row.abs_diff(b.row), a.column.abs_diff(b.column)),
        (0, 2) | (1, 1)
    )
}

/// The members of a map file that the program reads.
#[derive(Deserialize)]
struct File {
    format: String,
    city_colours: BTreeMap<String, String>,
    expected_counts: Counts,
    starts: Vec<FileStart>,
    barriers: Vec<FileBarrier>,
    hexes: Vec<FileHex>,
}

#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
struct Counts {
    hexes: usize,
    rural: usize,
    city: usize,
    start: usize,
    eiffel: usize,
    barriers: usize,
    cities_by_value: BTreeMap<String, usize>,
    sum_of_city_values: usize,
}

#[derive(Deserialize)]
struct FileStart {
    hex: String,
    station: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileBarrier {
    between: [String; 2],
    kind: BarrierKind,
    label: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FileHex {
    id: String,
    q: i32,
    r: i32,
    kind: HexKind,
    city: Option<String>,
    value: Option<u8>,
    colour: Option<String>,
    #[serde(default)]
    ends_game: bool,
    station: Option<String>,
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn file() -> Value {
        serde_json::from_str(include_str!("data/map.json")).unwrap()
    }

    /// Returns the error for a file with one change.
    fn refusal(change: impl FnOnce(&mut Value)) -> String {
        let mut changed = file();
        change(&mut changed);
        Map::read(&changed.to_string()).expect_err("the map is read")
    }

    fn hex<'a>(file: &'a mut Value, id: &str) -> &'a mut Value {
        let hexes = file["hexes"].as_array_mut().unwrap();
        hexes.iter_mut().find(|hex| hex["id"] == id).unwrap()
    }

    #[test]
    fn distances_are_those_of_the_table() {
        let table: Vec<Value> = serde_json::from_str(include_str!("data/distances.json")).unwrap();
        assert_eq!(table.len() as u32, map().cities.len());
        for row in table {
            let city = map().find(row["hex"].as_str().unwrap()).unwrap();
            let info = map().info(city);
            assert_eq!(row["city"], info.name);
            assert_eq!(row["value"], info.value);
            let distances = map().starts.map(|start| map().distance(start, city));
            assert_eq!(row["distances"], json!(distances), "{}", info.name);
            let colour = &file()["city_colours"][info.value.to_string()];
            assert_eq!(row["colour"], *colour);
        }
    }

    #[test]
    fn a_hex_is_told_by_the_city_that_it_is_near() {
        let near = |id| map().near(map().find(id).unwrap());
        assert_eq!(near("E15"), "Rouen");
        assert_eq!(near("F14"), "Rouen");
        assert_eq!(near("G15"), "Le Mans");
    }

    #[test]
    fn country_hex_has_the_bearing_from_its_nearest_city() {
        let bearing = |id| map().bearing(map().find(id).unwrap());
        // Rouen is on E15, Le Mans on G13.
        assert_eq!(["F14", "G15", "E15"].map(bearing), ["sw", "e", ""]);
    }

    #[test]
    fn every_country_hex_is_reached_from_every_start() {
        for start in map().starts {
            for hex in map().rural.iter() {
                assert!(map().distance(start, hex).is_some());
            }
        }
    }

    #[test]
    fn adjacency_is_mutual_and_stops_at_barriers() {
        for (hex, _) in map().hexes() {
            assert!(map().next(hex).len() <= 6);
            for other in map().next(hex).iter() {
                assert!(map().next(other).contains(hex));
            }
        }
        for barrier in &map().barriers {
            let [a, b] = barrier.between;
            assert!(!map().next(a).contains(b) && !map().next(b).contains(a));
            assert!(are_neighbours(map().info(a), map().info(b)));
        }
    }

    #[test]
    fn ids_are_found_when_spelled_exactly() {
        for (hex, info) in map().hexes() {
            assert_eq!(map().find(&info.id), Some(hex));
            assert_eq!(map().find(&info.id.to_lowercase()), None);
        }
        for id in [
            "", "E", "E1", "E00", "E015", "E15 ", " E15", "É15", "Z9", "A0", "15E", "E+5",
        ] {
            assert_eq!(map().find(id), None, "{id}");
        }
    }

    #[test]
    fn an_unsound_file_is_refused() {
        type Change = fn(&mut Value);
        let changes: [(&str, Change); 25] = [
            ("another format", |it| it["format"] = json!("other/1")),
            ("E15 is there twice", |it| {
                *hex(it, "F14") = it["hexes"][18].clone()
            }),
            ("not that of its coordinates", |it| {
                hex(it, "F14")["q"] = json!(-1)
            }),
            ("not that of its coordinates", |it| {
                hex(it, "F14")["id"] = json!("F15")
            }),
            ("beyond the edge", |it| hex(it, "F14")["r"] = json!(-9)),
            ("exactly one Eiffel tower", |it| {
                hex(it, "F14")["kind"] = json!("eiffel")
            }),
            ("exactly one Eiffel tower", |it| {
                hex(it, "F18")["kind"] = json!("rural")
            }),
            ("exactly one city that ends", |it| {
                hex(it, "E15")["ends_game"] = json!(true)
            }),
            ("exactly one city that ends", |it| {
                hex(it, "R26")["ends_game"] = json!(false)
            }),
            ("is no city", |it| {
                hex(it, "R26")["ends_game"] = json!(false);
                hex(it, "F14")["ends_game"] = json!(true);
            }),
            ("not worth 1 to 4", |it| hex(it, "E15")["value"] = json!(5)),
            ("not worth 1 to 4", |it| hex(it, "E15")["value"] = json!(0)),
            ("has a value and is no city", |it| {
                hex(it, "F14")["value"] = json!(1)
            }),
            ("the colour of E15", |it| {
                hex(it, "E15")["colour"] = json!("red")
            }),
            ("has no name", |it| hex(it, "E15")["city"] = json!(null)),
            ("there are not 6 starts", |it| {
                drop(it["starts"].as_array_mut().unwrap().pop())
            }),
            ("no hex Z9", |it| it["starts"][0]["hex"] = json!("Z9")),
            ("not the start hexes", |it| {
                it["starts"][0]["hex"] = json!("F20")
            }),
            ("not the start hexes", |it| {
                let start = hex(it, "E19");
                start["kind"] = json!("rural");
            }),
            ("do not surround", |it| {
                hex(it, "E19")["kind"] = json!("rural");
                hex(it, "F14")["kind"] = json!("start");
                hex(it, "F14")["station"] = json!("Gare du Nord");
                it["starts"][0]["hex"] = json!("F14");
            }),
            ("two names", |it| {
                it["starts"][0]["station"] = json!("Gare de Lyon")
            }),
            ("is none", |it| {
                it["barriers"][0]["between"] = json!(["E11", "D14"])
            }),
            ("no hex A1", |it| {
                it["barriers"][0]["between"] = json!(["A1", "D14"])
            }),
            ("cannot be reached", |it| {
                for id in ["S17", "R18", "R20"] {
                    let wall = json!({"between": ["S19", id], "kind": "alps", "label": "wall"});
                    it["barriers"].as_array_mut().unwrap().push(wall);
                }
            }),
            ("the counts are", |it| {
                it["expected_counts"]["rural"] = json!(128)
            }),
        ];
        for (expected, change) in changes {
            let why = refusal(change);
            assert!(why.contains(expected), "{expected}: {why}");
        }
    }
}
