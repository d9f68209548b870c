//! Pictures of whole games.

use catalog::{AnyGame, AnyPending, AnyStep, Drawn, Scene, Value, typed};
use dice::Seed;
use game::Seat;
use picture::viewer::{self, Detail, GameView, Head, Player};
use picture::{Colours, Film, Marks, Theme, svg, text};
use resvg::usvg;
use serde_json::json;

fn every_game() -> Vec<Box<dyn AnyGame>> {
    [
        ("automatafl", json!({})),
        ("automatafl", json!({"players": 4, "setup": "small"})),
        ("combo", json!({})),
        ("combo", json!({"width": 26, "height": 26})),
        ("brandub", json!({})),
        ("game17", json!({"rounds": 3, "players": 2})),
        (
            "game17",
            json!({"size": 3, "rounds": 9, "players": 9, "pieces": 1000}),
        ),
    ]
    .into_iter()
    .map(|(id, options)| catalog::open(id, &options).unwrap())
    .collect()
}

/// A game by chance, at most so many steps long.
fn random_steps(game: &dyn AnyGame, most: u64) -> Vec<(AnyStep, Vec<u64>)> {
    let seed = Seed::from_number(17);
    let mut state = game.start();
    let mut steps = Vec::new();
    for number in 0..most {
        let mut dice = seed.draw(number);
        let step = match game.pending(&state) {
            AnyPending::Over(_) => break,
            AnyPending::Chance(_) => AnyStep::Draw(game.draw(&state, &mut dice)),
            AnyPending::Choose(seats) => AnyStep::Act(
                seats
                    .iter()
                    .map(|seat| (seat, game.propose(&state, seat, &mut dice)))
                    .collect(),
            ),
        };
        game.play(&mut state, &step).unwrap();
        steps.push((step, vec![number]));
    }
    steps
}

fn film(game: &dyn AnyGame, most: u64) -> Film {
    let steps = random_steps(game, most);
    Film::new(game, steps.iter().map(|(step, times)| (step, &times[..]))).unwrap()
}

fn plain(game: &dyn AnyGame, steps: &[&[&str]]) -> String {
    let mut state = game.start();
    let mut marks = Marks::default();
    for acts in steps {
        let seats = match game.pending(&state) {
            AnyPending::Choose(seats) => seats,
            other => panic!("{other:?}"),
        };
        let joint = seats.iter().zip(*acts);
        let step = AnyStep::Act(joint.map(|(seat, act)| (seat, (*act).to_owned())).collect());
        marks = Marks::of(game, &state, &step).unwrap();
        game.play(&mut state, &step).unwrap();
    }
    let board = game.scene(&state);
    text::lines(&board, &marks, &text::Style::plain()).join("\n")
}

#[test]
fn a_brandub_board_as_text() {
    let game = catalog::open("brandub", &Value::Null).unwrap();
    assert_eq!(
        plain(&*game, &[&["d2-g2"]]),
        "7 x  .  .  t  .  .  x
6 .  .  .  t  .  .  .
5 .  .  .  T  .  .  .
4 t  t  T  K  T  t  t
3 .  .  .  T  .  .  .
2 .  .  .  .  .  . [t]
1 x  .  .  t  .  .  x
  a  b  c  d  e  f  g"
    );
}

#[test]
fn a_combo_board_as_text_has_counts_and_row_one_on_top() {
    let options = json!({"width": 4, "height": 5});
    let game = catalog::open("combo", &options).unwrap();
    assert_eq!(
        plain(&*game, &[&["a5-a4=1"]]),
        "1 w1  w1  w1  w1
2 w1  w1  w1  w1
3 .   .   .   .
4[b2] b1  b1  b1
5 .   b1  b1  b1
  a   b   c   d"
    );
}

#[test]
fn an_automatafl_board_as_text_shows_free_goals_and_conflicts() {
    let game = catalog::open("automatafl", &json!({"setup": "small"})).unwrap();
    assert_eq!(
        plain(&*game, &[&["a1-a2", "a5-a2"]]),
        "5 r  .  r  .  r
4 .  .  .  .  .
3 a  .  @  .  a
2!.! .  .  .  .
1 r  .  r  .  r
  a  b  c  d  e"
    );
    assert!(plain(&*game, &[&["a1-a2", "c5-c4"]]).contains("1 0  .  r"));
}

