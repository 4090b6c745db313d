fn main() {
    let name = std::env::args().nth(1).unwrap_or("makruk".into());
    let d: u32 = std::env::args().nth(2).and_then(|d| d.parse().ok()).unwrap_or(6);
    let v = bayon::rules::Variant::named(&name).unwrap();
    let p = bayon::rules::Position::start(v);
    for d in 1..=d {
        let t = std::time::Instant::now();
        let n = p.perft(d);
        println!("{d} {n} {:.1} M/s", n as f64 / t.elapsed().as_secs_f64() / 1e6);
    }
}
