//! The nets that come with the engine, and the choice among evaluations.

use crate::eval::net::Net;
use crate::rules::Kin;
use std::sync::Arc;
use std::sync::OnceLock;

/// The net files, by kin.
const FILES: [&[u8]; Kin::COUNT] = [
    include_bytes!("makruk.net"),
    include_bytes!("cambodian.net"),
    include_bytes!("karouk.net"),
    include_bytes!("asean.net"),
    include_bytes!("ai-wok.net"),
];

/// The engine's own net for games of `kin`.
pub fn own(kin: Kin) -> Option<Arc<Net>> {
    static NETS: [OnceLock<Option<Arc<Net>>>; Kin::COUNT] = [const { OnceLock::new() }; Kin::COUNT];
    // The tests read every file; a damaged program plays by hand rather than not at all.
    let read = || Net::read_for(kin, FILES[kin as usize]).ok().map(Arc::new);
    NETS[kin as usize].get_or_init(read).clone()
}

/// By what positions are judged.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Judge {
    /// By hand, even where there is a net.
    pub by_hand: bool,
    /// A net of the user's; in games of its kin it stands in for the own one.
    pub file: Option<Arc<Net>>,
}

impl Judge {
    /// The net for games of `kin`; none: by hand.
    pub fn net(&self, kin: Kin) -> Option<Arc<Net>> {
        if self.by_hand {
            return None;
        }
        self.file.clone().filter(|net| net.kin == kin).or_else(|| own(kin))
    }

    /// What judges games of `kin`, in a word or a few.
    pub fn name(&self, kin: Kin) -> String {
        self.net(kin).map_or_else(|| "hand".into(), |net| net.name.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_sound_small_and_of_its_kin() {
        for kin in [Kin::Makruk, Kin::Ouk, Kin::FirstCheck, Kin::Asean, Kin::AiWok] {
            let bytes = FILES[kin as usize];
            assert!(bytes.len() < 1 << 20, "{kin:?}: {} bytes", bytes.len());
            assert_eq!(Net::read_for(kin, bytes).err(), None, "{kin:?}");
            assert!(own(kin).is_some());
        }
    }
}
