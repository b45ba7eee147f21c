// The pages of the appendix: tables with verdicts can be filtered by them. Without this script every row is shown.
"use strict";
(function () {
  function filter(table) {
    const rows = Array.from(table.querySelectorAll("tr[data-verdict]"));
    const counts = new Map();
    for (const row of rows) counts.set(row.dataset.verdict, (counts.get(row.dataset.verdict) || 0) + 1);
    if (counts.size < 2) return;
    const group = document.createElement("div");
    group.className = "filter";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", "Show only");
    function add(name, verdict) {
      const button = document.createElement("button");
      button.type = "button";
      button.textContent = name;
      button.setAttribute("aria-pressed", String(verdict === null));
      button.addEventListener("click", function () {
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === button));
        for (const row of rows) row.hidden = verdict !== null && row.dataset.verdict !== verdict;
      });
      group.append(button);
    }
    add("all (" + rows.length + ")", null);
    for (const [verdict, count] of counts) add(verdict + " (" + count + ")", verdict);
    const scroller = table.closest(".scroll");
    scroller.before(group);
    // A link to a row shows it, whatever is hidden.
    window.addEventListener("hashchange", function () {
      const row = document.querySelector(":target");
      if (row && row.hidden && table.contains(row)) {
        group.firstChild.click();
        row.scrollIntoView();
      }
    });
  }
  document.querySelectorAll(".scroll > table").forEach(filter);

  // Each table can be saved as CSV (RFC 4180), all rows, under the name of its section.
  function csv(table) {
    const cell = (cell) => '"' + cell.textContent.trim().replace(/"/g, '""') + '"';
    return Array.from(table.rows, (row) => Array.from(row.cells, cell).join(",") + "\r\n").join("");
  }
  document.querySelectorAll(".scroll > table").forEach(function (table, number) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = "csv";
    button.textContent = "Save as CSV";
    button.addEventListener("click", function () {
      const section = table.closest("section");
      const link = document.createElement("a");
      link.href = URL.createObjectURL(new Blob([csv(table)], { type: "text/csv" }));
      link.download = (section ? section.querySelector("h2").id : "table") + "-" + (number + 1) + ".csv";
      link.click();
      URL.revokeObjectURL(link.href);
    });
    table.closest(".scroll").after(button);
  });

  // What does not scroll need not be reached with the tab key.
  const scrollers = document.querySelectorAll(".scroll, .pictures");
  function reach() {
    for (const scroller of scrollers) scroller.tabIndex = scroller.scrollWidth > scroller.clientWidth ? 0 : -1;
  }
  reach();
  window.addEventListener("resize", reach);
  document.addEventListener("toggle", reach, true);

  // Paper has no clicks: what is folded is printed.
  window.addEventListener("beforeprint", function () {
    for (const rows of document.querySelectorAll("details.rows")) rows.open = true;
  });

  // On a narrow screen the list of parts would push the page away.
  const contents = document.querySelector("details.contents");
  const wide = window.matchMedia("(min-width: 64rem), print");
  function fold() {
    if (contents) contents.open = wide.matches;
  }
  fold();
  wide.addEventListener("change", fold);
})();
