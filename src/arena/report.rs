//! A picture of a match: the first engine's score as it went, with its error band, and the endings by reason.

use crate::arena::show::Scene;
use crate::arena::tally::Step;
use crate::arena::tally::Tally;
use std::fmt::Write;
use std::time::Duration;

// All in pixels.
const WIDTH: f64 = 760.0;
const LEFT: f64 = 60.0;
const RIGHT: f64 = 20.0;
const TOP: f64 = 48.0;
const PLOT: f64 = 260.0;
const ROW: f64 = 22.0;
/// The Elo axis goes no further: the first few pairs say little.
const MOST_ELO: f64 = 800.0;
const LEAST_ELO: f64 = 20.0;
/// A curve of more points than this is thinned.
const MOST_POINTS: usize = 600;

const STYLE: &str = "text{font:13px sans-serif;fill:#222}.title{font-size:16px;font-weight:bold}.small{font-size:11px;\
    fill:#666}.band{fill:#1f77b4;opacity:.2}.curve{fill:none;stroke:#1f77b4;stroke-width:2}.grid{stroke:#ddd}\
    .zero{stroke:#888}.won{fill:#2ca02c}.drawn{fill:#999}.lost{fill:#d62728}";

/// The picture as SVG.
pub fn svg(scene: &Scene<'_>, tally: &Tally) -> String {
    let endings = endings(tally);
    let base = TOP + PLOT + 56.0;
    let height = base + ROW * endings.len() as f64 + 30.0;
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\" viewBox=\"0 0 {WIDTH} {height}\">\n\
         <style>{STYLE}</style>\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
    );
    let names = scene.contenders.iter().map(|one| escaped(&one.name)).collect::<Vec<_>>();
    let against = if names.len() == 2 { names[1].clone() } else { "all".to_string() };
    let _ = writeln!(
        text,
        "<text class=\"title\" x=\"{LEFT}\" y=\"22\">{}: {} v {against}</text>",
        scene.variant, names[0]
    );
    let score = tally.of(0);
    let _ = writeln!(
        text,
        "<text x=\"{LEFT}\" y=\"40\">{} games: +{} ={} -{}, Elo {:+.1} ± {:.1}</text>",
        score.games(),
        score.wins,
        score.draws,
        score.losses,
        score.pairs.elo(),
        score.pairs.error()
    );
    curve(&mut text, tally.course());
    bars(&mut text, &endings, base);
    text.push_str("</svg>\n");
    text
}

/// The picture and the summary as a page.
pub fn html(scene: &Scene<'_>, tally: &Tally, elapsed: Duration) -> String {
    let names = scene.contenders.iter().map(|one| escaped(&one.name)).collect::<Vec<_>>().join(" v ");
    let title = format!("{}: {names}", scene.variant);
    format!(
        "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title>\n\
         <style>body{{font-family:sans-serif;margin:2em}}pre{{background:#f6f6f6;padding:1em;overflow-x:auto}}</style></head>\n\
         <body>\n{}<pre>{}</pre>\n</body>\n</html>\n",
        svg(scene, tally),
        escaped(&scene.table(tally, elapsed))
    )
}

/// Text for a page: what would be taken for marks is written otherwise.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// A step of 1, 2 or 5 times a power of ten that divides `range` into some five parts.
fn tick(range: f64) -> f64 {
    let raw = range / 5.0;
    let power = 10f64.powf(raw.log10().floor());
    power * [1.0, 2.0, 5.0].into_iter().find(|step| step * power >= raw).unwrap_or(10.0)
}

