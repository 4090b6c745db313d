//! The transposition table: what is known about positions met before, shared by all threads without locks.
//!
//! A bucket is half a cache line: three words of data and one of three 21-bit checks. A check is taken over the key and the
//! data together, so that an entry torn by two writers is not recognised instead of being believed (after Robert Hyatt and
//! Timothy Mann, "A lock-less transposition-table implementation for parallel search", 2002).
#![allow(unsafe_code)]

use crate::search::Bound;
use crate::search::OutOfMemory;
use crate::types::Move;
use crate::types::Score;
use std::alloc::Layout;
use std::alloc::alloc_zeroed;
use std::alloc::dealloc;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::thread;

const ENTRIES: usize = 3;
const CHECK_BITS: u32 = 21;
const CHECK_MASK: u64 = (1 << CHECK_BITS) - 1;
const AGE_CYCLE: u8 = 32;

#[repr(align(32))]
struct Bucket {
    data: [AtomicU64; ENTRIES],
    checks: AtomicU64,
}

const _: () = assert!(size_of::<Bucket>() == 32);

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Memory {
    pub mv: Option<Move>,
    /// Relative to the position itself, see [`Score::stored`]; none if only the evaluation is known.
    pub score: Score,
    pub bound: Option<Bound>,
    /// Static evaluation, if it was taken.
    pub eval: Option<Score>,
    pub depth: i32,
    /// Met on a line of best play.
    pub pv: bool,
}

const NO_EVAL: i16 = i16::MIN;

