//! Tables on disk: one file a set, each table in blocks that can be read by themselves.
//!
//! ```text
//! file  = "BAYONEND" format:u32 endings:u32 rule:u64 set[16] checksum:u64 ending*      the checksum is of all that follows it
//! ending = attackers to move:u64 defenders to move:u64 won[256]:u64 lost[256]:u64      figures, see Figures
//!          length[2][32]:u32 block*                          a block for each side to move and square of the attackers' king
//! ```
//!
//! Numbers are little-endian. A block is packed by LZ4; one of length 0 holds no win. `rule` is a checksum of all rules that
//! the tables depend on. Files are written beside their place and renamed, so that another engine sees all of one or none.

use crate::rules::Variant;
use crate::tables::frame::KINGS;
use crate::tables::material::Ending;
use crate::tables::material::Set;
use crate::tables::table::Figures;
use crate::tables::table::PAGE;
use crate::tables::table::Table;
use crate::types::checksum;
use std::fmt;
use std::fs;
use std::io;
use std::path::Path;
use std::path::PathBuf;
use std::sync::atomic::AtomicU32;
use std::sync::atomic::Ordering;
use std::time::Duration;

const MAGIC: &[u8; 8] = b"BAYONEND";
/// Goes up when files of before cannot be used any more.
const FORMAT: u32 = 1;
const NAME: usize = 16;
/// Bytes before the endings.
const HEAD: usize = 8 + 4 + 4 + 8 + NAME + 8;
/// Files that a writer left unfinished are swept when they are as old as this.
const STALE: Duration = Duration::from_secs(3600);

/// Why a file cannot be used.
#[derive(Debug)]
pub enum StoreError {
    /// It cannot be read or written.
    Io(PathBuf, io::Error),
    /// It is no file of tables, or of another game, rule or set.
    Foreign(PathBuf),
    /// It has been changed, or cut off.
    Damaged(PathBuf),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Io(path, error) => write!(f, "{}: {error}", path.display()),
            StoreError::Foreign(path) => write!(f, "{}: not these tables", path.display()),
            StoreError::Damaged(path) => write!(f, "{}: damaged", path.display()),
        }
    }
}

impl std::error::Error for StoreError {}

/// A folder of tables.
#[derive(Clone, Debug)]
pub struct Store {
    folder: PathBuf,
}

/// Whether a file may be thrown away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Worth {
    Foreign,
    Used,
    Outdated,
    /// Somebody writes it now, or has left it unfinished.
    Unfinished,
}

impl Store {
    /// The tables in this folder, which is made when something is put there.
    pub fn at(folder: impl Into<PathBuf>) -> Store {
        Store { folder: folder.into() }
    }

    /// The user's folder for what can be made anew, where the platform has it; `None` if the user has none.
    pub fn of_user() -> Option<Store> {
        let set = |name| std::env::var_os(name).map(PathBuf::from).filter(|path| path.is_absolute());
        let home = || set("HOME").filter(|home| home.is_dir());
        let folder = if cfg!(windows) {
            set("LOCALAPPDATA")?.join("Bayon")
        } else if cfg!(target_os = "macos") {
            home()?.join("Library/Caches/bayon")
        } else {
            set("XDG_CACHE_HOME").or_else(|| Some(home()?.join(".cache")))?.join("bayon")
        };
        Some(Store::at(folder.join("endings")))
    }

    /// Where the tables are.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The file of a set; `None` for a game whose name makes no file's.
    fn file(&self, variant: &Variant, set: Set) -> Option<PathBuf> {
        let plain = variant.name.bytes().all(|sign| sign.is_ascii_alphanumeric() || b"-_".contains(&sign));
        plain.then(|| self.folder.join(format!("{}-{set}.v{FORMAT}.endings", variant.name)))
    }

