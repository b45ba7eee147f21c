//! Vectors of the Haskell dungeons.

use generators::haskell::HaskellDice;
use grids::grid::Grid;
use grids::rooms::{Halls, Room, blob, generate};
use serde_json::{Value, json};

use super::VectorError;
use super::entry::{Entry, MOST_TILES};
use super::haskell::{generator, written};

fn tiles(grid: &Grid) -> Value {
    grid.ascii('.').to_string().lines().collect()
}

fn corners(room: &Room) -> Value {
    json!([room.xl, room.yl, room.xh, room.yh])
}

/// A size and a generator: what each stage of the document's code makes of them, each from the same beginning.
pub(super) fn dungeon(entry: &Entry<'_>) -> Result<Value, VectorError> {
    let (width, height) = entry.size(MOST_TILES)?;
    let start = generator(&entry.part("gen")?)?;
    let mut facts = json!({ "width": width, "height": height, "gen": written(&start) });
    let refused = |error: grids::rooms::RoomsError| entry.malformed(error.to_string());
    if entry.get("v1_blob").is_some() {
        let mut dice = HaskellDice::new(start.clone());
        let grid = blob(width, height, &mut dice).map_err(refused)?;
        facts["v1_blob"] = json!({ "tiles": tiles(&grid), "gen_after": written(dice.as_gen()) });
    }
    let mut dice = HaskellDice::new(start.clone());
    let sectors = generate(width, height, None, &mut dice).map_err(refused)?;
    facts["v2_sectors"] = json!({
        "sectors_x1_y1_x2_y2": sectors.corners(),
        "tiles": tiles(sectors.grid()),
        "gen_after": written(dice.as_gen()),
    });
    let mut dice = HaskellDice::new(start);
    let dungeon = generate(width, height, Halls::Straight, &mut dice).map_err(refused)?;
    facts["v4_final"] = json!({
        "rooms_xl_yl_xh_yh": dungeon.rooms().iter().map(corners).collect::<Value>(),
        "halls_by_border_1_to_12": dungeon.halls().iter().map(|hall| hall.first().map(corners)).collect::<Vec<_>>(),
        "tiles": tiles(dungeon.grid()),
        "gen_after": written(dice.as_gen()),
    });
    Ok(facts)
}
