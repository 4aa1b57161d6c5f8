//! `go perft`: counts below each move, and `stop`.

use super::start;

#[test]
fn perft_counts_below_each_move() {
    let mut client = start();
    for (variant, counts) in
        [("emergo", [1, 40, 1504]), ("emergo7", [1, 24, 528]), ("hexemergo", [1, 36, 1164])]
    {
        client.tell(&format!("setoption name UCI_Variant value {variant}"));
        for (depth, count) in (0..).zip(counts) {
            let mut lines = client.ask(&format!("go perft {depth}"), "Nodes");
            assert_eq!(lines.pop().unwrap(), format!("Nodes searched: {count}"));
            assert!(lines.is_sorted(), "{lines:?}");
            let parts = lines.iter().map(|line| line.split_once(": ").unwrap().1);
            let sum: u64 = parts.map(|part| part.parse::<u64>().unwrap()).sum();
            assert_eq!(sum, if depth == 0 { 0 } else { count }, "{variant} {depth}");
        }
        assert_eq!(client.settle(), [""; 0]);
    }
    client.quit();
}

#[test]
fn a_perft_of_any_depth_can_be_stopped() {
    let mut client = start();
    for depth in ["12", "64"] {
        client.send(&format!("go perft {depth}"));
        // The engine answers commands while it counts.
        for _ in 0..100 {
            assert_eq!(client.settle(), [""; 0], "{depth}");
        }
        client.send("stop");
        assert_eq!(client.settle(), ["info string perft was stopped"], "{depth}");
    }
    client.quit();
}