    /// Reads the tables of a set; `None` if there is no file of them.
    ///
    /// # Errors
    /// There is one that cannot be used.
    pub fn load(&self, variant: &Variant, set: Set) -> Result<Option<Vec<Table>>, StoreError> {
        let Some(path) = self.file(variant, set) else { return Ok(None) };
        // Packed or not, no good file is much larger than its tables.
        let most = HEAD + set.endings().len() * (1 << 14) + 2 * set.bytes();
        let read = || {
            let length = fs::metadata(&path)?.len();
            if length > most as u64 { Ok(Vec::new()) } else { fs::read(&path) }
        };
        match read() {
            Ok(bytes) => read_file(variant, set, &bytes).map(Some).map_err(|fault| fault(path)),
            Err(error) if [io::ErrorKind::NotFound, io::ErrorKind::NotADirectory].contains(&error.kind()) => Ok(None),
            Err(error) => Err(StoreError::Io(path, error)),
        }
    }

    /// Writes the tables of a set, in the order of its endings.
    ///
    /// # Errors
    /// They cannot be written; nothing is left behind.
    pub fn save(&self, variant: &Variant, set: Set, tables: &[&Table]) -> Result<(), StoreError> {
        let Some(path) = self.file(variant, set) else { return Ok(()) };
        static WRITTEN: AtomicU32 = AtomicU32::new(0);
        let (writer, number) = (std::process::id(), WRITTEN.fetch_add(1, Ordering::Relaxed));
        let beside = path.with_extension(format!("endings.{writer}-{number}.tmp"));
        let write = || {
            fs::create_dir_all(&self.folder)?;
            fs::write(&beside, write_file(variant, set, tables))?;
            fs::rename(&beside, &path)
        };
        write().map_err(|error| {
            let _ = fs::remove_file(&beside);
            StoreError::Io(self.folder.clone(), error)
        })
    }

    /// Throws away files of older formats, and those that a writer has left unfinished.
    pub fn sweep(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        for entry in entries.flatten() {
            let name = entry.file_name();
            let age = || entry.metadata().ok()?.modified().ok()?.elapsed().ok();
            let useless = match worth(&name.to_string_lossy()) {
                Worth::Outdated => true,
                Worth::Unfinished => age().is_some_and(|age| age > STALE),
                Worth::Foreign | Worth::Used => false,
            };
            if useless {
                let _ = fs::remove_file(entry.path());
            }
        }
    }
}

/// What a file of this name is worth.
fn worth(name: &str) -> Worth {
    let format = |name: &str| {
        let (rest, last) = name.rsplit_once('.')?;
        let format: u32 = rest.rsplit_once(".v")?.1.parse().ok()?;
        (last == "endings").then_some(format)
    };
    if let Some((whole, _)) = name.strip_suffix(".tmp").and_then(|name| name.rsplit_once('.')) {
        return if format(whole).is_some() { Worth::Unfinished } else { Worth::Foreign };
    }
    match format(name) {
        None => Worth::Foreign,
        Some(format) if format < FORMAT => Worth::Outdated,
        Some(_) => Worth::Used,
    }
}

/// A checksum of the rules that tables depend on.
fn rule(variant: &Variant) -> u64 {
    let rules = (
        (variant.name, variant.promotion, variant.leaps, variant.goal, variant.king_stays),
        (variant.counting, variant.material, variant.move_rule, variant.stalemate),
    );
    checksum(format!("{rules:?}").as_bytes())
}

fn write_head(variant: &Variant, set: Set, rest: &[u8]) -> Vec<u8> {
    let mut name = set.to_string().into_bytes();
    name.resize(NAME, 0);
    let mut bytes = MAGIC.to_vec();
    bytes.extend(FORMAT.to_le_bytes());
    bytes.extend((set.endings().len() as u32).to_le_bytes());
    bytes.extend(rule(variant).to_le_bytes());
    bytes.extend(name);
    bytes.extend(checksum(rest).to_le_bytes());
    bytes
}

