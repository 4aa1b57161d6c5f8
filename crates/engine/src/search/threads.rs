//! Threads, where there is room for them: whoever asks for too many is refused, and the process goes on.

use rayon::{ThreadBuilder, ThreadPool, ThreadPoolBuilder};
use std::iter::successors;
use std::thread;

/// Bytes of a thread's stack.
const STACK: usize = 2 << 20;
/// Bytes that a thread wants: its stack, what it keeps from search to search, which is under 400 kB, and what the
/// system needs to start it.
const ROOM: usize = STACK + (1 << 20);

/// Is there memory to start so many threads? One that starts and finds none for its first steps ends the process, so it is
/// asked for beforehand.
pub fn has_room_for_threads(count: usize) -> bool {
    let mut room = Vec::<u8>::new();
    let had = room.try_reserve_exact(count.saturating_mul(ROOM)).is_ok();
    // Memory that nobody looks at the compiler would not ask for.
    std::hint::black_box(room);
    had
}

/// So many threads that wait for work, named with their numbers from 1, if they can be had. Work that is given to rayon
/// outside of a pool starts one itself, and ends the process where it can't.
pub fn start_threads(count: usize, name: &'static str) -> Option<ThreadPool> {
    builder(count, name)?.build().ok()
}

/// Does work with a thread for each core, or as many as there is room for, and returns when they have gone, with all that
/// they had. `None` if there is room for none: then the work is not done.
pub fn with_all_threads<R: Send>(name: &'static str, work: impl FnOnce() -> R + Send) -> Option<R> {
    let mut running = Vec::new();
    let start = |thread: ThreadBuilder| {
        let named = thread::Builder::new().name(thread.name().unwrap_or(name).to_owned());
        running.push(named.stack_size(STACK).spawn(|| thread.run())?);
        Ok(())
    };
    let threads = successors(Some(cores()), |count| Some(count / 2).filter(|half| *half > 0))
        .find_map(|count| builder(count, name))?;
    let done = match threads.spawn_handler(start).build() {
        Ok(threads) => Some(threads.install(work)),
        Err(_) => None,
    };
    // The pool, which has gone by now, does not wait for them.
    running.into_iter().for_each(|thread| drop(thread.join()));
    done
}

/// Threads for which there is room, with room for one more to direct them.
fn builder(count: usize, name: &'static str) -> Option<ThreadPoolBuilder> {
    let names = move |index| format!("{name} {}", index + 1);
    let builder = ThreadPoolBuilder::new().num_threads(count).stack_size(STACK);
    has_room_for_threads(count + 1).then(|| builder.thread_name(names))
}

/// What the machine can do at a time, at least 1.
pub fn cores() -> usize {
    thread::available_parallelism().map_or(1, usize::from)
}
