//! What is needed of the lines that cargo writes with `--message-format=json`.

/// The text of the member of that name; None: there is none, or it is no text. The first one counts.
pub fn text_member(line: &str, name: &str) -> Option<String> {
    let start = format!("\"{}\":\"", name);
    let at = line.find(&start)? + start.len();
    let mut found = String::new();
    let mut rest = line[at..].chars();
    loop {
        match rest.next()? {
            '"' => return Some(found),
            '\\' => match rest.next()? {
                'n' => found.push('\n'),
                't' => found.push('\t'),
                'u' => {
                    let digits: String = rest.by_ref().take(4).collect();
                    found.push(char::from_u32(u32::from_str_radix(&digits, 16).ok()?)?);
                }
                other => found.push(other),
            },
            other => found.push(other),
        }
    }
}
