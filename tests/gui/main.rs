//! `luctor gui` in a real browser: clicks and keys on the page, the engines behind it, and access from other pages.
//! Without Chromium on the path the tests are skipped and print so.

mod accessibility;
mod address;
mod analysis;
mod connections;
mod embed;
mod engines;
mod exercises;
mod explorer;
mod fair_start;
mod input;
mod language;
mod learn;
mod load;
mod looks;
mod mistakes;
mod npm;
mod pictures;
mod play;
mod puzzles;
mod records;
mod report;
mod report_file;
mod setup;
mod share;
mod start;
mod static_site;
mod storage;
mod support;
mod tools;
mod tree;
