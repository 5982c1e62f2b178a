//! The `turnpike` program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: BySize = BySize;

/// An answer is made of hundreds of small pieces: a third of a move's time went into the system's
/// allocator, and another one has them. That one keeps what it got, for pieces of the same size: the system's
/// has the large ones, of which pictures and mails are made, and gives them back.
struct BySize;

/// Pieces of so many bytes are large.
const LARGE: usize = 32 << 10;

impl BySize {
    const fn is_large(size: usize) -> bool {
        size >= LARGE
    }
}

#[expect(
    unsafe_code,
    reason = "each call goes on to an allocator as it came; a piece goes back to whom it came from, as its size says"
)]
unsafe impl GlobalAlloc for BySize {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match BySize::is_large(layout.size()) {
            true => unsafe { System.alloc(layout) },
            false => unsafe { MiMalloc.alloc(layout) },
        }
    }

    unsafe fn dealloc(&self, piece: *mut u8, layout: Layout) {
        match BySize::is_large(layout.size()) {
            true => unsafe { System.dealloc(piece, layout) },
            false => unsafe { MiMalloc.dealloc(piece, layout) },
        }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match BySize::is_large(layout.size()) {
            true => unsafe { System.alloc_zeroed(layout) },
            false => unsafe { MiMalloc.alloc_zeroed(layout) },
        }
    }

    unsafe fn realloc(&self, piece: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        match (BySize::is_large(layout.size()), BySize::is_large(size)) {
            (true, true) => unsafe { System.realloc(piece, layout, size) },
            (false, false) => unsafe { MiMalloc.realloc(piece, layout, size) },
            _ => unsafe {
                let moved = self.alloc(Layout::from_size_align_unchecked(size, layout.align()));
                if !moved.is_null() {
                    moved.copy_from_nonoverlapping(piece, size.min(layout.size()));
                    self.dealloc(piece, layout);
                }
                moved
            },
        }
    }
}

/// A piece of so many bytes goes back to the machine as soon as nobody needs it: the 19 MiB in which a password
/// is hashed. Otherwise each thread that has ever hashed one keeps as much as for three.
#[cfg(target_env = "gnu")]
const HUGE: i32 = 8 << 20;

/// Has the system's allocator give huge pieces back. By itself it raises that limit beyond the largest piece
/// that was ever freed.
#[cfg(target_env = "gnu")]
#[expect(
    unsafe_code,
    reason = "the library's own call for this; no other thread runs yet"
)]
fn give_back_huge_pieces() {
    for limit in [libc::M_MMAP_THRESHOLD, libc::M_TRIM_THRESHOLD] {
        // Where it refuses, memory is kept as before.
        let _ = unsafe { libc::mallopt(limit, HUGE) };
    }
}

#[cfg(not(target_env = "gnu"))]
fn give_back_huge_pieces() {}

fn main() -> ExitCode {
    give_back_huge_pieces();
    turnpike::cli::run()
}
