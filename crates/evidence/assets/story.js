"use strict";
// The live pieces of the story. The page has a picture or a table for each before this runs. Under Node the module exports
// what makes the mazes, and a test compares them with the Rust program's.

const Story = (() => {
  const byId = (id) => document.getElementById(id);

  /** A new element for the picture that another one is in. */
  function drawing(other, name, style) {
    const element = document.createElementNS(other.namespaceURI, name);
    element.setAttribute("class", style);
    return element;
  }

  /** The game of this second, with a hand on the ring. */
  function showNow() {
    const ring = document.querySelector("#games svg");
    const hand = drawing(ring, "path", "hand");
    ring.append(hand);
    const show = () => {
      const game = Math.floor(Date.now() / 1000) % Roguelab.GAMES;
      const names = Roguelab.gameOfSeed(game);
      byId("now-game").textContent = game.toLocaleString("en");
      for (const place of document.querySelectorAll("#now [data-slot]")) {
        place.textContent = Roguelab.nameOf(Number(place.dataset.slot), names[place.dataset.slot]);
      }
      const turn = (360 * game) / Roguelab.GAMES;
      hand.setAttribute("d", "M180 132V2");
      hand.setAttribute("transform", `rotate(${turn.toFixed(2)} 180 180)`);
    };
    show();
    setInterval(show, 1000);
    byId("now").hidden = false;
  }

  /** The games that have the titles which are tapped, on the innermost ring. */
  function tapTitles(data) {
    const buttons = [...document.querySelectorAll("#games button.title")];
    const marks = [...document.querySelectorAll("#games svg .marks")].pop();
    const legend = [...document.querySelectorAll("#games svg textPath")].pop();
    const [outer, inner] = marks.getAttribute("d").slice(1).split("L").map((end) => {
      const [x, y] = end.split(/[ ,]/).map(Number);
      return Math.round(Math.hypot(x - 180, y - 180));
    });
    const at = (game, radius) => {
      const turn = (2 * Math.PI * game) / Roguelab.GAMES;
      return `${(180 + radius * Math.sin(turn)).toFixed(1)} ${(180 - radius * Math.cos(turn)).toFixed(1)}`;
    };
    const show = () => {
      const tapped = data.titles.filter((_, i) => buttons[i].getAttribute("aria-pressed") === "true");
      const every = Array.from({ length: Roguelab.GAMES }, (_, game) => game);
      const games = tapped.reduce((left, other) => left.filter((game) => other.includes(game)), every);
      const fit = games.length === 1 ? "1 game fits" : `${games.length.toLocaleString("en")} games fit`;
      // All games are a full band: some hundred marks close it.
      const drawn = tapped.length === 0 ? games.filter((game) => game % 64 === 0) : games;
      marks.setAttribute("d", drawn.map((game) => `M${at(game, outer)}L${at(game, inner)}`).join(""));
      legend.textContent = fit;
      byId("fit").textContent = games.length === 1 ? `1 game fits: game ${games[0].toLocaleString("en")}` : fit;
    };
    for (const button of buttons) {
      button.addEventListener("click", () => {
        button.setAttribute("aria-pressed", String(button.getAttribute("aria-pressed") !== "true"));
        show();
      });
    }
    show();
    buttons[0].parentElement.hidden = false;
  }

  /** The sequence in which the coins of a seed fall, found by tossing them: its rows stand out in the picture. */
  function tossCoins(data) {
    const input = byId("coin-seed");
    const drawn = document.querySelectorAll("#coins svg .tosses");
    const show = (event) => {
      const dice = new Roguelab.RogueDice(Number(input.value));
      const tosses = Array.from(data.coins[0], () => (Roguelab.coinToss(dice) ? "1" : "0")).join("");
      const sequence = data.coins.indexOf(tosses);
      byId("coin-sequence").textContent = sequence + 1;
      // At first all four are seen.
      if (event) drawn.forEach((path, i) => path.setAttribute("fill-opacity", i === sequence ? "1" : "0.3"));
    };
    input.addEventListener("input", show);
    show();
    input.parentElement.hidden = false;
  }

  /** The distance at the number of swaps that the slider is at, with points on the curves and the squares of that many swaps. */
  function slideSwaps(data) {
    const range = byId("swaps-range");
    const lines = [...document.querySelectorAll("#swaps polyline")];
    const dots = lines.map((line) => {
      const dot = drawing(line, "circle", "dot");
      dot.setAttribute("r", "4");
      line.after(dot);
      return [dot, line.getAttribute("points").split(" ")];
    });
    const places = document.querySelectorAll("#swaps svg .more[fill-opacity]");
    const show = () => {
      const at = data.swaps[range.value];
      const stays = at.keepers / data.potions;
      [stays, (1 - stays) / (data.potions - 1)].forEach((probability, i) => {
        places[i].setAttribute("fill-opacity", Math.sqrt(Math.abs(probability)).toFixed(4));
      });
      byId("swaps-made").textContent = range.value;
      for (const name of ["variation", "separation", "keepers"]) byId(name).textContent = at[name];
      for (const [dot, points] of dots) {
        const [x, y] = points[range.value].split(",");
        dot.setAttribute("cx", x);
        dot.setAttribute("cy", y);
      }
    };
    range.addEventListener("input", show);
    show();
    range.parentElement.hidden = false;
  }

  /** A uniform spanning tree: a walk opens the wall behind it when it enters a cell for the first time. */
  function uniform(dice, width, height) {
    const [columns, rows] = [width >> 1, height >> 1];
    const rock = Array.from({ length: height }, () => Array(width).fill(true));
    let [x, y] = [dice.below(columns), dice.below(rows)];
    rock[2 * y + 1][2 * x + 1] = false;
    for (let left = columns * rows - 1; left > 0; ) {
      const around = [[x, y - 1], [x - 1, y], [x, y + 1], [x + 1, y]];
      const inside = around.filter(([x, y]) => x >= 0 && x < columns && y >= 0 && y < rows);
      const [toX, toY] = inside[dice.below(inside.length)];
      if (rock[2 * toY + 1][2 * toX + 1]) {
        rock[y + toY + 1][x + toX + 1] = false;
        rock[2 * toY + 1][2 * toX + 1] = false;
        left--;
      }
      [x, y] = [toX, toY];
    }
    return rock;
  }

  /** The walls as rectangles: as far to the right as a run goes, then down as far as all of it goes. */
  function walls(rock) {
    const left = rock.map((row) => [...row]);
    let path = "";
    left.forEach((row, y) => row.forEach((wall, x) => {
      if (!row[x]) return;
      let across = 0;
      while (row[x + across]) across++;
      let down = 0;
      while (y + down < left.length && left[y + down].slice(x, x + across).every(Boolean)) {
        left[y + down].fill(false, x, x + across);
        down++;
      }
      path += `M${x} ${y}h${across}v${down}h-${across}z`;
    }));
    return path;
  }

  /** Dead ends, and the longest way: from any cell to the farthest, and from that to the farthest again. */
  function passages(rock) {
    const [columns, rows] = [rock[0].length >> 1, rock.length >> 1];
    const beside = Array.from({ length: columns * rows }, () => []);
    const join = (a, b) => { beside[a].push(b); beside[b].push(a); };
    for (let cell = 0; cell < columns * rows; cell++) {
      const [x, y] = [2 * (cell % columns) + 1, 2 * Math.floor(cell / columns) + 1];
      if (!rock[y][x + 1]) join(cell, cell + 1);
      if (!rock[y + 1][x]) join(cell, cell + columns);
    }
    const search = (start) => {
      const before = new Map([[start, undefined]]);
      for (const at of before.keys()) for (const to of beside[at]) if (!before.has(to)) before.set(to, at);
      return [[...before.keys()].pop(), before];
    };
    const [last, before] = search(search(0)[0]);
    const way = [];
    for (let at = last; at !== undefined; at = before.get(at)) way.push([2 * (at % columns) + 1, 2 * Math.floor(at / columns) + 1]);
    const path = way.map(([x, y], i) => {
      const [fromX, fromY] = way[Math.max(0, i - 1)];
      return `M${(fromX + x) / 2} ${(fromY + y) / 2}h1v1h-1zM${x} ${y}h1v1h-1z`;
    });
    return { ends: beside.filter((cells) => cells.length === 1).length, longest: way.length, path: path.join("") };
  }

  /** Both mazes of a seed, as the page shows them: dug depth first, and a uniform spanning tree. */
  function mazes(seed, { stream, width, height }) {
    const dice = () => new Roguelab.Pcg32(seed, stream);
    const both = [Roguelab.bossMaze(dice(), width, height).rock, uniform(dice(), width, height)];
    return both.map((rock) => ({ walls: walls(rock), ...passages(rock) }));
  }

  function nextMazes(data) {
    let { seed } = data.maze;
    const pictures = document.querySelectorAll("#maze svg");
    const rows = document.querySelectorAll("#maze tr.maze");
    const button = byId("next-seed");
    button.addEventListener("click", () => {
      seed++;
      byId("maze-seed").textContent = seed;
      mazes(seed, data.maze).forEach((maze, i) => {
        pictures[i].querySelector("path").setAttribute("d", maze.walls);
        pictures[i].querySelector("path.way").setAttribute("d", maze.path);
        rows[i].cells[1].textContent = maze.ends;
        rows[i].cells[2].textContent = maze.longest;
      });
    });
    button.parentElement.hidden = false;
  }

  function start() {
    const data = JSON.parse(byId("story-data").textContent);
    showNow();
    tapTitles(data);
    tossCoins(data);
    slideSwaps(data);
    nextMazes(data);
  }

  return { mazes, start };
})();

if (typeof module === "object") module.exports = Story;
else Story.start();