#[test]
fn a_game17_board_is_printed_from_arrays_alone() {
    let board = Scene::land(typed::Game17::LOOK, 2, &[0, 13, 2, 0], &[4, 0, 11, 1]).unwrap();
    let marks = Marks::default();
    let lines = text::lines(&board, &marks, &text::Style::plain());
    assert_eq!(lines, ["     0    1", "0  0:4 13:0", "1 2:11  0:1"]);

    let taken = Marks {
        captured: vec![game::Square::new(1, 0)],
        ..Marks::default()
    };
    let lines = text::lines(&board, &taken, &text::Style::plain());
    assert_eq!(lines[1], "0  0:4*13:0");

    // Without colours the owner on a shade, with colours the count on the owner's colour.
    let owners = text::Style::colour(Theme::Light, Colours::default());
    let lines = text::lines(&board, &marks, &owners);
    assert!(
        lines[1].contains("m13 ") || lines[1].contains("m 13"),
        "{:?}",
        lines[1]
    );
    let counts = text::Style::colour(
        Theme::Light,
        Colours::default().with(2, "red".parse().unwrap()),
    );
    let lines = text::lines(&board, &marks, &counts);
    assert!(lines[2].contains("11"), "{:?}", lines[2]);
    assert!(!lines[1].contains("13"), "{:?}", lines[1]);
}

#[test]
fn a_shade_grows_with_the_pieces() {
    let style = text::Style::colour(Theme::Light, Colours::default());
    let print = |count| {
        let board = Scene::land(typed::Game17::LOOK, 1, &[0], &[count]).unwrap();
        text::lines(&board, &Marks::default(), &style)[1].clone()
    };
    assert_ne!(print(0), print(4));
    assert_ne!(print(4), print(9));
}

#[test]
fn plain_text_has_no_escapes_and_coloured_lines_are_equally_wide() {
    for game in every_game() {
        let film = film(&*game, 20);
        let mut reel = film.reel();
        for step in 0..=film.len() {
            reel.seek(step);
            let plain = text::lines(reel.board(), &reel.marks(), &text::Style::plain());
            assert!(plain.iter().all(|line| !line.contains('\x1b')));
            let style = text::Style::colour(Theme::Dark, Colours::seats(2));
            let lines = text::lines(reel.board(), &reel.marks(), &style);
            let widths: Vec<usize> = lines
                .iter()
                .filter(|line| line.contains('\x1b'))
                .map(|line| columns(line))
                .collect();
            assert_eq!(widths.len(), usize::from(reel.board().height()));
            assert!(widths.windows(2).all(|pair| pair[0] == pair[1]), "{game:?}");
        }
    }
}

fn columns(line: &str) -> usize {
    let mut parts = line.split('\x1b');
    let before = parts.next().map_or(0, |part| part.chars().count());
    let after = |part: &str| {
        part.split_once('m')
            .map_or(0, |(_, text)| text.chars().count())
    };
    before + parts.map(after).sum::<usize>()
}

#[test]
fn every_picture_of_every_game_is_drawn_without_a_font() {
    for game in every_game() {
        let film = film(&*game, 30);
        let mut reel = film.reel();
        for step in 0..=film.len() {
            reel.seek(step);
            let style = svg::Style {
                theme: [Theme::Light, Theme::Dark][step % 2],
                colours: Colours::seats(game.seats()),
                coordinates: step % 3 != 0,
            };
            let picture = svg::board(reel.board(), &reel.marks(), &style);
            assert!(!picture.contains("<text"), "text needs a font");
            let tree = usvg::Tree::from_str(&picture, &usvg::Options::default())
                .unwrap_or_else(|error| panic!("{game:?} step {step}: {error}\n{picture}"));
            let drawn = count_paths(tree.root());
            assert!(drawn > 10, "{game:?} step {step}: {drawn} shapes");
            // A name that nothing bears is passed over in silence.
            for name in picture.split("href=\"#").skip(1) {
                let name = name.split('"').next().unwrap();
                assert!(picture.contains(&format!("id=\"{name}\"")), "{name}");
            }
        }
    }
}

