//! The course of training as a table and as a picture.

use crate::training::trainer::Epoch;
use std::fmt::Write;

/// The epochs as comma-separated values.
pub fn csv(epochs: &[Epoch]) -> String {
    let mut text = String::from("epoch,rate,training,validation,seconds,samples_per_second\n");
    for epoch in epochs {
        let Epoch { number, rate, training, validation, seconds, samples } = epoch;
        let speed = *samples as f64 / seconds.max(1e-9);
        let _ = writeln!(text, "{number},{rate:.6},{training:.6},{validation:.6},{seconds:.1},{speed:.0}");
    }
    text
}

/// The epochs that [`csv`] wrote; lines that it did not write are left out.
pub fn read_csv(text: &str) -> Vec<Epoch> {
    let line = |line: &str| {
        let mut fields = line.split(',').map(|field| field.parse::<f64>().ok());
        let mut next = || fields.next().flatten();
        let (number, rate, training, validation) = (next()? as usize, next()? as f32, next()?, next()?);
        let (seconds, speed) = (next()?, next()?);
        Some(Epoch { number, rate, training, validation, seconds, samples: (seconds * speed) as usize })
    };
    text.lines().filter_map(line).collect()
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 400.0;
const MARGIN: f64 = 64.0;

/// The losses of training and validation by epoch, as an SVG picture.
pub fn svg(epochs: &[Epoch], title: &str) -> String {
    let losses = || epochs.iter().flat_map(|epoch| [epoch.training, epoch.validation]);
    let (low, high) = (losses().fold(f64::MAX, f64::min), losses().fold(0.0, f64::max));
    let (low, high) = if low < high { (low, high) } else { (0.0, low.min(1.0) * 2.0 + 1e-6) };
    let last = epochs.len().max(2) as f64;
    let x = |epoch: f64| MARGIN + (epoch - 1.0) / (last - 1.0) * (WIDTH - 1.5 * MARGIN);
    let y = |loss: f64| HEIGHT - MARGIN - (loss - low) / (high - low) * (HEIGHT - 2.0 * MARGIN);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\">\n<rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"#fff\"/>\n\
         <text x=\"{MARGIN}\" y=\"32\" font-size=\"16\">{}</text>\n",
        title.replace('&', "&amp;").replace('<', "&lt;")
    );
    for tick in 0..=4 {
        let loss = low + (high - low) * f64::from(tick) / 4.0;
        let (at, left, right) = (y(loss), MARGIN, WIDTH - 0.5 * MARGIN);
        let _ = writeln!(
            text,
            "<path d=\"M{left} {at:.1}H{right}\" stroke=\"#ddd\"/><text x=\"{:.0}\" y=\"{:.1}\" \
             text-anchor=\"end\">{loss:.5}</text>",
            left - 8.0,
            at + 4.0
        );
    }
    let every = (epochs.len() / 10).max(1);
    for epoch in epochs.iter().step_by(every) {
        let at = x(epoch.number as f64);
        let _ = writeln!(
            text,
            "<text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            HEIGHT - 40.0,
            epoch.number
        );
    }
    for row in 0..2 {
        let (name, colour) = [("training", "#1f77b4"), ("validation", "#d62728")][row];
        let loss = |epoch: &Epoch| if row == 0 { epoch.training } else { epoch.validation };
        let points: Vec<_> =
            epochs.iter().map(|epoch| format!("{:.1},{:.1}", x(epoch.number as f64), y(loss(epoch)))).collect();
        let _ = writeln!(
            text,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"/>\
             <text x=\"{}\" y=\"{}\" fill=\"{colour}\">{name}</text>",
            points.join(" "),
            WIDTH - 150.0,
            80 + 18 * row
        );
    }
    let _ = writeln!(
        text,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"middle\">epoch</text>\n</svg>",
        WIDTH / 2.0,
        HEIGHT - 18.0
    );
    text
}
