//! `luctor bot` as a process, with a stand-in for the site on the other side.

mod checks;
mod faults;
mod fuzz;
mod load;
mod long_run;
mod process;
mod requests;
mod site;
