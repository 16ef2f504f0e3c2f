// Types by quicktype, read by serde, calls by the standard library.
mod hero;

use std::io::{Read, Write};
use std::net::TcpStream;

/// The body of an answer; HTTP/1.0, so that it ends with the connection.
fn read(host: &str, path: &str) -> Vec<u8> {
    let mut stream = TcpStream::connect(host).unwrap();
    write!(stream, "GET {path} HTTP/1.0\r\nHost: {host}\r\n\r\n").unwrap();
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).unwrap();
    let head = answer.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
    answer.split_off(head + 4)
}

fn main() {
    let base = std::env::args().nth(1).unwrap();
    let host = base.trim_start_matches("http://");
    let name: String = "루시우".bytes().map(|byte| format!("%{byte:02X}")).collect();
    let hero: hero::Hero =
        serde_json::from_slice(&read(host, &format!("/v1/overwatch/heroes/{name}"))).unwrap();
    let query = "/v1/overwatch/patches?since=2026-06-01&kind=season";
    let patches: serde_json::Value = serde_json::from_slice(&read(host, query)).unwrap();
    let role = serde_json::to_value(&hero.role).unwrap();
    let is_some = patches["meta"]["count"].as_u64().unwrap() > 0;
    println!("{} {} {}", hero.name, role.as_str().unwrap(), is_some);
}
