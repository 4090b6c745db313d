//! An engine as the user names it: its command, options and limits.

use crate::arena::clock;
use crate::arena::clock::Pace;
use crate::arena::clock::TimeControl;
use std::path::PathBuf;
use std::time::Duration;

/// An engine that takes part in a match.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contender {
    pub name: String,
    /// The program and its arguments.
    pub command: Vec<String>,
    /// Where it runs.
    pub directory: Option<PathBuf>,
    /// Names and values, in the order given; a later one of the same name wins.
    pub options: Vec<(String, String)>,
    pub pace: Pace,
    /// Time over the clock that is forgiven this engine.
    pub margin: Option<Duration>,
}

/// What `--engine` or `--each` says, before the two are put together.
#[derive(Clone, Debug, Default)]
struct Words {
    name: Option<String>,
    command: Vec<String>,
    directory: Option<PathBuf>,
    options: Vec<(String, String)>,
    pace: Pace,
    margin: Option<Duration>,
}

impl Words {
    /// Reads `key=value` words as Cute Chess has them.
    fn read(words: &[String]) -> Result<Words, String> {
        let mut read = Words::default();
        let mut arguments = Vec::new();
        for word in words {
            let bad = || format!("cannot read {word:?}");
            let (key, value) = word.split_once('=').ok_or_else(|| format!("{word:?} is not key=value"))?;
            match key {
                "name" => read.name = Some(value.to_string()).filter(|name| !name.is_empty()),
                "cmd" => read.command = split(value)?,
                "arg" => arguments.push(value.to_string()),
                "dir" => read.directory = Some(value.into()),
                "proto" if value == "uci" => {}
                "proto" => return Err(format!("{value:?}: only proto=uci is spoken")),
                "tc" => read.pace.control = Some(TimeControl::parse(value).ok_or_else(bad)?),
                "st" => read.pace.move_time = Some(clock::seconds(value).filter(|t| !t.is_zero()).ok_or_else(bad)?),
                "nodes" => read.pace.nodes = Some(value.parse().ok().filter(|&nodes| nodes > 0).ok_or_else(bad)?),
                "depth" => read.pace.depth = Some(value.parse().ok().filter(|&depth| depth > 0).ok_or_else(bad)?),
                "margin" | "timemargin" => {
                    read.margin = Some(Duration::from_millis(value.parse().map_err(|_| bad())?));
                }
                _ => match key.strip_prefix("option.") {
                    Some(name) if !name.is_empty() => read.options.push((name.to_string(), value.to_string())),
                    _ => return Err(format!("unknown key {key:?}")),
                },
            }
        }
        if read.pace.control.is_some() && read.pace.move_time.is_some() {
            return Err("tc and st exclude each other".to_string());
        }
        read.command.append(&mut arguments);
        Ok(read)
    }
}

/// Reads the engines; `each` is what they share, unless they say otherwise themselves.
///
/// # Errors
/// What is wrong with them, in one line.
pub fn read(engines: &[Vec<String>], each: &[String]) -> Result<Vec<Contender>, String> {
    let each = Words::read(each).map_err(|error| format!("--each: {error}"))?;
    let mut contenders: Vec<Contender> = Vec::new();
    for (index, words) in engines.iter().enumerate() {
        let told = |error| format!("--engine {}: {error}", index + 1);
        let own = Words::read(words).map_err(told)?;
        let command = if own.command.is_empty() { each.command.clone() } else { own.command };
        let Some(program) = command.first() else { return Err(told("cmd is missing".to_string())) };
        let file = PathBuf::from(program);
        let stem = file.file_name().map_or(program.clone(), |name| name.to_string_lossy().into_owned());
        let mut name = own.name.unwrap_or(stem);
        while contenders.iter().any(|other| other.name == name) {
            name.push('\'');
        }
        let mut options = each.options.clone();
        options.retain(|(name, _)| !own.options.iter().any(|(own, _)| own.eq_ignore_ascii_case(name)));
        options.extend(own.options);
        let pace = own.pace.or(each.pace);
        if !pace.is_bounded() {
            return Err(told("one of tc, st, nodes, depth is needed".to_string()));
        }
        let directory = own.directory.or_else(|| each.directory.clone());
        contenders.push(Contender { name, command, directory, options, pace, margin: own.margin.or(each.margin) });
    }
    if contenders.len() < 2 {
        return Err("a match needs two engines or more".to_string());
    }
    Ok(contenders)
}

/// Splits a command at blanks outside quotes.
fn split(text: &str) -> Result<Vec<String>, String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for sign in text.chars() {
        match quote {
            Some(end) if sign == end => quote = None,
            None if sign == '"' || sign == '\'' => {
                quote = Some(sign);
                word.get_or_insert_default();
            }
            None if sign.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(sign),
        }
    }
    if quote.is_some() {
        return Err(format!("a quote is not closed in {text:?}"));
    }
    words.extend(word);
    Ok(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<String> {
        text.split('|').map(str::to_string).collect()
    }

    #[test]
    fn engines_are_read_as_cute_chess_does() {
        let engines =
            [words("name=A|cmd=./a 'two words' -x|option.Hash=32|tc=2+0.02"), words("cmd=/usr/bin/b|nodes=9")];
        let both = read(&engines, &words("tc=1|option.hash=16|option.Clear Hash=")).unwrap();
        assert_eq!(both[0].command, ["./a", "two words", "-x"]);
        let options = |index: usize| both[index].options.iter().map(|(n, v)| format!("{n}={v}")).collect::<Vec<_>>();
        assert_eq!(options(0), ["Clear Hash=", "Hash=32"]);
        assert_eq!(options(1), ["hash=16", "Clear Hash="]);
        assert_eq!(both[1].name, "b");
        assert_eq!((both[0].pace.to_string(), both[1].pace.to_string()), ("tc=2+0.02".into(), "nodes=9".into()));
    }

    #[test]
    fn what_is_wrong_is_told() {
        let each = words("tc=1");
        for (engine, wanted) in [
            ("name=A", "--engine 1: cmd is missing"),
            ("cmd=a|tc=x", "--engine 1: cannot read \"tc=x\""),
            ("cmd=a|foo=1", "--engine 1: unknown key \"foo\""),
            ("cmd=a|foo", "--engine 1: \"foo\" is not key=value"),
            ("cmd=a 'b", "--engine 1: a quote is not closed in \"a 'b\""),
            ("cmd=a|tc=1|st=1", "--engine 1: tc and st exclude each other"),
            ("cmd=a|proto=xboard", "--engine 1: \"xboard\": only proto=uci is spoken"),
            ("cmd=a", "a match needs two engines or more"),
        ] {
            assert_eq!(read(&[words(engine)], &each).unwrap_err(), wanted);
        }
        assert!(read(&[words("cmd=a"), words("cmd=a")], &[]).unwrap_err().contains("is needed"));
        assert_eq!(read(&[words("cmd=a"), words("cmd=a")], &each).unwrap()[1].name, "a'");
    }
}
