//! The curve of a game: the points that white may expect, move by move, with the counts and the mistakes.

use crate::study::judged::Mark;
use crate::study::judged::Study;
use std::fmt::Write;

// All in units of the picture.
const WIDTH: f64 = 1000.0;
const HEIGHT: f64 = 254.0;
const LEFT: f64 = 44.0;
const RIGHT: f64 = 14.0;
const TOP: f64 = 40.0;
const PLOT: f64 = 180.0;
/// Numbers of moves along the axis, about.
const TICKS: usize = 12;

/// The picture. Its parts are named so that the page's script can move the cursor.
pub fn svg(study: &Study<'_>) -> String {
    let last = study.moves.len().max(1);
    let x = |place: usize| LEFT + (WIDTH - LEFT - RIGHT) * place as f64 / last as f64;
    let y = |share: f64| TOP + PLOT * (1.0 - share / 100.0);
    let (bottom, right) = (TOP + PLOT, WIDTH - RIGHT);
    let mut text = format!(
        "<svg class=\"curve\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" data-left=\"{LEFT}\" data-width=\"{}\" data-top=\"{TOP}\" data-bottom=\"{bottom}\"><rect class=\"black\" \
         x=\"{LEFT}\" y=\"{TOP}\" width=\"{0}\" height=\"{PLOT}\"/>",
        WIDTH - LEFT - RIGHT
    );
    let points: Vec<String> = study
        .stands
        .iter()
        .enumerate()
        .map(|(place, stand)| format!("{:.1} {:.1}", x(place), y(stand.white_share())))
        .collect();
    let line = points.join("L");
    let end = x(study.stands.len() - 1);
    let _ = write!(text, "<path class=\"white\" d=\"M{LEFT} {bottom}L{line}L{end:.1} {bottom}z\"/>");
    for share in [0.0, 25.0, 50.0, 75.0, 100.0] {
        let class = if share == 50.0 { "half" } else { "rule" };
        let _ = write!(
            text,
            "<path class=\"{class}\" d=\"M{LEFT} {0:.1}H{right}\"/><text class=\"left\" x=\"{1}\" y=\"{2:.1}\">{share} %</text>",
            y(share),
            LEFT - 6.0,
            y(share) + 4.0
        );
    }
    counts(&mut text, study, &x);
    let _ = write!(text, "<path class=\"line\" d=\"M{line}\"/>");
    for (place, judged) in study.moves.iter().enumerate() {
        if let Some(mark) = judged.mark {
            let (at, height) = (x(place + 1), y(study.stands[place + 1].white_share()));
            let radius = if mark == Mark::Dubious { 3.5 } else { 5.0 };
            let _ =
                write!(text, "<circle class=\"{}\" cx=\"{at:.1}\" cy=\"{height:.1}\" r=\"{radius}\"/>", class(mark));
        }
    }
    let every = (last / TICKS).max(1).next_multiple_of(2);
    for place in (0..study.stands.len()).step_by(every) {
        let number = study.stands[place].position.number();
        let _ = write!(text, "<text class=\"move\" x=\"{:.1}\" y=\"{}\">{number}</text>", x(place), bottom + 18.0);
    }
    let _ = write!(text, "<path class=\"cursor\" d=\"M{end:.1} {TOP}V{bottom}\"/></svg>");
    text
}

/// The stretches in which a count runs: where each begins and ends, who counts and how far.
fn counts(text: &mut String, study: &Study<'_>, x: &dyn Fn(usize) -> f64) {
    let bottom = TOP + PLOT;
    // Two rows of labels, and where each is free.
    let mut rows = [(TOP - 10.0, 0.0), (TOP - 25.0, 0.0)];
    for (first, last) in study.counts() {
        let (Some((begin, who)), Some((end, _))) = (study.stands[first].count(), study.stands[last].count()) else {
            continue;
        };
        let (from, to, over) = (x(first), x(last), TOP - 6.0);
        let _ = write!(
            text,
            "<rect class=\"count\" x=\"{from:.1}\" y=\"{TOP}\" width=\"{:.1}\" height=\"{PLOT}\"/><path class=\"edge\" \
             d=\"M{from:.1} {over}V{bottom}M{to:.1} {over}V{bottom}\"/>",
            to - from
        );
        let label = format!("{who} counts {} to {} of {}", begin.used(), end.used(), begin.of());
        let room = 6.4 * label.len() as f64;
        let at = from.min(WIDTH - RIGHT - room);
        let row = rows.iter().position(|(_, free)| at >= *free).unwrap_or(0);
        rows[row].1 = at + room + 12.0;
        let _ = write!(text, "<text class=\"label\" x=\"{at:.1}\" y=\"{}\">{label}</text>", rows[row].0);
    }
}

/// The class by which a mark is coloured.
pub fn class(mark: Mark) -> &'static str {
    match mark {
        Mark::Dubious => "dubious",
        Mark::Mistake => "mistake",
        Mark::Blunder => "blunder",
    }
}