fn count_paths(group: &usvg::Group) -> usize {
    group
        .children()
        .iter()
        .map(|node| match node {
            usvg::Node::Group(group) => count_paths(group),
            _ => 1,
        })
        .sum()
}

#[test]
fn a_film_can_be_wound_to_any_step_and_back() {
    for game in every_game() {
        let steps = random_steps(&*game, 40);
        let film = Film::new(&*game, steps.iter().map(|(step, times)| (step, &times[..]))).unwrap();
        let mut state = game.start();
        let mut boards = vec![game.scene(&state)];
        for (step, _) in &steps {
            game.play(&mut state, step).unwrap();
            boards.push(game.scene(&state));
        }
        assert_eq!(film.len() + 1, boards.len());
        let mut reel = film.reel();
        for jump in [5, 0, 39, 12, 13, 12, 1, 40, 2] {
            let step = jump.min(film.len());
            reel.seek(step);
            assert_eq!(*reel.board(), boards[step], "{game:?} step {step}");
        }
    }
}

#[test]
fn a_choice_of_steps_has_the_first_and_the_last() {
    let game = catalog::open("game17", &json!({"rounds": 2})).unwrap();
    let film = film(&*game, 10_000);
    assert!(film.len() > 300);
    let all = film.choice(usize::MAX);
    assert_eq!(all.len(), film.len() + 1);
    for most in [2, 3, 7, 50] {
        let steps = film.choice(most);
        assert!(steps.len() <= most);
        assert_eq!((steps[0], *steps.last().unwrap()), (0, film.len()));
        assert!(steps.windows(2).all(|pair| pair[0] < pair[1]), "{steps:?}");
    }
}

#[test]
fn a_step_against_the_rules_is_named() {
    let game = catalog::open("brandub", &Value::Null).unwrap();
    let step = AnyStep::Act(vec![(Seat(0), "a1-a2".to_owned())]);
    let error = Film::new(&*game, [(&step, &[][..])]).unwrap_err();
    assert!(
        error.to_string().starts_with("step 1 of the game: "),
        "{error}"
    );
}

const EVIL: &str = "</script><script>alert(1)</script><img src=x onerror=alert(1)>\u{2028}";

#[test]
fn nothing_of_a_record_is_markup_on_a_page() {
    let game = catalog::open("brandub", &Value::Null).unwrap();
    let head = Head {
        title: EVIL.to_owned(),
        game: EVIL.to_owned(),
        players: vec![Player {
            name: EVIL.to_owned(),
            seat: EVIL.to_owned(),
            note: EVIL.to_owned(),
        }],
        result: EVIL.to_owned(),
        facts: vec![(EVIL.to_owned(), EVIL.to_owned())],
    };
    let steps = random_steps(&*game, 3);
    let view = GameView::new(&*game, &head, &steps, Detail::Full).unwrap();
    let page = viewer::page(EVIL, &[view]);
    assert_eq!(page.matches("</script>").count(), 2);
    assert_eq!(page.matches("<script").count(), 2);
    assert!(!page.contains("<img"));
    assert!(!viewer_data(&page).contains('\u{2028}'));
    // And yet the name is there.
    let data: Value = serde_json::from_str(viewer_data(&page)).unwrap();
    assert_eq!(data["games"][0]["players"][0][0], EVIL);
}

fn viewer_data(page: &str) -> &str {
    let start = "<script type=\"application/json\" id=\"games\">";
    let (_, rest) = page.split_once(start).unwrap();
    rest.split_once("</script>").unwrap().0
}

