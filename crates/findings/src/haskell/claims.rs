//! The claims of the document, and our findings.

use super::Haskell;
use super::families::Family;
use super::layout::MAP;
use crate::claim::{Claim, Conclusion};
use crate::prelude::*;
use crate::prose::HASKELL as WORDS;

fn mean(rows: &[Exact], columns: &[Exact]) -> f64 {
    let all = rows.iter().chain(columns);
    all.clone().map(Exact::to_f64).sum::<f64>() / all.count() as f64
}

pub(crate) fn of(haskell: &Haskell) -> Vec<Claim> {
    let Haskell {
        steps,
        split,
        made,
        bounded,
        layout,
        sizes,
        joined,
        dungeons,
        ..
    } = haskell;
    let (siblings, families, likeness) = (split.siblings(), &split.families, &split.likenesses[0]);
    let [drawn, tree] = [Family::Drawn, Family::Tree].map(|family| families.of(family).increments);
    let (worst, choice) = (bounded.worst(), bounded.worst_choice());
    let more = bounded
        .choices
        .iter()
        .map(|choice| choice.most - choice.least);
    let (own, detail, counted) = (joined.documents(), &joined.detail, dungeons.own());
    let aligned = mean(&detail.aligned_in_row, &detail.aligned_in_column);
    let straight = 1.0 - own.missing.ideal.to_f64() / 12.0;
    let turned = dungeons.sum(|map| map.turned_connected);
    let values = json!({
        "rotations": steps.ranks.len(),
        "rank": steps.ranks.iter().min(),
        "siblings": siblings,
        "later": split.largest_later_z(),
        "none": drawn + tree,
        "consecutive": families.of(Family::Increments),
        "one_increment": families.of(Family::States),
        "worst": worst,
        "numbers": u64::from(worst.high - worst.low) + 1,
        "die": bounded.die(),
        "more": more.max(),
        "largest": bounded.choices.len(),
        "choice": choice,
        "least": layout.least(),
        "most": layout.most(),
        "width": MAP.0,
        "height": MAP.1,
        "aligned": 100.0 * aligned,
        "straight": 100.0 * straight,
        "own": own,
        "map_sizes": dungeons.maps.len(),
        "all": dungeons.all(),
        "largest_z": dungeons.largest_z(),
        "turned": turned,
        "counted": counted,
        "player_error": dungeons.player_error(),
    });
    let filled = WORDS.beside(haskell, values);
    let shares = |sharing: &super::families::Sharing| sharing.increments + sharing.states > 0;
    // Words with 16 equal bits could still be dependent: a z of 5 or more refutes the claim.
    let disconnected = likeness.equal_bits_as_they_are.fraction == "16" && siblings.z() < 5.0;
    let in_line = Conclusion::held(aligned < 0.5, straight > 0.5);
    filled.claims([
        ("steps", Conclusion::of(steps.equal == steps.compared)),
        ("next-even", Conclusion::of(steps.is_even())),
        ("unrelated", Conclusion::of(!split.is_related())),
        ("disconnected", Conclusion::of(disconnected)),
        (
            "new-increments",
            Conclusion::of(!families.sharing.iter().any(shares)),
        ),
        (
            "random",
            Conclusion::refined(made.words_taken != 1 || made.first_equal > 0),
        ),
        ("bounds", Conclusion::refined(worst.ratio.to_f64() > 1.0)),
        ("overlap", Conclusion::refined(choice.most > choice.least)),
        (
            "overflow",
            Conclusion::refined(layout.most() != 2 || layout.least() < 0),
        ),
        // Nothing can refute a doubt. If more than half of all dungeons have a narrow room, that is an issue.
        (
            "least-size",
            Conclusion::refined(2.0 * sizes.some.narrow.ideal.to_f64() > 1.0),
        ),
        ("in-line", in_line),
        (
            "connected-straight",
            Conclusion::of(own.connected.ideal.fraction == "1"),
        ),
        ("connected-turned", Conclusion::of(turned == dungeons.all())),
        ("player", Conclusion::of(counted.player_in_rock == 0)),
    ])
}