fn write_file(variant: &Variant, set: Set, tables: &[&Table]) -> Vec<u8> {
    let mut rest = Vec::new();
    for table in tables {
        let Figures { attackers_to_move, defenders_to_move, won, lost, .. } = &table.figures;
        let figures = [attackers_to_move, defenders_to_move].into_iter().chain(won).chain(lost);
        figures.for_each(|number| rest.extend(number.to_le_bytes()));
        let blocks: Vec<Vec<u8>> = [&table.won_in, &table.lost_in]
            .into_iter()
            .flat_map(|rows| rows.chunks(table.frame.size).map(|block| packed(block.as_flattened())))
            .collect();
        blocks.iter().for_each(|block| rest.extend((block.len() as u32).to_le_bytes()));
        blocks.iter().for_each(|block| rest.extend(block));
    }
    let mut bytes = write_head(variant, set, &rest);
    bytes.append(&mut rest);
    bytes
}

/// A block as it is stored.
fn packed(block: &[u8]) -> Vec<u8> {
    if block.iter().all(|&byte| byte == 0) { Vec::new() } else { lz4_flex::block::compress(block) }
}

/// What is wrong with a file.
type Fault = fn(PathBuf) -> StoreError;

fn read_file(variant: &Variant, set: Set, bytes: &[u8]) -> Result<Vec<Table>, Fault> {
    const FOREIGN: Fault = StoreError::Foreign;
    const DAMAGED: Fault = StoreError::Damaged;
    let (head, rest) = bytes.split_at_checked(HEAD).ok_or(if bytes.starts_with(MAGIC) { DAMAGED } else { FOREIGN })?;
    let wanted = write_head(variant, set, rest);
    let sum = HEAD - 8;
    if head[..sum] != wanted[..sum] {
        return Err(FOREIGN);
    }
    if head[sum..] != wanted[sum..] {
        return Err(DAMAGED);
    }
    let mut rest = Reader(rest);
    let tables = set.endings().into_iter().map(|ending| rest.table(ending)).collect::<Option<Vec<Table>>>();
    tables.filter(|_| rest.0.is_empty()).ok_or(DAMAGED)
}

