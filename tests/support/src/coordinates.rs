//! Coordinates by the formula of protocol.md, to compare with those of the program.

/// Replaces oblique names of squares by the checkerboard names on a board of this size.
pub fn on_checkerboard(size: i32, oblique: &str) -> String {
    let mut text = String::new();
    let mut characters = oblique.chars().peekable();
    while let Some(character) = characters.next() {
        let digit = characters.peek().and_then(|next| next.to_digit(10));
        match (character, digit) {
            ('a'..='i', Some(digit)) => {
                characters.next();
                let (letter, digit) = (character as i32 - 'a' as i32, digit as i32);
                let half = (size - 1) / 2;
                let (file, rank) = (letter + digit - 1 - half, digit - 1 - letter + half);
                text.push((b'a' + file as u8) as char);
                text.push_str(&(rank + 1).to_string());
            }
            _ => text.push(character),
        }
    }
    text
}
