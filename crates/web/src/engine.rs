//! The engine and the studies.
//!
//! The engine runs in a Worker, with one thread and without shared memory. It receives and returns lines of UGI. A search
//! returns to the Worker after each slice, so that the Worker can read the next line. Networks are separate files.

use js_sys::Function;
use luctor_board::study::{SearchResources, study_json};
use luctor_engine::engine::Engine;
use luctor_engine::eval::{Network, Networks};
use luctor_engine::interrupt::Interrupt;
use luctor_engine::ugi::{Output, Session, SharedBuffer};
use wasm_bindgen::prelude::*;

/// The table of a study in MiB.
const TABLE_MEBIBYTES: u64 = 32;

/// Answers a request that takes a search, as [`study_json`]. Calls `send` with each message. `network` is the file of the
/// network for the board of the request.
///
/// # Errors
///
/// The bytes are not a network for this engine.
#[wasm_bindgen]
pub fn study(request: &str, network: &[u8], send: &Function) -> Result<(), JsError> {
    let mut networks = Networks::embedded();
    networks.replace(Network::read(network)?);
    let resources = SearchResources { networks, threads: 1, table_mebibytes: TABLE_MEBIBYTES };
    study_json(request, resources, &Interrupt::default(), &mut |message| {
        // The function of the Worker does not throw.
        let _ = send.call1(&JsValue::NULL, &message.into());
    });
    Ok(())
}

/// An engine that speaks UGI.
#[wasm_bindgen]
pub struct WebEngine {
    session: Session,
    /// What the caller has not taken.
    written: SharedBuffer,
}

#[wasm_bindgen]
impl WebEngine {
    /// An engine without networks.
    ///
    /// # Errors
    ///
    /// There is no memory for its table.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Result<WebEngine, JsError> {
        let written = SharedBuffer::default();
        let session = Session::without_threads(Engine::new()?, Output::new(written.clone()));
        Ok(WebEngine { session, written })
    }

    /// Sets the network of a board from the bytes of its file. A board without a network must not be searched: all its
    /// scores are 0.
    ///
    /// # Errors
    ///
    /// The bytes are not a network for this engine.
    #[wasm_bindgen(js_name = setNetwork)]
    pub fn set_network(&mut self, bytes: &[u8]) -> Result<(), JsError> {
        self.session.set_network(Network::read(bytes)?);
        Ok(())
    }

    /// Runs a line of the client. Returns the answers, one per line.
    pub fn line(&mut self, line: &str) -> String {
        // The page ends the Worker instead of `quit`.
        let _ = self.session.run_line(line.as_bytes());
        self.written.take()
    }

    /// Searches for less than a second. Returns whether there is more to search.
    pub fn step(&mut self) -> bool {
        self.session.step()
    }

    /// The lines that the last step wrote.
    pub fn lines(&self) -> String {
        self.written.take()
    }
}