/// Bytes that have not been read yet. Everything is `None` where they end too soon.
struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn take(&mut self, length: usize) -> Option<&'a [u8]> {
        let (taken, rest) = self.0.split_at_checked(length)?;
        self.0 = rest;
        Some(taken)
    }

    fn number(&mut self) -> Option<u64> {
        Some(u64::from_le_bytes(self.take(8)?.try_into().ok()?))
    }

    fn table(&mut self, ending: Ending) -> Option<Table> {
        let mut table = Table::blank(ending);
        table.figures.attackers_to_move = self.number()?;
        table.figures.defenders_to_move = self.number()?;
        for number in table.figures.won.iter_mut().chain(&mut table.figures.lost) {
            *number = self.number()?;
        }
        let mut lengths = [0; 2 * KINGS];
        for length in &mut lengths {
            *length = u32::from_le_bytes(self.take(4)?.try_into().ok()?) as usize;
        }
        let size = table.frame.size;
        let blocks = table.won_in.chunks_mut(size).chain(table.lost_in.chunks_mut(size));
        for (block, length) in blocks.zip(lengths).filter(|&(_, length)| length > 0) {
            let block = block.as_flattened_mut();
            let unpacked = lz4_flex::block::decompress(self.take(length)?, block.len()).ok()?;
            if unpacked.len() != block.len() {
                return None;
            }
            // Pages of zeros take no memory if they are not written.
            let pages = block.chunks_mut(PAGE).zip(unpacked.chunks(PAGE));
            pages
                .filter(|(_, from)| from.iter().any(|&byte| byte != 0))
                .for_each(|(to, from)| to.copy_from_slice(from));
        }
        table.weigh();
        Some(table)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::variant;
    use crate::tables::Tables;
    use std::sync::atomic::AtomicBool;

    fn solved(name: &str) -> (Tables, Set, Vec<u8>) {
        let tables = Tables::new(&variant::MAKRUK).unwrap();
        let set: Set = name.parse().unwrap();
        tables.build(set, 1, &AtomicBool::new(false), &mut |_| {}).unwrap();
        let bytes = {
            let made: Vec<&Table> = set.endings().into_iter().map(|ending| tables.table(ending).unwrap()).collect();
            write_file(&variant::MAKRUK, set, &made)
        };
        (tables, set, bytes)
    }

    #[test]
    fn tables_come_back_as_they_went() {
        let (tables, set, bytes) = solved("KPvKP");
        for (again, ending) in read_file(&variant::MAKRUK, set, &bytes).ok().unwrap().iter().zip(set.endings()) {
            let table = tables.table(ending).unwrap();
            assert_eq!(again.ending, ending);
            assert!(again.won_in[..] == table.won_in[..] && again.lost_in[..] == table.lost_in[..], "{ending}");
            assert_eq!((again.figures.won, again.figures.lost), (table.figures.won, table.figures.lost));
            assert_eq!(again.figures.positions(true), table.figures.positions(true));
            assert_eq!(again.held, table.held);
        }
    }

    #[test]
    fn no_change_goes_unnoticed() {
        let (_, set, bytes) = solved("KRvK");
        let fault = |bytes: &[u8]| match read_file(&variant::MAKRUK, set, bytes) {
            Ok(_) => "none",
            Err(fault) => match fault(PathBuf::new()) {
                StoreError::Damaged(_) => "damaged",
                StoreError::Foreign(_) => "foreign",
                StoreError::Io(..) => "io",
            },
        };
        assert_eq!(fault(&bytes), "none");
        for at in (0..HEAD).chain((HEAD..bytes.len()).step_by(997)) {
            let mut other = bytes.clone();
            other[at] ^= 0x20;
            assert_eq!(fault(&other), if at < HEAD - 8 { "foreign" } else { "damaged" }, "byte {at}");
        }
        for length in [0, 7, 8, HEAD - 1, HEAD, HEAD + 100, bytes.len() - 1] {
            assert_eq!(fault(&bytes[..length]), if length < 8 { "foreign" } else { "damaged" }, "{length} bytes");
        }
        assert_eq!(fault(&[&bytes[..], b"x"].concat()), "damaged");
        assert!(read_file(&variant::CAMBODIAN, set, &bytes).is_err(), "other rules");
        assert!(read_file(&variant::MAKRUK, "KNvK".parse().unwrap(), &bytes).is_err(), "another set");
    }

    #[test]
    fn lengths_that_lie_are_found_out() {
        let (_, set, bytes) = solved("KRvK");
        for at in (HEAD + 2 * 8 + 2 * 256 * 8..).step_by(4).take(2 * KINGS) {
            let mut other = bytes.clone();
            other[at] ^= 1;
            let sum = checksum(&other[HEAD..]).to_le_bytes();
            other[HEAD - 8..HEAD].copy_from_slice(&sum);
            assert!(read_file(&variant::MAKRUK, set, &other).is_err(), "byte {at}");
        }
    }

    #[test]
    fn names_tell_what_may_be_swept() {
        for (name, is) in [
            ("makruk-KRvK.v1.endings", Worth::Used),
            ("makruk-KRvK.v0.endings", Worth::Outdated),
            ("makruk-KRvK.v2.endings", Worth::Used),
            ("makruk-KRvK.v0.endings.17-3.tmp", Worth::Unfinished),
            ("makruk-KRvK.v0.endings.17-3", Worth::Foreign),
            ("letter.tmp", Worth::Foreign),
            ("v0.endings", Worth::Foreign),
            ("notes.v0.txt", Worth::Foreign),
        ] {
            assert_eq!(worth(name), is, "{name}");
        }
    }
}