fn curve(text: &mut String, course: &[Step]) {
    let Some(last) = course.last() else {
        let _ = writeln!(text, "<text class=\"small\" x=\"{LEFT}\" y=\"{}\">no game pair is over</text>", TOP + 20.0);
        return;
    };
    // The scale is set by the later half, where the band is narrow.
    let reach = |step: &Step| (step.elo.abs() + step.error).min(MOST_ELO);
    let top = course[course.len() / 2..].iter().map(reach).fold(LEAST_ELO, f64::max) * 1.1;
    let x = |games: u64| LEFT + (WIDTH - LEFT - RIGHT) * games as f64 / last.games.max(1) as f64;
    let y = |elo: f64| TOP + PLOT / 2.0 * (1.0 - elo.clamp(-top, top) / top);
    let step = tick(2.0 * top);
    let steps = (top / step).floor() as i32;
    for at in -steps..=steps {
        let (elo, class) = (f64::from(at) * step, if at == 0 { "zero" } else { "grid" });
        let (right, y) = (WIDTH - RIGHT, y(elo));
        let _ = writeln!(text, "<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{right}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>");
        let _ = writeln!(
            text,
            "<text class=\"small\" x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{elo:+}</text>",
            LEFT - 6.0,
            y + 4.0
        );
    }
    let step = tick(last.games as f64).max(2.0) as usize;
    for games in (step as u64..=last.games).step_by(step) {
        let _ = writeln!(
            text,
            "<text class=\"small\" x=\"{:.1}\" y=\"{}\" text-anchor=\"middle\">{games}</text>",
            x(games),
            TOP + PLOT + 16.0
        );
    }
    let _ = writeln!(text, "<text class=\"small\" x=\"{LEFT}\" y=\"{}\">games; band: 95 %</text>", TOP + PLOT + 32.0);
    let every = course.len().div_ceil(MOST_POINTS);
    // From the last on, so that it is among them.
    let mut points: Vec<&Step> = course.iter().rev().step_by(every).collect();
    points.reverse();
    let corner = |step: &Step, elo: f64| format!("{:.1},{:.1}", x(step.games), y(elo));
    let upper = points.iter().map(|step| corner(step, step.elo + step.error));
    let lower = points.iter().rev().map(|step| corner(step, step.elo - step.error));
    let band = upper.chain(lower).collect::<Vec<_>>().join(" ");
    let middle = points.iter().map(|step| corner(step, step.elo)).collect::<Vec<_>>().join(" ");
    let _ =
        writeln!(text, "<polygon class=\"band\" points=\"{band}\"/>\n<polyline class=\"curve\" points=\"{middle}\"/>");
}

/// Of each cause: how many games the first engine won, drew (or took no part in) and lost.
fn endings(tally: &Tally) -> Vec<(String, [u64; 3])> {
    let mut endings: Vec<(String, [u64; 3])> = Vec::new();
    for (kind, games) in tally.endings() {
        let cause = kind.cause.to_string();
        let column = match (kind.winner, kind.loser) {
            (Some(0), _) => 0,
            (_, Some(0)) => 2,
            _ => 1,
        };
        match endings.iter_mut().find(|(known, _)| *known == cause) {
            Some((_, columns)) => columns[column] += games,
            None => {
                let mut columns = [0; 3];
                columns[column] = games;
                endings.push((cause, columns));
            }
        }
    }
    endings.sort_by_key(|(_, columns)| std::cmp::Reverse(columns.iter().sum::<u64>()));
    endings
}

fn bars(text: &mut String, endings: &[(String, [u64; 3])], base: f64) {
    const LABEL: f64 = 170.0;
    let most = endings.iter().map(|(_, columns)| columns.iter().sum::<u64>()).max().unwrap_or(1).max(1);
    for (row, (cause, columns)) in endings.iter().enumerate() {
        let y = base + ROW * row as f64;
        let _ = writeln!(text, "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{cause}</text>", LABEL, y + 13.0);
        let mut x = LABEL + 8.0;
        for (games, class) in columns.iter().zip(["won", "drawn", "lost"]) {
            let width = (WIDTH - RIGHT - LABEL - 60.0) * *games as f64 / most as f64;
            if *games > 0 {
                let _ = writeln!(
                    text,
                    "<rect class=\"{class}\" x=\"{x:.1}\" y=\"{y:.1}\" width=\"{width:.1}\" height=\"16\"/>"
                );
            }
            x += width;
        }
        let sum: u64 = columns.iter().sum();
        let _ = writeln!(text, "<text x=\"{:.1}\" y=\"{:.1}\">{sum}</text>", x + 6.0, y + 13.0);
    }
    let y = base + ROW * endings.len() as f64 + 14.0;
    let _ = writeln!(text, "<text class=\"small\" x=\"{LEFT}\" y=\"{y:.1}\">green: won, grey: drawn, red: lost</text>");
}
