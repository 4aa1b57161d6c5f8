//! Luctor as WebAssembly, for a page without a server: two modules.
//!
//! The feature `page` is the module that the page loads first: the JSON interface of `luctor-board`, its studies, and the
//! engine. The feature `library` is a module that is loaded when it is needed: what is known of positions.

#[cfg(feature = "library")]
mod library;
#[cfg(feature = "page")]
mod page;
