//! Nets from files and to files.

use crate::engine::Engine;
use crate::eval::net::Net;
use std::fs;
use std::sync::Arc;

/// Lets the net in the file at `path` judge the games of its kin; an empty path: the engine's own nets.
///
/// # Errors
/// What would be wanted instead; nothing has changed.
pub(super) fn choose(engine: &mut Engine, path: &str) -> Result<(), String> {
    if path.is_empty() {
        engine.settings.judge.file = None;
        return Ok(());
    }
    let bytes = fs::read(path).map_err(|error| format!("the file of a net ({error})"))?;
    let net = Net::read(&bytes).map_err(|error| format!("the file of a net ({error})"))?;
    engine.settings.judge.file = Some(Arc::new(net));
    Ok(())
}

/// Writes the net that judges the game to `path`, or to a file of the net's name, and says so.
pub(super) fn export(engine: &Engine, path: &str) -> String {
    let Some(net) = engine.settings.judge.net(engine.variant().kin) else {
        return format!("{} is judged by hand: there is no net to write\n", engine.variant().name);
    };
    let own = format!("{}.net", net.name);
    let path = if path.is_empty() { &own } else { path };
    match fs::write(path, net.write()) {
        Ok(()) => format!("{path}: net {}, {} hidden units\n", net.name, net.hidden),
        Err(error) => format!("{path}: {error}\n"),
    }
}
