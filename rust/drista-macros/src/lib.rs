//! `#[drista::test]`: a test that `cargo drista test` checks in all executions. Under `cargo test` it is a usual test.
use proc_macro::{Delimiter, Group, Ident, Literal, Punct, Spacing, Span, TokenStream, TokenTree};

/// A test that drista checks. What the attribute says are options of drista, `_` for `-`: `model = "sc"`,
/// `max_executions = 1000`, `keep_going`; and `error = "data-race"`, if that is what drista is to find, or `inconclusive`,
/// if one of the options leaves something out.
#[proc_macro_attribute]
pub fn test(said: TokenStream, item: TokenStream) -> TokenStream {
    marked(said, "", item)
}

/// A function that returns a `drista::Spec`, which drista checks. The attribute has options as that of tests.
#[proc_macro_attribute]
pub fn spec(said: TokenStream, item: TokenStream) -> TokenStream {
    let mut words = item
        .clone()
        .into_iter()
        .skip_while(|token| token.to_string() != "fn")
        .skip(1);
    let name = match words.next() {
        Some(TokenTree::Ident(name)) => name.to_string(),
        _ => return error("drista::spec: a function is expected that returns a drista::Spec"),
    };
    // fn NAME() { ITEM NAME().run() }
    let mut body = item;
    body.extend(vec![
        word(&name),
        group(Delimiter::Parenthesis),
        punct('.'),
        word("run"),
        group(Delimiter::Parenthesis),
    ]);
    let outer = vec![
        word("fn"),
        word(&name),
        group(Delimiter::Parenthesis),
        Group::new(Delimiter::Brace, body).into(),
    ];
    marked(said, "specification ", outer.into_iter().collect())
}

/// The item as a test; `kind`: a word before what drista is to find.
fn marked(said: TokenStream, kind: &str, item: TokenStream) -> TokenStream {
    match directive(said) {
        Ok(text) => {
            let message = format!("drista: {}{}", kind, text);
            let mut all = attribute(vec![word("test")]);
            // Only cargo drista sets the flag; its harness reads the message.
            let ignored = vec![word("ignore"), punct('='), Literal::string(&message).into()];
            let mut when = vec![word("drista"), punct(',')];
            when.extend(ignored);
            all.extend(attribute(vec![
                word("cfg_attr"),
                Group::new(Delimiter::Parenthesis, when.into_iter().collect()).into(),
            ]));
            all.extend(item);
            all
        }
        Err(what) => error(&what),
    }
}

/// `verified --model sc`, as the first comment of a test for `drista test` has it.
fn directive(said: TokenStream) -> Result<String, String> {
    let mut verdict = String::from("verified");
    let mut options = String::new();
    let mut rest = said.into_iter().peekable();
    while let Some(token) = rest.next() {
        let name = match token {
            TokenTree::Ident(name) => name.to_string().replace('_', "-"),
            other => return Err(format!("drista::test: `{}` is no name of an option", other)),
        };
        let value = match rest.peek() {
            Some(TokenTree::Punct(sign)) if sign.as_char() == '=' => {
                rest.next();
                match rest.next() {
                    Some(TokenTree::Literal(value)) => Some(value.to_string().trim_matches('"').to_string()),
                    _ => return Err(format!("drista::test: {} needs a value, such as \"sc\" or 100", name)),
                }
            }
            _ => None,
        };
        match (name.as_str(), value) {
            ("error", Some(kind)) => verdict = format!("error {}", kind),
            ("inconclusive", None) => verdict = "inconclusive".into(),
            ("error", None) => return Err("drista::test: error needs a kind, such as \"data-race\"".into()),
            (_, Some(value)) => options.push_str(&format!(" --{} {}", name, value)),
            (_, None) => options.push_str(&format!(" --{}", name)),
        }
        match rest.next() {
            None => break,
            Some(TokenTree::Punct(sign)) if sign.as_char() == ',' => {}
            Some(other) => return Err(format!("drista::test: `,` is expected before `{}`", other)),
        }
    }
    Ok(verdict + &options)
}

fn word(text: &str) -> TokenTree {
    Ident::new(text, Span::call_site()).into()
}

fn punct(sign: char) -> TokenTree {
    Punct::new(sign, Spacing::Alone).into()
}

fn group(delimiter: Delimiter) -> TokenTree {
    Group::new(delimiter, TokenStream::new()).into()
}

/// `#[...]`
fn attribute(inside: Vec<TokenTree>) -> TokenStream {
    vec![
        punct('#'),
        Group::new(Delimiter::Bracket, inside.into_iter().collect()).into(),
    ]
    .into_iter()
    .collect()
}

fn error(what: &str) -> TokenStream {
    let said = vec![TokenTree::from(Literal::string(what))].into_iter().collect();
    let call = vec![
        word("compile_error"),
        punct('!'),
        Group::new(Delimiter::Brace, said).into(),
    ];
    call.into_iter().collect()
}
