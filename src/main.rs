//! The `turnpike` program.

use std::alloc::{GlobalAlloc, Layout, System};
use std::process::ExitCode;

use mimalloc::MiMalloc;

#[global_allocator]
static ALLOCATOR: BySize = BySize;

/// Allocates small pieces with mimalloc and large ones with the system's allocator.
///
/// An answer consists of hundreds of small pieces, and a third of a move's time went into the
/// system's allocator. Mimalloc keeps freed memory for pieces of the same size. The large pieces of
/// pictures and mails therefore come from the system's allocator, which gives them back.
struct BySize;

/// The size from which a piece is large, in bytes.
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
