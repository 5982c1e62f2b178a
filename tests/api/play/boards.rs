//! Images of boards, and moves completed word by word.

use std::io::Cursor;
use std::sync::Arc;

use base::pictures::Rasteriser;
use games::KINDS;
use reqwest::Method;
use resvg::tiny_skia::{Color, Pixmap, Transform};
use resvg::usvg::fontdb::Database;
use resvg::usvg::{Options, Tree};
use rules::svg::{Drawing, Layout, Preferences, Shapes, Sheets, Theme, shape};
use rules::{Action, Dice, Game, Hash, Header, Kind, Names, Seat, SeedSource, ServerSeed, Viewer};
use serde_json::{Value, json};
use trials::tables::{pick, seed_of, tables};

use crate::helpers::*;
use crate::table::*;

#[tokio::test]
async fn board_svg_shows_current_and_earlier_positions() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let svg = ann.get(&format!("/v1/games/{game}/board.svg")).await;
    assert_eq!(
        (svg.status.as_u16(), &svg.headers["content-type"]),
        (200, &"image/svg+xml".parse().unwrap())
    );
    assert!(
        svg.text.starts_with("<svg ") && svg.text.contains("ann"),
        "{}",
        svg.text
    );
    assert!(svg.text.contains("prefers-color-scheme"));
    assert!(svg.headers.contains_key("content-security-policy"));
    let dark = ann
        .get(&format!("/v1/games/{game}/board.svg?theme=dark"))
        .await;
    assert_ne!(dark.text, svg.text);
    ann.get(&format!("/v1/games/{game}/board.svg?theme=pink"))
        .await
        .problem(400, "invalid-request");

    // An unchanged picture is not sent again.
    let path = format!("/v1/games/{game}/board.svg");
    let public = answer(server.request(Method::GET, &path)).await;
    let known = public.headers["etag"].clone();
    let again = answer(
        server
            .request(Method::GET, &path)
            .header("If-None-Match", known),
    )
    .await;
    assert_eq!((again.status.as_u16(), again.text.as_str()), (304, ""));

    play_on(&[&ann, &ben], &game, 1).await;
    let moved = ann.get(&path).await;
    assert_ne!(moved.text, svg.text);
    let earlier = ann.get(&format!("{path}?ply=0")).await;
    assert_eq!(earlier.text, svg.text);
    ann.get(&format!("{path}?ply=99"))
        .await
        .problem(404, "not-found");
}

#[tokio::test]
async fn board_svg_follows_appearance_parameters() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = a_game_of("flip-freighters", json!({}), &[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/board.svg");
    let plain = ann.get(&path).await.text;
    let as_it_is = "colours=piece&icons=false&routes=straight&sheets=all";
    assert_eq!(ann.get(&format!("{path}?{as_it_is}")).await.text, plain);
    for likes in [
        "colours=state",
        "colours=one",
        "routes=road",
        "routes=off",
        "sheets=own",
    ] {
        let liked = ann.get(&format!("{path}?{likes}")).await;
        assert_eq!(liked.status, 200);
        assert_ne!(liked.text, plain, "{likes}");
    }
    for likes in ["colours=pink", "icons=some", "routes=river", "sheets=none"] {
        ann.get(&format!("{path}?{likes}"))
            .await
            .problem(400, "invalid-request");
    }
    let png = format!("/v1/games/{game}/board.png?routes=road&icons=true");
    assert_eq!(ann.get(&png).await.status, 200);

    // A game that has nothing for it is drawn as ever.
    let other = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{other}/board.svg");
    let plain = ann.get(&path).await.text;
    assert_eq!(ann.get(&format!("{path}?routes=road")).await.text, plain);
}

#[tokio::test]
async fn board_png_has_the_requested_scale() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut sizes = Vec::new();
    for scale in [1, 2] {
        let path = format!("/v1/games/{game}/board.png?scale={scale}&theme=dark");
        let request = server.request(Method::GET, &path).bearer_auth(&ann.token);
        let png = request.send().await.unwrap();
        assert_eq!(png.headers()["content-type"], "image/png");
        let png = png.bytes().await.unwrap();
        assert_eq!(&png[1..4], b"PNG");
        // The width and height of a PNG stand at byte 16 (PNG specification, IHDR).
        sizes.push([16, 20].map(|at| u32::from_be_bytes(png[at..at + 4].try_into().unwrap())));
    }
    assert!(sizes[0][0] >= 400, "{sizes:?}");
    assert_eq!(sizes[1], sizes[0].map(|it| it * 2));
    for query in ["scale=0", "scale=4", "size=1"] {
        ann.get(&format!("/v1/games/{game}/board.png?{query}"))
            .await
            .problem(400, "invalid-request");
    }
}

