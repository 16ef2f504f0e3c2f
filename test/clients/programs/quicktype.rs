// Types by quicktype, read by serde, calls by the standard library.
mod site;

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
    let all = read(host, "/every-document");
    let site: site::Site = serde_json::from_slice(&all).unwrap();
    let hero = site.get_hero.iter().find(|one| one.id == "lucio").unwrap();
    let role = serde_json::to_value(&hero.role).unwrap();
    println!("{} {} {}", hero.name, role.as_str().unwrap(), site.get_hero.len());
}
