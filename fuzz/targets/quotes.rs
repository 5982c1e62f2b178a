//! A mail that holds nothing but a quotation of ours: nothing in it is its sender's word.
#![no_main]

use libfuzzer_sys::fuzz_target;

mod made_of_quotes;

fuzz_target!(|data: &[u8]| made_of_quotes::says_nothing(data));
