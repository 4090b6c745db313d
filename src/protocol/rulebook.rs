//! `load` and `check`, words of every language here: rules from a file, or from the lines up to a marker.

use crate::engine::Command;
use crate::engine::Source;

/// Hears the lines that bring rules.
#[derive(Default)]
pub(super) struct Rulebook {
    open: Option<Open>,
}

/// A text that is not at its end.
struct Open {
    marker: String,
    text: String,
    order: fn(Source) -> Command,
}

impl Rulebook {
    /// More of a text than this, in bytes, is not kept: it is too long in any case.
    const MOST: usize = 2 << 20;

    /// What a line commands, if it is one about rules; nothing yet, where a text goes on.
    pub fn read(&mut self, line: &str) -> Option<Vec<Command>> {
        if let Some(open) = &mut self.open {
            if line != open.marker {
                if open.text.len() <= Self::MOST {
                    open.text.push_str(line);
                    open.text.push('\n');
                }
                return Some(Vec::new());
            }
            let open = self.open.take()?;
            return Some(vec![(open.order)(Source::Text(open.text))]);
        }
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let order = match word {
            "load" => Command::Load,
            "check" => Command::Check,
            _ => return None,
        };
        match (rest.trim(), rest.trim().strip_prefix("<<")) {
            (_, Some(marker)) => {
                self.open = Some(Open { marker: marker.trim().to_string(), text: String::new(), order });
                Some(Vec::new())
            }
            ("", None) => Some(vec![Command::Note(format!("{word} wants a file, or <<MARKER and lines up to MARKER"))]),
            (path, None) => Some(vec![order(Source::File(path.to_string()))]),
        }
    }
}
