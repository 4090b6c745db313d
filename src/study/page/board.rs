//! A board as a picture.

use crate::rules::Position;
use crate::study::page::signs;
use crate::types::Move;
use crate::types::Square;
use std::fmt::Write;

/// A square's side and the margin for letters and digits, in units of the picture.
const SIDE: usize = 45;
const MARGIN: usize = 16;
/// Side of the whole.
pub const WHOLE: usize = 8 * SIDE + 2 * MARGIN;

/// The men of a position in the order a8 to h8, ... a1 to h1: the name of a picture, capital for white, or a point.
pub fn men(position: &Position) -> String {
    let squares = (0..64).map(|index| Square::at(index % 8, 7 - index / 8));
    let sign = |square| match position.at(square) {
        Some(man) if man.color().is_white() => signs::name(man.role()).to_ascii_uppercase(),
        Some(man) => signs::name(man.role()),
        None => '.',
    };
    squares.map(sign).collect()
}

/// A move drawn as an arrow of a class.
pub type Arrow = (Move, &'static str);

/// The picture of a position with arrows.
pub fn svg(position: &Position, arrows: &[Arrow]) -> String {
    let mut text = format!("<svg class=\"board\" viewBox=\"0 0 {WHOLE} {WHOLE}\">");
    let _ = write!(
        text,
        "<rect class=\"wood\" width=\"{WHOLE}\" height=\"{WHOLE}\" rx=\"6\"/><rect class=\"field\" x=\"{MARGIN}\" y=\"{MARGIN}\" \
         width=\"{0}\" height=\"{0}\"/><g class=\"hl\"></g><path class=\"grid\" d=\"",
        8 * SIDE
    );
    for line in 1..8 {
        let at = MARGIN + line * SIDE;
        let _ = write!(text, "M{at} {MARGIN}v{0}M{MARGIN} {at}h{0}", 8 * SIDE);
    }
    text.push_str("\"/><g class=\"names\">");
    for line in 0..8 {
        let middle = MARGIN + line * SIDE + SIDE / 2;
        let (file, rank) = ((b'a' + line as u8) as char, 8 - line);
        for edge in [MARGIN / 2, WHOLE - MARGIN / 2] {
            let _ = write!(text, "<text x=\"{middle}\" y=\"{}\">{file}</text>", edge + 4);
            let _ = write!(text, "<text x=\"{edge}\" y=\"{}\">{rank}</text>", middle + 4);
        }
    }
    text.push_str("</g><g class=\"men\">");
    for (index, sign) in men(position).chars().enumerate().filter(|&(_, sign)| sign != '.') {
        let (x, y) = (MARGIN + index % 8 * SIDE, MARGIN + index / 8 * SIDE);
        let class = if sign.is_ascii_uppercase() { 'W' } else { 'B' };
        let _ = write!(
            text,
            "<use href=\"#{}\" class=\"{class}\" x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\"/>",
            sign.to_ascii_lowercase()
        );
    }
    text.push_str("</g>");
    arrows.iter().for_each(|arrow| draw(&mut text, *arrow));
    text.push_str("</svg>");
    text
}

fn draw(text: &mut String, (mv, class): Arrow) {
    let middle = |square: Square| {
        let at = |line: usize| (MARGIN + line * SIDE) as f64 + SIDE as f64 / 2.0;
        (at(square.file()), at(7 - square.rank()))
    };
    let ((x1, y1), (x2, y2)) = (middle(mv.from()), middle(mv.to()));
    let length = (x2 - x1).hypot(y2 - y1).max(1.0);
    let (dx, dy) = ((x2 - x1) / length, (y2 - y1) / length);
    // The tip stands a little before the middle, the shaft ends where the head begins.
    let tip = (x2 - 4.0 * dx, y2 - 4.0 * dy);
    let neck = (tip.0 - 13.0 * dx, tip.1 - 13.0 * dy);
    let _ = write!(
        text,
        "<path class=\"arrow {class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}\"/><path class=\"head {class}\" d=\"M{:.1} {:.1}L{:.1} {:.1}L{:.1} \
         {:.1}z\"/>",
        x1 + 10.0 * dx,
        y1 + 10.0 * dy,
        neck.0,
        neck.1,
        tip.0,
        tip.1,
        neck.0 - 8.0 * dy,
        neck.1 + 8.0 * dx,
        neck.0 + 8.0 * dy,
        neck.1 - 8.0 * dx,
    );
}
