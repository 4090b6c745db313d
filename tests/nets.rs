//! The road from self-play to a net, walked small: games, resuming, samples, an epoch, a net in integers.

use bayon::eval::accumulator::Accumulators;
use bayon::eval::features::Layout;
use bayon::eval::forward;
use bayon::eval::hand;
use bayon::eval::net::Net;
use bayon::eval::nets::{self, Judge};
use bayon::eval::simd::Kernel;
use bayon::rules::{Kin, Position, Variant, Which};
use bayon::search::Settings;
use bayon::training::Sample;
use bayon::training::dataset::{Dataset, File, replay};
use bayon::training::format::Header;
use bayon::training::info::info;
use bayon::training::selfplay::{self, Plan, selfplay};
use bayon::training::trainer::{self, Trainer, plain_score};
use bayon::types::{MoveList, Score};
use std::fs;
use std::path::PathBuf;

const GAMES: usize = 240;

fn folder() -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("small-road");
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn plan(games: usize) -> Plan {
    let header = Header {
        variant: "makruk".into(),
        engine: "test".into(),
        net: "hand".into(),
        soft_nodes: 40,
        hard_nodes: 320,
        seed: 11,
        endings: 40,
    };
    let judge = Judge { by_hand: true, file: None };
    let settings = Settings { judge, ..Settings::default() };
    let variant = Variant::named("makruk").unwrap();
    Plan { variant, games, positions: usize::MAX, threads: 2, settings, header }
}

#[test]
fn the_road_from_selfplay_to_a_net() {
    let path = folder().join("makruk.games");
    let _ = fs::remove_file(&path);

    // Self-play is killed, its file cut in the middle of a block, and goes on without losing another game.
    let mut finished = 0;
    let told = &mut |progress: &selfplay::Progress| {
        finished = progress.games;
        finished < GAMES / 3
    };
    selfplay(&plan(GAMES), &path, told).unwrap();
    assert_eq!(finished, GAMES / 3);
    let bytes = fs::read(&path).unwrap();
    fs::write(&path, &bytes[..bytes.len() - 5]).unwrap();
    assert_eq!(info(&path, false).unwrap().faults.len(), 1);
    let mut first = None;
    let told = &mut |progress: &selfplay::Progress| {
        first.get_or_insert(progress.games);
        true
    };
    let progress = selfplay(&plan(GAMES), &path, told).unwrap();
    assert_eq!((first, progress.games), (Some(finished), GAMES));
    let mut other = plan(GAMES);
    other.header.seed = 12;
    assert!(selfplay(&other, &path, &mut |_| true).is_err());

    let info = info(&path, true).unwrap();
    assert_eq!(info.faults, Vec::<String>::new());
    assert_eq!(info.games, GAMES);
    assert!(info.endings > GAMES / 5 && info.results.iter().all(|&count| count > 0), "{info:?}");
    assert!((info.bytes as f64) < 5.0 * info.positions as f64, "{info:?}");

    // An epoch beats random weights on games that it has not seen; a checkpoint goes on where it was.
    let data = Dataset::read(std::slice::from_ref(&path), 6, 0.0).unwrap();
    assert_eq!(data.notices, Vec::<String>::new());
    assert!(data.training.len() > 4 * data.validation.len() && data.validation.len() > 500);
    let layout = Layout::new(2).unwrap();
    let scale = trainer::best_scale(&data.training);
    let plan = trainer::Plan {
        layout,
        kin: Kin::Makruk,
        over_hand: false,
        hidden: 32,
        epochs: 2,
        batch: 128,
        rate: 0.004,
        decay: 0.01,
        result_share: 0.3,
        scale,
        seed: 3,
        threads: 1,
    };
    let mut trainer = Trainer::new(plan, None);
    let before = trainer.loss(&data.validation);
    let epoch = trainer.epoch(&data.training, &data.validation, &mut |_| ());
    assert!(epoch.validation < 0.8 * before, "{} after {before}", epoch.validation);
    let mut again = Trainer::new(plan, None);
    assert!(again.restore(&trainer.checkpoint()));
    let second = trainer.epoch(&data.training, &data.validation, &mut |_| ());
    assert_eq!(again.epoch(&data.training, &data.validation, &mut |_| ()).validation, second.validation);
    assert!(!again.restore(&trainer.checkpoint()[1..]));
    let other = trainer::Plan { over_hand: true, ..plan };
    let (net, karouk) = (trainer.net("start"), trainer::Plan { kin: Kin::FirstCheck, ..plan });
    assert!(plan.takes(&net) && trainer::Plan { kin: Kin::Ouk, ..plan }.takes(&net));
    assert!(!other.takes(&net) && !karouk.takes(&net), "another base, other heads");
    assert!(!Trainer::new(other, None).restore(&trainer.checkpoint()), "another kind of net");

    // The net in integers: loads, costs little, and every kernel computes what the trainer says.
    let net = trainer.net("small");
    assert_eq!(Net::read_for(Kin::Makruk, &net.write()), Ok(net.clone()));
    let cost = trainer.quantising(&net, &data.validation);
    assert!(cost.mean < 15.0 && cost.integer < 1.1 * cost.floating, "{cost:?}");
    let file = File::open(&path).unwrap();
    let mut compared = 0;
    for game in file.blocks().flat_map(Result::unwrap) {
        let mut sums: Option<Accumulators> = None;
        replay(file.variant, &game, |position, ply| {
            let sums = sums.get_or_insert_with(|| Accumulators::new(&net, position));
            let kernels = Kernel::all();
            let kernel = kernels[compared % kernels.len()];
            let score = forward::score(&net, sums, position, hand::race(position), kernel);
            assert_eq!(score.0, plain_score(&net, &Sample::new(position, Score::DRAW, 0, None)), "{kernel}");
            sums.push(&net, position, ply.mv);
            compared += 1;
        })
        .unwrap();
    }
    assert!(compared >= 10_000, "only {compared} positions");
}

#[test]
fn the_engines_nets_score_as_the_trainer_says() {
    for name in ["makruk", "cambodian", "karouk", "asean", "ai-wok"] {
        let variant = Variant::named(name).unwrap();
        let net = nets::own(variant.kin).unwrap();
        let mut numbers = 1u64;
        let mut heads = std::collections::BTreeSet::new();
        for _ in 0..20 {
            let mut position = Position::start(variant);
            for _ in 0..100 {
                let mut list = MoveList::new();
                position.moves(Which::All, &mut list);
                numbers = numbers.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
                let Some(&mv) = list.get((numbers >> 33) as usize % list.len().max(1)) else { break };
                position = position.play(mv);
                let sample = Sample::new(&position, Score::DRAW, 0, None);
                let mut sums = Accumulators::new(&net, &position);
                let score = forward::score(&net, &mut sums, &position, hand::race(&position), Kernel::best());
                assert_eq!(score.0, plain_score(&net, &sample), "{name}");
                heads.insert(sample.head);
            }
        }
        assert!(heads.len() > 3, "{name}: {heads:?}");
    }
}