#[tokio::test]
async fn legal_branch_completes_a_move_word_by_word() {
    let server = server().await;
    let [ann, ben] = server.players(["ann", "ben"]).await;
    let game = thats_life(&[&ann, &ben]).await;
    let path = format!("/v1/games/{game}/legal/completions");
    let root = ann.get(&path).await.ok();
    assert_eq!(root["next"], json!(["roll"]));
    assert_eq!((&root["text"], &root["move"]), (&json!(""), &Value::Null));
    let leaf = ann.get(&format!("{path}?text=ROLL")).await.ok();
    assert_eq!((&leaf["text"], &leaf["next"]), (&json!("roll"), &json!([])));
    let body = json!({"seq": leaf["seq"], "moves": [leaf["move"]]});
    assert_eq!(ann.posts_moves(&game, &body).await.status, 200);
    ann.get(&format!("{path}?text=fly"))
        .await
        .problem(422, "illegal-move");
    let waiting = ben.get(&path).await.ok();
    assert_eq!(
        (&waiting["next"], &waiting["move"]),
        (&json!([]), &Value::Null)
    );
}

#[tokio::test]
async fn semicolons_separate_moves_in_one_text() {
    let server = server().await;
    let ann = server.player("ann").await;
    let game = ann.makes(json!({"kind": "ferry-follies"})).await;
    let mut texts = Vec::new();
    for _ in 0..2 {
        let legal = ann.may_play(&game).await;
        texts.push(legal["texts"][0].as_str().unwrap().to_owned());
        let body = json!({"seq": legal["seq"], "moves": [legal["moves"][0]]});
        ann.posts_moves(&game, &body).await;
    }
    let again = ann
        .makes(json!({"kind": "thats-life", "invite": [{"bot": "random"}]}))
        .await;
    // A roll must be the last of its line.
    let line = json!({"seq": 1, "moves": [{"text": "roll; move start"}]});
    let refused = ann
        .posts_moves(&again, &line)
        .await
        .problem(422, "reveals-information");
    assert_eq!(refused["index"], 0);
    let line = json!({"seq": 1, "moves": [{"text": " Roll ; "}]});
    assert_eq!(ann.posts_moves(&again, &line).await.status, 200);
    let line = json!({"seq": 2, "moves": [{"text": "; ;"}]});
    ann.posts_moves(&again, &line)
        .await
        .problem(422, "illegal-move");
}

/// The rasteriser shares rendered elements between pictures and uses 256 colours. The difference to
/// a direct rendering must not be visible.
#[tokio::test]
async fn board_png_matches_its_svg() {
    let mut fonts = Database::new();
    fonts.load_font_data(
        include_bytes!("../../../crates/raster/assets/fonts/DejaVuSans.ttf").to_vec(),
    );
    fonts.load_font_data(
        include_bytes!("../../../crates/raster/assets/fonts/DejaVuSans-Bold.ttf").to_vec(),
    );
    let options = Options {
        font_family: "DejaVu Sans".to_owned(),
        fontdb: Arc::new(fonts),
        ..Options::default()
    };
    let raster = Rasteriser::new();
    for kind in KINDS.current() {
        // The last one is the picture of mails, in the colours of a dark screen.
        for (table, scale, theme) in [
            (0, 1.0, Theme::Light),
            (1, 2.0, Theme::Light),
            (2, 1.25, Theme::Light),
            (3, 1.25, Theme::Dark),
        ] {
            let drawing = board_after(kind, table, Preferences::default(), 25);
            let apart = apart(&raster, &options, drawing, theme, scale).await;
            // The library itself paints a round corner of a line differently at another place, by
            // up to 42, and the round end of a line by up to 69.
            let (most, seen) = (apart.most(), apart.share(24));
            let told = format!("{}, table {table}: {most}, {seen}", kind.info().id);
            assert!(most <= 72 && seen < 2e-4, "{told}");
        }
    }
    let mut body = Shapes::default();
    body.defs();
    body.holds(|to| {
        to.pattern("dots", 6, 6);
        to.holds(|to| {
            shape!(to, rect class="f-good" size=(6, 6));
            shape!(to, circle class="f-bad" around=(3, 3) r="1.5");
        });
        to.clip("half");
        to.holds(|to| {
            shape!(to, rect at=(0, 0) size=(80, 24));
        });
    });
    shape!(body, rect class="s-ink" filled_with="dots" at=(10, 70) size=(60, 20) rx=4);
    shape!(body, group clipped_by="half");
    body.holds(|to| {
        shape!(to, group scaled=(4, 4, "1.5") class="f-accent");
        to.holds(|to| {
            shape!(to, rect at=(50, 10) size=(40, 20));
            shape!(to, text class="b mid s-panel" at=(60, 20) stroke_width=3 stroke_first round_joins
                => "Ann to  move");
        });
    });
    shape!(body, text class="f-ink end" at=(190, 20) font_size=12 => "שלום, 漢字");
    shape!(body, text class="f-ink" at=(90, 80) => "1 ")
        .span()
        .class("b f-bad")
        .says("of 2");
    shape!(body, line class="s-bad" stroke_width=3 dashes=(4, 3) between=([90, 90, 190, 95]));
    for scale in [1.25, 2.0] {
        let drawing = Drawing {
            width: 200,
            height: 100,
            title: String::new(),
            colours: &[],
            body: body.clone(),
        };
        let apart = apart(&raster, &options, drawing, Theme::Light, scale).await;
        let (most, seen) = (apart.most(), apart.share(24));
        assert!(most <= 64 && seen < 2e-4, "{scale}: {most}, {seen}");
    }
}

