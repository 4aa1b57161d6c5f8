//! Games of the engine against itself, and the files of these games.
//!
//! | file | contents |
//! |---|---|
//! | `game` | a game with the searches of its positions |
//! | `player` | plays a game |
//! | `datagen` | `luctor datagen`: plays games on all threads and writes them to a game file |
//! | `parts` | `luctor datagen --parts`: joins game files of several machines |
//! | `game_file`, `game_block` | the format of game files; the encoding of their games |
//! | `game_records`, `position_lines` | games as game records, and as lines of JSON |

pub mod datagen;
pub mod game;
pub mod game_block;
pub mod game_file;
pub mod game_records;
pub mod parts;
pub mod player;
pub mod position_lines;