#[test]
fn a_page_loads_nothing() {
    let page = viewer::page("Games", &[]);
    for outside in ["src=", "@import", "url(http", "fetch(", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
}

#[test]
fn boards_that_look_alike_are_on_a_page_once() {
    let game = catalog::open("combo", &Value::Null).unwrap();
    let steps = random_steps(&*game, 10);
    let view = GameView::new(&*game, &Head::default(), &steps, Detail::Brief).unwrap();
    let data: Value = serde_json::from_str(&viewer::data(&[view.clone(), view])).unwrap();
    assert_eq!(data["boards"].as_array().unwrap().len(), 1);
    assert_eq!(data["games"].as_array().unwrap().len(), 2);
}

/// Reads what the script of the page reads, with the same few rules.
fn numbers(text: &str) -> Vec<u64> {
    const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let (mut out, mut value, mut shift) = (Vec::new(), 0, 0);
    for letter in text.chars() {
        let digit = LETTERS.find(letter).unwrap() as u64;
        value |= (digit & 31) << shift;
        shift += 5;
        if digit < 32 {
            out.push(value);
            (value, shift) = (0, 0);
        }
    }
    out
}

fn apply(cells: &mut [u64], text: &str) {
    let mut at = 0;
    for pair in numbers(text).chunks(2) {
        at += pair[0] as usize;
        cells[at] = pair[1];
        at += 1;
    }
}

#[test]
fn the_data_of_a_page_leads_to_the_last_board() {
    let game = catalog::open("game17", &json!({"rounds": 4})).unwrap();
    let steps = random_steps(&*game, 10_000);
    let film = Film::new(&*game, steps.iter().map(|(step, times)| (step, &times[..]))).unwrap();
    let last = film.board(film.len());
    for detail in [Detail::Full, Detail::Brief] {
        let view = GameView::new(&*game, &Head::default(), &steps, detail).unwrap();
        let data: Value = serde_json::from_str(&viewer::data(&[view])).unwrap();
        let data = &data["games"][0];
        let owners = data["owners"].as_u64().unwrap();
        let mut cells = vec![0; 14 * 14];
        apply(&mut cells, data["start"].as_str().unwrap());
        let frames = data["frames"].as_array().unwrap();
        for frame in frames {
            apply(&mut cells, frame[1].as_str().unwrap_or(""));
        }
        for (code, cell) in cells.iter().zip(last.cells()) {
            let expected = picture::Cell::Land {
                owner: (code % owners) as u16,
                count: (code / owners) as u32,
            };
            assert_eq!(expected, *cell);
        }
        match detail {
            Detail::Full => assert_eq!(frames.len(), film.len()),
            Detail::Brief => assert!(frames.len() < film.len() / 10),
        }
    }
}

#[test]
fn a_code_in_the_data_of_a_page_is_a_kind_of_piece_and_how_many() {
    for id in ["automatafl", "brandub", "combo"] {
        let game = catalog::open(id, &Value::Null).unwrap();
        let steps = random_steps(&*game, 40);
        let last = film(&*game, 40);
        let last = last.board(last.len());
        let view = GameView::new(&*game, &Head::default(), &steps, Detail::Full).unwrap();
        let data: Value = serde_json::from_str(&viewer::data(&[view])).unwrap();
        let data = &data["games"][0];
        let kinds = data["pieces"].as_array().unwrap();
        let mut cells = vec![0; last.cells().len()];
        apply(&mut cells, data["start"].as_str().unwrap());
        for frame in data["frames"].as_array().unwrap() {
            apply(&mut cells, frame[1].as_str().unwrap_or(""));
        }
        for (square, code) in last.squares().zip(cells) {
            let piece = code.checked_sub(1).map(|code| {
                let (kind, more) = (code as usize % kinds.len(), code as usize / kinds.len());
                (kinds[kind][0].as_str().unwrap(), more as u32 + 1)
            });
            let symbol = last
                .piece(square)
                .map(|(kind, count)| (kind.symbol.to_string(), count));
            let expected = symbol
                .as_ref()
                .map(|(symbol, count)| (symbol.as_str(), *count));
            assert_eq!(piece, expected, "{id} {square}");
        }
        assert_eq!(
            kinds[0][1].is_string(),
            id == "combo",
            "only stacks are numbered"
        );
    }
}

#[cfg(feature = "raster")]
mod raster {
    use super::*;
    use picture::raster::{self, RasterError, Shot};

    fn shots(most: u64) -> Vec<Shot> {
        let game = catalog::open("brandub", &Value::Null).unwrap();
        let film = film(&*game, most);
        let mut reel = film.reel();
        (0..=film.len())
            .map(|step| {
                reel.seek(step);
                let svg = svg::board(reel.board(), &reel.marks(), &svg::Style::default());
                Shot {
                    svg,
                    hundredths: 7 + step as u16,
                }
            })
            .collect()
    }

    #[test]
    fn an_animation_has_every_picture_for_its_time() {
        let shots = shots(6);
        let mut bytes = Vec::new();
        let mut told = Vec::new();
        raster::gif(&mut bytes, &shots, 120, |done| told.push(done)).unwrap();
        assert_eq!(told, (1..=shots.len()).collect::<Vec<_>>());
        let mut decoder = gif::DecodeOptions::new().read_info(&bytes[..]).unwrap();
        assert_eq!(decoder.width(), 120);
        let mut delays = Vec::new();
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            delays.push(frame.delay);
        }
        let expected: Vec<u16> = shots.iter().map(|shot| shot.hundredths).collect();
        assert_eq!(delays, expected);
    }

    #[test]
    fn the_pictures_of_an_animation_add_up_to_the_last() {
        let shots = shots(8);
        let mut bytes = Vec::new();
        raster::gif(&mut bytes, &shots, 140, |_| {}).unwrap();
        let mut options = gif::DecodeOptions::new();
        options.set_color_output(gif::ColorOutput::RGBA);
        let mut decoder = options.read_info(&bytes[..]).unwrap();
        let wide = usize::from(decoder.width());
        let mut shown = vec![[0; 4]; wide * usize::from(decoder.height())];
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            for (n, pixel) in frame.buffer.chunks_exact(4).enumerate() {
                let x = usize::from(frame.left) + n % usize::from(frame.width);
                let y = usize::from(frame.top) + n / usize::from(frame.width);
                if pixel[3] > 0 {
                    shown[y * wide + x].copy_from_slice(pixel);
                }
            }
        }
        let last = &shots.last().unwrap().svg;
        let tree = usvg::Tree::from_str(last, &usvg::Options::default()).unwrap();
        let scale = wide as f32 / tree.size().width();
        let mut expected = resvg::tiny_skia::Pixmap::new(wide as u32, wide as u32).unwrap();
        expected.fill(resvg::tiny_skia::Color::WHITE);
        let scaled = resvg::tiny_skia::Transform::from_scale(scale, scale);
        resvg::render(&tree, scaled, &mut expected.as_mut());
        assert_eq!(shown.len(), expected.pixels().len());
        // Two hundred and fifty-five colours come close to all of them.
        let far = shown.iter().zip(expected.pixels()).filter(|(a, b)| {
            let apart = [(a[0], b.red()), (a[1], b.green()), (a[2], b.blue())];
            apart.iter().any(|(a, b)| a.abs_diff(*b) > 16)
        });
        let far = far.count();
        assert!(far < shown.len() / 200, "{far} of {} pixels", shown.len());
    }

    #[test]
    fn the_same_pictures_give_the_same_bytes() {
        let shots = shots(3);
        let [a, b] = [(); 2].map(|()| {
            let mut bytes = Vec::new();
            raster::gif(&mut bytes, &shots, 100, |_| {}).unwrap();
            bytes
        });
        assert!(a == b);
    }

    #[test]
    fn a_picture_is_a_png_of_the_width_asked_for() {
        let bytes = raster::png(&shots(0)[0].svg, 200).unwrap();
        assert_eq!(bytes[..8], *b"\x89PNG\r\n\x1a\n");
        assert_eq!(u32::from_be_bytes(bytes[16..20].try_into().unwrap()), 200);
    }

    #[test]
    fn what_cannot_be_drawn_is_an_error() {
        let mut out = Vec::new();
        let none = raster::gif(&mut out, &[], 100, |_| {});
        assert!(matches!(none, Err(RasterError::Empty)));
        assert!(matches!(raster::png("<svg", 100), Err(RasterError::Svg(_))));
        let svg = &shots(0)[0].svg;
        assert!(matches!(raster::png(svg, 1), Err(RasterError::Size(1))));
    }
}