/// A mail contains the board once: narrow, in light colours. The test prints the largest sizes in
/// bytes.
#[tokio::test]
async fn board_images_in_mails_are_at_most_60_kib() {
    let raster = Rasteriser::new();
    for kind in KINDS.current() {
        let (mut most, mut all) = (0, 0);
        for table in 0..10 {
            for moves in [0, 25, 120] {
                // As in a mail: a large board only has the reader's own sheet, or fewer pixels.
                let mut size = 0;
                let tries = [
                    (Sheets::All, 1.25_f32),
                    (Sheets::Own, 1.25),
                    (Sheets::Own, 1.0),
                ];
                for (sheets, scale) in tries {
                    let likes = Preferences {
                        sheets,
                        layout: Layout::Narrow,
                        ..Preferences::default()
                    };
                    let drawing = board_after(kind, table, likes, moves);
                    let png = raster.png(drawing, Theme::Light, scale).await;
                    size = png.unwrap().len();
                    if size <= 52 << 10 {
                        break;
                    }
                }
                all += size;
                most = most.max(size);
            }
        }
        let told = format!("{}: {most}, {} on average", kind.info().id, all / 30);
        println!("{told}");
        assert!(most <= 60 << 10, "{told}");
    }
}

/// By how much each part of each colour of a picture differs from another.
struct Apart(Vec<u8>);

impl Apart {
    fn most(&self) -> u8 {
        self.0.iter().copied().max().unwrap()
    }

    /// Which share of them differs by more than this.
    fn share(&self, than: u8) -> f64 {
        let more = self.0.iter().filter(|apart| **apart > than).count();
        more as f64 / self.0.len() as f64
    }
}

/// Returns the difference between our picture and the one that the library draws on white.
async fn apart(
    raster: &Rasteriser,
    options: &Options<'_>,
    drawing: Drawing,
    theme: Theme,
    scale: f32,
) -> Apart {
    let tree = Tree::from_str(&drawing.svg(theme), options).unwrap();
    let size = tree.size().to_int_size().scale_by(scale).unwrap();
    let mut plain = Pixmap::new(size.width(), size.height()).unwrap();
    plain.fill(Color::WHITE);
    let by = Transform::from_scale(scale, scale);
    resvg::render(&tree, by, &mut plain.as_mut());
    let png = raster.png(drawing, theme, scale).await.unwrap();
    let mut decoder = png::Decoder::new(Cursor::new(png.as_slice()));
    decoder.set_transformations(png::Transformations::EXPAND);
    let mut reader = decoder.read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels.len() / 3, plain.pixels().len());
    let apart = pixels.chunks(3).zip(plain.data().chunks(4));
    let apart = apart.flat_map(|(one, other)| one.iter().zip(other));
    Apart(apart.map(|(one, other)| one.abs_diff(*other)).collect())
}

/// The board of a random game after so many moves, or at the end, as the one to move sees it.
fn board_after(kind: &'static dyn Kind, table: u64, likes: Preferences, moves: usize) -> Drawing {
    let mut chance = Dice::new(seed_of("boards"), table);
    let table = pick(&mut chance, &tables(kind)).clone();
    let server_seed = ServerSeed(seed_of("a board").0);
    let header = Header {
        id: "k7Qd2xPz9Wb".to_owned(),
        rules: table.kind.info().rules(),
        options: table.options.into(),
        entropies: vec![String::new(); usize::from(table.seats)],
        seed_commitment: Hash(server_seed.commitment()),
        seed_source: SeedSource::Secret,
        blinding_commitment: None,
        deal: None,
    };
    let (mut game, _) = Game::start(kind, header, &server_seed, None).unwrap();
    let names = Names::new(
        ["Ann", "Émile & Co", "Cleo"]
            .into_iter()
            .cycle()
            .take(table.seats.into()),
    );
    let mut seat = Seat(0);
    for _ in 0..moves {
        let acting: Vec<Seat> = game.acting().iter().collect();
        if acting.is_empty() {
            break;
        }
        seat = *pick(&mut chance, &acting);
        let mv = pick(&mut chance, &game.legal(seat).moves).clone();
        let at = "2026-03-01T12:00:00.000Z";
        game.submit(seat, &Action::Move(mv), at).unwrap();
    }
    let position = game.position();
    position.drawing(Viewer::Seat(seat), &names, likes)
}