impl Memory {
    fn pack(self, age: u8) -> u64 {
        let bound = match self.bound {
            None => 0,
            Some(Bound::Upper) => 1,
            Some(Bound::Lower) => 2,
            Some(Bound::Exact) => 3,
        };
        let mv = self.mv.map_or(0, Move::bits) as u64;
        let score = self.score.0 as i16 as u16 as u64;
        let eval = self.eval.map_or(NO_EVAL, |eval| eval.0 as i16) as u16 as u64;
        let depth = (self.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
        let flags = (age << 3 | (self.pv as u8) << 2 | bound) as u64;
        mv | score << 16 | eval << 32 | depth << 48 | flags << 56
    }

    fn unpack(data: u64) -> Memory {
        let eval = (data >> 32) as i16;
        Memory {
            mv: Move::from_bits(data as u16),
            score: Score((data >> 16) as i16 as i32),
            bound: [None, Some(Bound::Upper), Some(Bound::Lower), Some(Bound::Exact)][(data >> 56) as usize & 3],
            eval: (eval != NO_EVAL).then_some(Score(eval as i32)),
            depth: (data >> 48) as u8 as i32 - DEPTH_OFFSET,
            pv: data >> 58 & 1 != 0,
        }
    }
}

/// Depths from -7 on are stored; 0 in the table means an empty entry.
const DEPTH_OFFSET: i32 = 8;

fn depth_of(data: u64) -> i32 {
    (data >> 48) as u8 as i32
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

/// The table.
pub(super) struct Table {
    memory: NonNull<u8>,
    /// In `memory`, on the boundary of a large page.
    buckets: NonNull<Bucket>,
    count: usize,
    age: AtomicU8,
}

// SAFETY: the buckets are owned by the table and hold nothing but atomics.
unsafe impl Send for Table {}
// SAFETY: as above; shared access goes through relaxed atomics only.
unsafe impl Sync for Table {}

impl Drop for Table {
    fn drop(&mut self) {
        if let Some(layout) = layout(self.count) {
            // SAFETY: allocated in `new` with this very layout.
            unsafe { dealloc(self.memory.as_ptr(), layout) };
        }
    }
}

/// A large page of memory, in bytes.
const LARGE_PAGE: usize = 2 << 20;

/// Memory for so many buckets and a large page, of which the part before the first boundary is lost. No stricter alignment
/// than that of words, or the allocator would write the zeros that the system gives for nothing.
fn layout(count: usize) -> Option<Layout> {
    let bytes = count.checked_mul(size_of::<Bucket>())?.checked_add(LARGE_PAGE)?;
    Layout::from_size_align(bytes, align_of::<u64>()).ok()
}

/// Asks for large pages: with small ones, most looks into the table wait for the address first.
fn ask_for_large_pages(memory: NonNull<u8>, bytes: usize) {
    #[cfg(all(target_os = "linux", feature = "program"))]
    {
        use nix::sys::mman::{MmapAdvise, madvise};
        // SAFETY: advice on memory of ours that changes nothing but its speed. Whether it is taken does not matter.
        _ = unsafe { madvise(memory.cast(), bytes, MmapAdvise::MADV_HUGEPAGE) };
    }
    #[cfg(not(all(target_os = "linux", feature = "program")))]
    let _ = (memory, bytes);
}

impl Table {
    /// A table of `mib` MiB, at least 1.
    pub fn new(mib: usize) -> Result<Table, OutOfMemory> {
        let count = mib.max(1).checked_mul(1 << 20).ok_or(OutOfMemory)? / size_of::<Bucket>();
        let layout = layout(count).ok_or(OutOfMemory)?;
        // SAFETY: the layout is not empty, and all-zero bytes are valid buckets.
        let memory = NonNull::new(unsafe { alloc_zeroed(layout) }).ok_or(OutOfMemory)?;
        let lost = memory.align_offset(LARGE_PAGE);
        // SAFETY: less than one large page is lost, and there is one more than the buckets need.
        let first = unsafe { memory.add(lost) };
        ask_for_large_pages(first, count * size_of::<Bucket>());
        let buckets = first.cast();
        Ok(Table { memory, buckets, count, age: AtomicU8::new(0) })
    }

    fn all(&self) -> &[Bucket] {
        // SAFETY: so many buckets were allocated, zeroed, and live as long as the table.
        unsafe { std::slice::from_raw_parts(self.buckets.as_ptr(), self.count) }
    }

    fn bucket(&self, key: u64) -> &Bucket {
        let index = ((key as u128 * self.count as u128) >> 64) as usize;
        // SAFETY: the product of a fraction below 1 and the count is below the count.
        unsafe { &*self.buckets.as_ptr().add(index) }
    }

    /// Its size in MiB.
    pub fn size(&self) -> usize {
        (self.count * size_of::<Bucket>()) >> 20
    }

    /// Forgets everything, by so many threads.
    pub fn clear(&self, threads: usize) {
        let share = self.count.div_ceil(threads.max(1));
        thread::scope(|scope| {
            for part in self.all().chunks(share) {
                let wipe = move || {
                    for bucket in part {
                        bucket.data.iter().for_each(|word| word.store(0, Ordering::Relaxed));
                        bucket.checks.store(0, Ordering::Relaxed);
                    }
                };
                if thread::Builder::new().spawn_scoped(scope, wipe).is_err() {
                    wipe();
                }
            }
        });
        self.age.store(0, Ordering::Relaxed);
    }

    /// A new search begins: what is older gives way first.
    pub fn grow_older(&self) {
        self.age.store((self.age.load(Ordering::Relaxed) + 1) % AGE_CYCLE, Ordering::Relaxed);
    }

    /// Asks the processor for the bucket of `key` ahead of time.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        #[cfg(target_arch = "x86_64")]
        {
            use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
            // SAFETY: prefetching has no effect but on the cache.
            unsafe { _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(self.bucket(key)).cast()) };
        }
        #[cfg(not(target_arch = "x86_64"))]
        let _ = key;
    }

    /// What is known about the position of `key`.
    #[inline]
    pub fn recall(&self, key: u64) -> Option<Memory> {
        let bucket = self.bucket(key);
        let checks = bucket.checks.load(Ordering::Relaxed);
        (0..ENTRIES).find_map(|i| {
            let data = bucket.data[i].load(Ordering::Relaxed);
            (data != 0 && check(key, data) == lane(checks, i)).then(|| Memory::unpack(data))
        })
    }

