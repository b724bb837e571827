// Puts a table in order by the column whose heading is pressed; a second press turns the order round.
for (const table of document.querySelectorAll("table.sortable")) {
  const language = document.documentElement.lang;
  const compare = new Intl.Collator(language, { numeric: true }).compare;
  const heads = [...table.tHead.rows[0].cells];
  const body = table.tBodies[0];
  heads.forEach((head, column) => {
    const button = head.querySelector("button");
    if (!button) return;
    button.addEventListener("click", () => {
      const key = (row) => row.cells[column].dataset.key ?? row.cells[column].textContent.trim();
      const numbers = head.classList.contains("n");
      const was = head.getAttribute("aria-sort");
      const down = was ? was === "ascending" : false;
      const order = (a, b) => (numbers ? Number(key(a)) - Number(key(b)) : compare(key(a), key(b)));
      const rows = [...body.rows].sort((a, b) => (down ? order(b, a) : order(a, b)));
      heads.forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", down ? "descending" : "ascending");
      body.append(...rows);
    });
  });
}
