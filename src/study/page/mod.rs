//! Studied games as a page for the browser, with all that it needs inside: boards, the curve of each game, the moves.

pub mod board;
pub mod curve;
pub mod signs;

use crate::arena::report::escaped;
use crate::study::judged::Mark;
use crate::study::judged::Stand;
use crate::study::judged::Study;
use crate::study::source::Refusal;
use crate::types::Color;
use crate::types::Square;
use curve::class;
use signs::Signs;
use std::fmt::Write;

/// So many of the worst mistakes of a game are shown on boards of their own.
const WORST: usize = 6;

/// Writes the page.
pub fn write(studies: &[Study<'_>], refusals: &[Refusal], signs: Signs, how: &str) -> String {
    let mut text = format!(
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" \
         content=\"width=device-width,initial-scale=1\"><title>{}</title>\n<style>\n{}</style></head>\n<body>\n<svg width=\"0\" \
         height=\"0\" style=\"position:absolute\"><defs>\n{}</defs></svg>\n",
        escaped(&title(studies)),
        include_str!("style.css"),
        signs.symbols()
    );
    if studies.len() > 1 {
        let _ = writeln!(text, "<header><h1>{}</h1></header>", escaped(&title(studies)));
        contents(&mut text, studies);
    }
    for (number, study) in studies.iter().enumerate() {
        game(&mut text, study, number + 1);
    }
    if !refusals.is_empty() {
        text.push_str("<section class=\"refused\"><h2>Not read</h2><ul>\n");
        refusals.iter().for_each(|refusal| text.push_str(&format!("<li>{}</li>\n", escaped(&refusal.to_string()))));
        text.push_str("</ul></section>\n");
    }
    let _ = writeln!(text, "<footer>{}</footer>", escaped(how));
    let _ = write!(text, "<script>\n{}</script>\n</body></html>\n", include_str!("script.js"));
    text
}

fn title(studies: &[Study<'_>]) -> String {
    match studies {
        [study] => players(study),
        _ => format!("{} games", studies.len()),
    }
}

fn tag<'a>(study: &'a Study<'_>, name: &str) -> Option<&'a str> {
    let found = study.game.tags.iter().find(|(known, _)| known.eq_ignore_ascii_case(name));
    found.map(|(_, value)| value.as_str()).filter(|value| !value.is_empty() && !value.starts_with('?'))
}

fn players(study: &Study<'_>) -> String {
    match (tag(study, "White"), tag(study, "Black"), tag(study, "id")) {
        (None, None, Some(id)) => id.to_string(),
        (None, None, None) if study.moves.is_empty() => format!("Position of line {}", study.game.line),
        (white, black, _) => format!("{} – {}", white.unwrap_or("White"), black.unwrap_or("Black")),
    }
}

/// What is known of a game besides the players.
fn circumstances(study: &Study<'_>) -> String {
    let mut parts = vec![study.game.variant.name.to_string()];
    parts.extend(["Event", "Round", "Date"].iter().filter_map(|name| tag(study, name)).map(str::to_string));
    if let Some(ended) = study.stands.last().and_then(|stand| stand.ended) {
        parts.push(ended.to_string());
    } else if let Some(ending) = tag(study, "Ending").or(tag(study, "Termination")) {
        parts.push(ending.to_string());
    }
    parts.join(" · ")
}

fn contents(text: &mut String, studies: &[Study<'_>]) {
    text.push_str(
        "<nav><table><tr><th></th><th>game</th><th>result</th><th></th><th>average loss: white</th><th>black</th>\
         <th>blunders: white</th><th>black</th></tr>\n",
    );
    for (number, study) in studies.iter().enumerate() {
        let sides = Color::ALL.map(|side| {
            let (loss, marks) = study.summary(side);
            if study.moves.is_empty() { Default::default() } else { [format!("{loss:.1} %"), marks[2].to_string()] }
        });
        let _ = writeln!(
            text,
            "<tr><td>{0}</td><td><a href=\"#g{0}\">{1}</a></td><td>{2}</td><td>{3}</td><td>{4}</td><td>{5}</td><td>{6}</td>\
             <td>{7}</td></tr>",
            number + 1,
            escaped(&players(study)),
            escaped(&study.game.result),
            escaped(study.game.variant.name),
            sides[0][0],
            sides[1][0],
            sides[0][1],
            sides[1][1]
        );
    }
    text.push_str("</table></nav>\n");
}

fn game(text: &mut String, study: &Study<'_>, number: usize) {
    let (last, place) = (&study.stands[study.stands.len() - 1], study.moves.len());
    let _ = writeln!(
        text,
        "<section class=\"game\" id=\"g{number}\"><h2>{} <span class=\"result\">{}</span></h2><p class=\"about\">{}</p>",
        escaped(&players(study)),
        escaped(study.game.result.trim_start_matches('*')),
        escaped(&circumstances(study))
    );
    let arrows: Vec<board::Arrow> = match last.line.first() {
        Some(&best) if study.moves.is_empty() => vec![(best, "best")],
        _ => Vec::new(),
    };
    let _ = writeln!(
        text,
        "<div class=\"both\"><div class=\"left\"><div class=\"stage\"><div class=\"bar\" title=\"points white may expect\"><i \
         style=\"height:{:.1}%\"></i></div>{}</div><div class=\"keys\"><button data-go=\"first\">❙◀</button><button \
         data-go=\"back\">◀</button><button data-go=\"next\">▶</button><button data-go=\"last\">▶❙</button><button \
         data-go=\"turn\" title=\"turn the board\">⇅</button></div><p class=\"said\">{}</p></div>",
        last.white_share(),
        board::svg(&last.position, &arrows),
        escaped(&said(study, place))
    );
    text.push_str("<div class=\"right\">");
    if !study.moves.is_empty() {
        summary(text, study);
        moves(text, study);
    } else {
        let _ = write!(text, "<p class=\"best\">{}</p>", escaped(&last.best.join(" ")));
    }
    text.push_str("</div></div>\n");
    if !study.moves.is_empty() {
        text.push_str(&curve::svg(study));
        text.push_str(
            "<p class=\"legend\"><i class=\"blunder\"></i>blunder <i class=\"mistake\"></i>mistake <i class=\"dubious\"></i>dubious \
             <i class=\"counted\"></i>a count runs · light: points that white may expect</p>\n",
        );
        worst(text, study);
    }
    data(text, study);
    text.push_str("</section>\n");
}

/// Of both sides what the moves cost.
fn summary(text: &mut String, study: &Study<'_>) {
    text.push_str("<table class=\"sums\"><tr><th></th><th>average loss</th><th>dubious</th><th>mistakes</th><th>blunders</th></tr>");
    for side in Color::ALL {
        let (loss, marks) = study.summary(side);
        let _ = write!(text, "<tr><th>{side}</th><td>{loss:.1} %</td>");
        marks.iter().for_each(|number| text.push_str(&format!("<td>{number}</td>")));
        text.push_str("</tr>");
    }
    text.push_str("</table>\n");
}

/// The moves in two columns.
fn moves(text: &mut String, study: &Study<'_>) {
    text.push_str("<ol class=\"moves\">");
    for (place, judged) in study.moves.iter().enumerate() {
        let (before, after) = (&study.stands[place].position, &study.stands[place + 1]);
        if before.turn().is_white() || place == 0 {
            let gap = if before.turn().is_white() { "" } else { "<span></span>" };
            let _ = write!(text, "<li><b>{}.</b>{gap}", before.number());
        }
        let (class, sign) = judged.mark.map_or(("", ""), |mark| (class(mark), mark.sign()));
        let counted = if after.count().is_some() { " counted" } else { "" };
        let _ = write!(
            text,
            "<a data-ply=\"{}\" class=\"{class}{counted}\">{}<s>{sign}</s><em>{}</em></a>",
            place + 1,
            escaped(&judged.san),
            score(after)
        );
        if before.turn() == Color::Black || place + 1 == study.moves.len() {
            text.push_str("</li>");
        }
    }
    text.push_str("</ol>\n");
}

/// The worst mistakes, each on a board with the move that was made and the better one.
fn worst(text: &mut String, study: &Study<'_>) {
    let mut places: Vec<usize> =
        (0..study.moves.len()).filter(|&i| study.moves[i].mark >= Some(Mark::Mistake)).collect();
    places.sort_by(|&a, &b| study.moves[b].loss.total_cmp(&study.moves[a].loss));
    places.truncate(WORST);
    places.sort_unstable();
    if places.is_empty() {
        return;
    }
    text.push_str("<h3>Turning points</h3><div class=\"worst\">");
    for place in places {
        let (judged, before) = (&study.moves[place], &study.stands[place]);
        let mut arrows = vec![(judged.mv, "made")];
        arrows.extend(before.line.first().map(|&best| (best, "best")));
        let _ = write!(
            text,
            "<figure data-ply=\"{}\">{}<figcaption><b class=\"{}\">{}</b><br>better {}</figcaption></figure>",
            place + 1,
            board::svg(&before.position, &arrows),
            judged.mark.map_or("", class),
            escaped(&numbered(study, place)),
            escaped(before.best.first().map_or("", String::as_str))
        );
    }
    text.push_str("</div>\n");
}

/// A move with its number and mark.
fn numbered(study: &Study<'_>, place: usize) -> String {
    let (judged, before) = (&study.moves[place], &study.stands[place].position);
    let dots = if before.turn().is_white() { "." } else { "…" };
    format!("{}{dots} {}{}", before.number(), judged.san, judged.mark.map_or("", Mark::sign))
}

/// A score from white's view, in pawns or as a mate.
fn score(stand: &Stand) -> String {
    if stand.ended.is_some() {
        return String::new();
    }
    let score = stand.white_score();
    match score.mate_moves() {
        Some(moves) => format!("#{moves}"),
        None if score.0.abs() < 5 => "0.0".to_string(),
        None => format!("{:+.1}", f64::from(score.0) / 100.0),
    }
}

/// What is said below the board of a place in the game.
fn said(study: &Study<'_>, place: usize) -> String {
    let stand = &study.stands[place];
    let mut parts = Vec::new();
    if let Some(before) = place.checked_sub(1) {
        let judged = &study.moves[before];
        parts.push(numbered(study, before));
        if judged.mark.is_some() {
            let better: Vec<&str> = study.stands[before].best.iter().take(6).map(String::as_str).collect();
            parts.push(format!("cost {:.0} % · better {}", judged.loss, better.join(" ")));
        }
    }
    match stand.ended {
        Some(ended) => parts.push(ended.to_string()),
        None => {
            let odds = if stand.position.turn().is_white() { stand.odds } else { stand.odds.reversed() };
            let percent = |thousandths: u16| f64::from(thousandths) / 10.0;
            parts.push(format!(
                "{}, white wins {:.0} %, draw {:.0} %, black wins {:.0} %",
                score(stand),
                percent(odds.win),
                percent(odds.draw),
                percent(odds.loss)
            ));
            let best: Vec<&str> = stand.best.iter().take(8).map(String::as_str).collect();
            parts.push(format!("best {}", best.join(" ")));
        }
    }
    if let Some((count, who)) = stand.count() {
        parts.push(format!("{who} has counted {} of {}", count.used(), count.of()));
    }
    parts.join(" · ")
}

/// What the script needs: of each place the men, the move that led there, white's share, what is said.
fn data(text: &mut String, study: &Study<'_>) {
    let places = 0..study.stands.len();
    let men: Vec<String> = study.stands.iter().map(|stand| board::men(&stand.position)).collect();
    let shares: Vec<f64> = study.stands.iter().map(|stand| (10.0 * stand.white_share()).round() / 10.0).collect();
    let square = |square: Square| square.file() + 8 * (7 - square.rank());
    let moves: Vec<[usize; 2]> =
        study.moves.iter().map(|judged| [square(judged.mv.from()), square(judged.mv.to())]).collect();
    let said: Vec<String> = places.map(|place| said(study, place)).collect();
    let value = serde_json::json!({ "men": men, "share": shares, "moves": moves, "said": said });
    let _ = writeln!(text, "<script type=\"application/json\">{}</script>", value.to_string().replace("</", "<\\/"));
}
