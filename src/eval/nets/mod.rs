//! The nets that come with the engine, and the choice among evaluations.

use crate::eval::net::Net;
use crate::rules::Kin;
use std::sync::Arc;
use std::sync::OnceLock;

/// The net files, by kin. Where none stands, the evaluation is by hand.
const FILES: [Option<&[u8]>; Kin::COUNT] = {
    let mut files: [Option<&[u8]>; Kin::COUNT] = [None; Kin::COUNT];
    files[Kin::Makruk as usize] = Some(include_bytes!("makruk.net"));
    files[Kin::Ouk as usize] = Some(include_bytes!("cambodian.net"));
    files[Kin::FirstCheck as usize] = Some(include_bytes!("karouk.net"));
    files[Kin::Asean as usize] = Some(include_bytes!("asean.net"));
    files[Kin::AiWok as usize] = Some(include_bytes!("ai-wok.net"));
    files
};

/// The engine's own net for games of `kin`, if it has one.
pub fn own(kin: Kin) -> Option<Arc<Net>> {
    static NETS: [OnceLock<Option<Arc<Net>>>; Kin::COUNT] = [const { OnceLock::new() }; Kin::COUNT];
    // The tests read every file; a damaged program plays by hand rather than not at all.
    let read = || FILES[kin as usize].and_then(|bytes| Net::read_for(kin, bytes).ok()).map(Arc::new);
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
            let Some(bytes) = FILES[kin as usize] else { continue };
            assert!(bytes.len() < 1 << 20, "{kin:?}: {} bytes", bytes.len());
            assert_eq!(Net::read_for(kin, bytes).err(), None, "{kin:?}");
            assert!(own(kin).is_some());
        }
    }
}
