//! Where tables come from: the disk, if they are there; else they are solved, and put there.

use crate::tables::cache::BuildError;
use crate::tables::cache::Tables;
use crate::tables::material::Ending;
use crate::tables::material::Set;
use crate::tables::store::Store;
use crate::tables::store::StoreError;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::Once;
use std::sync::PoisonError;
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering;

/// The source of tables. It tells each trouble with the disk once, and goes on without it.
pub struct Supply {
    store: Option<Store>,
    swept: Once,
    /// Files that have been told of.
    told: Mutex<Vec<PathBuf>>,
    /// Writing has failed: no more of it.
    full: AtomicBool,
}

/// Someone to tell what goes on.
pub struct Hearer<'a> {
    /// Told of each ending before it is solved.
    pub solving: &'a mut dyn FnMut(Ending),
    /// Told of trouble with the disk, in words for the user.
    pub trouble: &'a mut dyn FnMut(String),
}

impl Supply {
    /// Tables that are kept in `store`; `None`: in memory alone.
    pub fn new(store: Option<Store>) -> Supply {
        Supply { store, swept: Once::new(), told: Mutex::default(), full: AtomicBool::new(false) }
    }

    /// Has a set, and all that it leads into, in `tables`: read from the disk, or solved with so many threads.
    ///
    /// # Errors
    /// Those of [`Tables::build`]. Trouble with the disk is none.
    pub fn bring(
        &self,
        tables: &Tables,
        set: Set,
        threads: usize,
        stop: &AtomicBool,
        hearer: &mut Hearer<'_>,
    ) -> Result<(), BuildError> {
        self.sweep();
        for set in set.with_all_below() {
            // What it leads into is there already, so that no more than the set itself is solved.
            if !tables.has(set) && !self.load(tables, set, hearer) {
                tables.build(set, threads, stop, hearer.solving)?;
                self.save(tables, set, hearer);
            }
        }
        Ok(())
    }

    /// Has a set, and all that it leads into, in `tables` if the disk has them; gives whether they are there.
    pub fn fetch(&self, tables: &Tables, set: Set, hearer: &mut Hearer<'_>) -> bool {
        self.sweep();
        set.with_all_below().into_iter().all(|set| tables.has(set) || self.load(tables, set, hearer))
    }

    fn sweep(&self) {
        if let Some(store) = &self.store {
            self.swept.call_once(|| store.sweep());
        }
    }

    fn load(&self, tables: &Tables, set: Set, hearer: &mut Hearer<'_>) -> bool {
        let Some(store) = &self.store else { return false };
        match store.load(tables.variant(), set) {
            Ok(Some(loaded)) => {
                loaded.into_iter().for_each(|table| tables.adopt(table));
                true
            }
            Ok(None) => false,
            Err(error) => {
                let (StoreError::Io(path, _) | StoreError::Foreign(path) | StoreError::Damaged(path)) = &error;
                if self.is_news(path) {
                    (hearer.trouble)(format!("{error}: made anew"));
                }
                false
            }
        }
    }

    /// Whether a file has not been told of yet.
    fn is_news(&self, path: &PathBuf) -> bool {
        let mut told = self.told.lock().unwrap_or_else(PoisonError::into_inner);
        let news = !told.contains(path);
        if news {
            told.push(path.clone());
        }
        news
    }

    fn save(&self, tables: &Tables, set: Set, hearer: &mut Hearer<'_>) {
        let Some(store) = self.store.as_ref().filter(|_| !self.full.load(Ordering::Relaxed)) else { return };
        let solved: Option<Vec<_>> = set.endings().into_iter().map(|ending| tables.table(ending)).collect();
        let Some(solved) = solved else { return };
        if let Err(error) = store.save(tables.variant(), set, &solved) {
            self.full.store(true, Ordering::Relaxed);
            (hearer.trouble)(format!("solved endings stay in memory, they cannot be kept: {error}"));
        }
    }
}