    /// Writes what is known about the position of `key`, over the least valuable entry or its own. A missing move leaves the
    /// old one.
    pub fn learn(&self, key: u64, mut memory: Memory) {
        let bucket = self.bucket(key);
        let checks = bucket.checks.load(Ordering::Relaxed);
        let age = self.age.load(Ordering::Relaxed);
        let mut worst = (i32::MAX, 0);
        for i in 0..ENTRIES {
            let data = bucket.data[i].load(Ordering::Relaxed);
            if data == 0 {
                worst = (i32::MIN, i);
                continue;
            }
            if check(key, data) == lane(checks, i) {
                let old = Memory::unpack(data);
                memory.mv = memory.mv.or(old.mv);
                // A deeper result of this search is kept over a shallow bound.
                let kept = memory.bound != Some(Bound::Exact)
                    && age_of(data) == age
                    && memory.depth + 4 + 2 * memory.pv as i32 <= old.depth
                    && old.bound.is_some();
                if kept {
                    return;
                }
                worst = (i32::MIN, i);
                break;
            }
            let years = ((AGE_CYCLE + age - age_of(data)) % AGE_CYCLE) as i32;
            let value = depth_of(data) - 4 * years;
            if value < worst.0 {
                worst = (value, i);
            }
        }
        let (data, i) = (memory.pack(age), worst.1);
        bucket.data[i].store(data, Ordering::Relaxed);
        let shift = i as u32 * CHECK_BITS;
        let checks = checks & !(CHECK_MASK << shift) | check(key, data) << shift;
        bucket.checks.store(checks, Ordering::Relaxed);
    }

    /// How full the table is with entries of this search, in thousandths.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.all()[..self.count.min(1000)];
        let fresh = |bucket: &Bucket| {
            let data = bucket.data.iter().map(|word| word.load(Ordering::Relaxed));
            data.filter(|&data| data != 0 && age_of(data) == age).count()
        };
        (sample.iter().map(fresh).sum::<usize>() * 1000 / (sample.len() * ENTRIES)) as u32
    }
}

fn lane(checks: u64, i: usize) -> u64 {
    checks >> (i as u32 * CHECK_BITS) & CHECK_MASK
}

/// The check of an entry: low bits of the key, which do not choose the bucket, mixed with the data.
#[inline]
fn check(key: u64, data: u64) -> u64 {
    (key ^ data.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - CHECK_BITS)) & CHECK_MASK
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(seed: u64) -> Memory {
        let bits = (seed % 4000 + 1) as u16;
        Memory {
            mv: Move::from_bits(bits),
            score: Score((seed % 2000) as i32 - 1000),
            bound: Some(Bound::Exact),
            eval: Some(Score((seed % 1777) as i32)),
            depth: (seed % 60) as i32,
            pv: seed.is_multiple_of(2),
        }
    }

    fn key(i: u64) -> u64 {
        (i + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15)
    }

    #[test]
    fn what_was_learnt_is_recalled() {
        let table = Table::new(1).unwrap();
        for i in 0..2000 {
            table.learn(key(i), entry(i));
            assert_eq!(table.recall(key(i)), Some(entry(i)));
        }
        let mate = Memory { score: Score::mate_in(7), eval: None, mv: None, bound: Some(Bound::Lower), ..entry(3) };
        table.learn(key(9999), mate);
        assert_eq!(table.recall(key(9999)), Some(mate));
        table.clear(3);
        assert_eq!(table.recall(key(5)), None);
    }

    #[test]
    fn torn_entries_are_not_believed() {
        let table = Table::new(1).unwrap();
        let wrong = AtomicU64::new(0);
        let found = AtomicU64::new(0);
        std::thread::scope(|scope| {
            for thread in 0..4u64 {
                let (table, wrong, found) = (&table, &wrong, &found);
                scope.spawn(move || {
                    for round in 0..400_000u64 {
                        // Many keys of one bucket, so that writers meet; the key's high bits choose it.
                        let k = round.wrapping_mul(7 + thread) % 24;
                        let key = 1 << 63 | key(k) >> 24;
                        table.learn(key, entry(k));
                        if let Some(memory) = table.recall(key) {
                            found.fetch_add(1, Ordering::Relaxed);
                            if memory != entry(k) {
                                wrong.fetch_add(1, Ordering::Relaxed);
                            }
                        }
                    }
                });
            }
        });
        let (wrong, found) = (wrong.into_inner(), found.into_inner());
        assert!(found > 100_000);
        // Twenty-one bits of check: a false entry once in two million.
        assert!(wrong * 200_000 <= found, "{wrong} wrong of {found}");
    }
}
