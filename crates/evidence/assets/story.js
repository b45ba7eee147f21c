"use strict";
// The live pieces of the story. The page has a picture or a sentence for each before this runs.

{
  const byId = (id) => document.getElementById(id);
  const data = JSON.parse(byId("story-data").textContent);

  /** A new element for the picture that another one is in. */
  function drawing(other, name, style) {
    const element = document.createElementNS(other.namespaceURI, name);
    element.setAttribute("class", style);
    return element;
  }

  /** Hides what answers a question until the reader has guessed, or a search of the page has found it. */
  function askFirst(guess) {
    const parts = guess.parentElement.querySelectorAll(".answer");
    const buttons = [...guess.querySelectorAll("button")];
    const right = guess.querySelector("[data-right]");
    const show = () => parts.forEach((part) => part.removeAttribute("hidden"));
    for (const part of parts) {
      part.setAttribute("hidden", "until-found");
      part.addEventListener("beforematch", show);
    }
    for (const button of buttons) {
      button.addEventListener("click", () => {
        for (const other of buttons) other.setAttribute("aria-pressed", String(other === button));
        const verdict = button === right ? "Right" : button.hasAttribute("data-tell") ? "It is this" : "No, it is this";
        guess.querySelector("[role=status]").textContent = `${verdict}: ${right.textContent}.`;
        right.classList.add("right");
        show();
      });
    }
    guess.hidden = false;
  }

  /** The names of a game, by what they name; none if another question came first, or the page has no program. */
  async function nameGame(solver, game) {
    try {
      const reply = await solver.ask({ ask: "game", seed: String(game) }, new Uint8Array(), () => {});
      return new Map((reply?.answer?.names ?? []).map(({ kind, called }) => [kind, called]));
    } catch {
      return new Map();
    }
  }

  /** The game of this second, with a hand on the ring, and its names where `ask/solver.js` is loaded. */
  function showNow() {
    const solver = typeof Solver === "function" ? new Solver() : undefined;
    const ring = document.querySelector("#games svg");
    const hand = drawing(ring, "path", "hand");
    hand.setAttribute("d", "M180 132V2");
    ring.append(hand);
    const show = async () => {
      const game = Math.floor(Date.now() / 1000) % data.games;
      hand.setAttribute("transform", `rotate(${((360 * game) / data.games).toFixed(2)} 180 180)`);
      // Names that are shown stay beside their number until the next ones are there.
      const names = byId("now-names");
      if (names.hidden) byId("now-game").textContent = game.toLocaleString("en");
      if (solver === undefined) return;
      const named = await nameGame(solver, game);
      if (named.size === 0) return;
      byId("now-game").textContent = game.toLocaleString("en");
      for (const place of names.querySelectorAll("b")) place.textContent = named.get(place.dataset.kind);
      names.hidden = false;
    };
    show();
    setInterval(show, 1000);
    byId("now").hidden = false;
  }

  /** The games that have the titles which are tapped, on the innermost ring and in its middle. */
  function tapTitles() {
    const buttons = [...document.querySelectorAll("#games button.title")];
    const marks = [...document.querySelectorAll("#games svg .marks")].pop();
    const middle = document.querySelectorAll("#games svg .middle");
    const [outer, inner] = marks.getAttribute("d").slice(1).split("L").map((end) => {
      const [x, y] = end.split(/[ M]/).map(Number);
      return Math.round(Math.hypot(x - 180, y - 180));
    });
    const at = (game, radius) => {
      const turn = (2 * Math.PI * game) / data.games;
      return `${(180 + radius * Math.sin(turn)).toFixed(1)} ${(180 - radius * Math.cos(turn)).toFixed(1)}`;
    };
    const show = () => {
      const tapped = data.titles.filter((_, i) => buttons[i].getAttribute("aria-pressed") === "true");
      const every = Array.from({ length: data.games }, (_, game) => game);
      const games = tapped.reduce((left, other) => left.filter((game) => other.includes(game)), every);
      const [count, fit] = [games.length.toLocaleString("en"), games.length === 1 ? "game fits" : "games fit"];
      // All games are a full band: some hundred marks close it.
      const drawn = tapped.length === 0 ? games.filter((game) => game % 64 === 0) : games;
      marks.setAttribute("d", drawn.map((game) => `M${at(game, outer)}L${at(game, inner)}`).join(""));
      [middle[0].textContent, middle[1].textContent] = [count, fit];
      byId("fit").textContent = games.length === 1 ? `1 game fits: game ${games[0].toLocaleString("en")}` : `${count} ${fit}`;
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

  /** The seed with the bit at the slider flipped, its words, and what the flip changes in them. */
  function flipBits() {
    const range = byId("flip");
    const rows = [...document.querySelectorAll("#ring svg .word")];
    const { seed, words, kept, coin } = data.carries;
    const wordsOf = (seed) => [seed, ...words.map(([a, b]) => (Math.imul(a, seed) + b) >>> 0)];
    const before = wordsOf(seed);
    const show = () => {
      const after = wordsOf((seed ^ (1 << range.value)) >>> 0);
      const changed = after.map((word, i) => word ^ before[i]);
      rows.forEach((row, i) => [...row.children].forEach((square, place) => {
        const bit = 31 - place;
        square.setAttribute("class", `${(after[i] >>> bit) & 1 ? "one" : "zero"}${(changed[i] >>> bit) & 1 ? " more" : ""}`);
      }));
      const count = (mask) => changed.slice(1).filter((word) => word & mask).length;
      byId("flipped").textContent = range.value;
      byId("flip-changes").textContent = count(kept) === 0
        ? "No framed bit changes: Rogue draws the same numbers, and plays the same game."
        : `Framed bits change in ${count(kept)} of ${words.length} words: it is another game. Its coin falls otherwise in ${count(coin)} of them.`;
    };
    range.addEventListener("input", show);
    show();
    range.closest(".live").hidden = false;
  }

  /** The sequence in which the coins of a seed fall, which its low bits say: its rows stand out in the picture. */
  function tossCoins() {
    const input = byId("coin-seed");
    const drawn = document.querySelectorAll("#coins svg .tosses");
    const show = (event) => {
      const sequence = Number(input.value) % drawn.length;
      byId("coin-sequence").textContent = sequence + 1;
      // At first all four are seen.
      if (event) drawn.forEach((path, i) => path.setAttribute("fill-opacity", i === sequence ? "1" : "0.3"));
    };
    input.addEventListener("input", show);
    show();
    input.parentElement.hidden = false;
  }

  /** The sentence, the points on the curves and the squares for the number of swaps at the slider. */
  function slideSwaps() {
    const range = byId("swaps-range");
    const dots = [...document.querySelectorAll("#swaps polyline")].map((line) => {
      const dot = drawing(line, "circle", "dot");
      dot.setAttribute("r", "5");
      line.after(dot);
      return [dot, line.getAttribute("points").split(" ")];
    });
    const squares = document.querySelectorAll("#swaps svg .more[fill-opacity]");
    const show = () => {
      const [made, variation, separation, keepers] = data.numbers.swaps[Number(range.value) + 1];
      const stays = keepers / data.potions;
      [stays, (1 - stays) / (data.potions - 1)].forEach((probability, i) => {
        squares[i].setAttribute("fill-opacity", Math.sqrt(Math.abs(probability)).toFixed(4));
      });
      byId("swaps-made").textContent = made;
      Object.entries({ variation, separation, keepers }).forEach(([name, value]) => { byId(name).textContent = value; });
      for (const [dot, points] of dots) {
        const [x, y] = points[made].split(",");
        dot.setAttribute("cx", x);
        dot.setAttribute("cy", y);
      }
    };
    range.addEventListener("input", show);
    show();
    range.parentElement.parentElement.hidden = false;
  }

  function nextMazes() {
    let shown = 0;
    const pictures = document.querySelectorAll("#maze svg");
    const rows = document.querySelectorAll("#maze tr.maze");
    const button = byId("next-seed");
    button.addEventListener("click", () => {
      shown = (shown + 1) % data.mazes.length;
      byId("maze-seed").textContent = shown + 1;
      data.mazes[shown].forEach((maze, i) => {
        pictures[i].querySelector(".passages").setAttribute("d", maze.passages);
        pictures[i].querySelector(".longest").setAttribute("d", maze.way);
        rows[i].cells[1].textContent = maze.dead_ends;
        rows[i].cells[2].textContent = maze.longest;
      });
    });
    button.parentElement.hidden = false;
  }

  /** What a picture takes from the style of its page. */
  const LOOKS = ["fill", "fill-opacity", "stroke", "stroke-width", "stroke-dasharray", "stroke-linecap", "stroke-linejoin", "opacity", "paint-order",
    "font-family", "font-size", "font-weight"];

  /** A picture as a file of its own, with the colours that it has on the page. */
  function svgFile(picture) {
    const copy = picture.cloneNode(true);
    const originals = [picture, ...picture.querySelectorAll("*")];
    [copy, ...copy.querySelectorAll("*")].forEach((element, i) => {
      const style = getComputedStyle(originals[i]);
      for (const name of LOOKS) element.style.setProperty(name, style.getPropertyValue(name));
    });
    copy.style.background = getComputedStyle(document.body).backgroundColor;
    return new XMLSerializer().serializeToString(copy);
  }

  /** Rows as CSV (RFC 4180). */
  function csvFile(rows) {
    return rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",") + "\r\n").join("");
  }

  function addSaveButton(place, label, name, type, makeText) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([makeText()], { type }));
      link.download = name;
      link.click();
      URL.revokeObjectURL(link.href);
    });
    place.append(button);
  }

  /** Below each figure: its pictures as SVG, and its numbers, if it has some, as CSV. */
  function offerFiles(figure) {
    const { id } = figure.closest("[id]");
    const place = document.createElement("p");
    place.className = "save";
    const pictures = figure.querySelectorAll(".pictures > svg");
    for (const picture of pictures) {
      const name = picture.getAttribute("aria-label");
      addSaveButton(place, pictures.length === 1 ? "SVG" : `SVG: ${name}`, `${name.replaceAll(" ", "-")}.svg`, "image/svg+xml", () => svgFile(picture));
    }
    const numbers = data.numbers[id];
    if (numbers !== undefined) addSaveButton(place, "Numbers as CSV", `${id}.csv`, "text/csv", () => csvFile(numbers));
    figure.append(place);
  }

  showNow();
  tapTitles();
  flipBits();
  tossCoins();
  slideSwaps();
  nextMazes();
  document.querySelectorAll("main figure").forEach(offerFiles);
  document.querySelectorAll(".guess").forEach(askFirst);
}
