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

fn main() -> ExitCode {
    turnpike::cli::run()
}
