//! Memory for the distances of a table: zero at first, and taken page by page as it is written; given back whole.

use memmap2::MmapMut;
use std::ops::Deref;
use std::ops::DerefMut;

/// Rows of 64 distances.
///
/// Memory of the system's own rather than the allocator's: that fills used memory with zeros, and keeps it, so that tables
/// of few wins would take as much as others.
pub struct Rows(Memory);

enum Memory {
    Mapped(MmapMut),
    /// Where the platform has no such memory.
    Owned(Box<[[u8; 64]]>),
}

impl Rows {
    /// So many rows of zeros.
    pub fn new(rows: usize) -> Rows {
        Rows(match MmapMut::map_anon(64 * rows) {
            Ok(mapped) => Memory::Mapped(mapped),
            Err(_) => Memory::Owned(vec![[0; 64]; rows].into_boxed_slice()),
        })
    }
}

impl Deref for Rows {
    type Target = [[u8; 64]];

    #[inline]
    fn deref(&self) -> &[[u8; 64]] {
        match &self.0 {
            Memory::Mapped(mapped) => mapped.as_chunks().0,
            Memory::Owned(rows) => rows,
        }
    }
}

impl DerefMut for Rows {
    #[inline]
    fn deref_mut(&mut self) -> &mut [[u8; 64]] {
        match &mut self.0 {
            Memory::Mapped(mapped) => mapped.as_chunks_mut().0,
            Memory::Owned(rows) => rows,
        }
    }
}
