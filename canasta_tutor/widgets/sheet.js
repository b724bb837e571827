// A score sheet that fills. All its lines lie there from the first, unseen: nothing moves as they come.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-scores");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);
  const head = make("tr");
  const body = make("tbody");
  const foot = make("tfoot");
  const caption = make("caption");
  const heap = make("div", "canasta-lying");
  const table = make("table", "canasta-scores-table", caption, make("thead", "", head), body, foot);
  const ask = make("p", "canasta-prompt");
  const said = make("p", "canasta-unseen");
  said.setAttribute("role", "status");

  const lying = () => [...heap.querySelectorAll(".canasta-card")];

  // The cards of the lines that have just been filled fly there from where they lie.
  function bring(from, to) {
    const boxes = lying().map(boxOf);
    const { rows } = view();
    for (let place = from; place < Math.min(to, rows.length); place += 1) {
      const lines = rows[place].cells.flatMap((cell) => cell.lines);
      [...body.children[place].querySelectorAll(".canasta-counted")].forEach((element, number) => {
        const cards = element.querySelectorAll(".canasta-card");
        lines[number].from.forEach((start, card) => fly(root, cards[card], boxes[start]));
      });
    }
  }

  // What no later line counts is paid, and steps back.
  function pay() {
    const last = new Map();
    view().rows.forEach(({ cells }, place) => {
      for (const start of cells.flatMap((cell) => cell.lines.flatMap((one) => one.from))) last.set(start, place);
    });
    lying().forEach((card, place) => card.classList.toggle("canasta-paid", last.get(place) < model.get("filled")));
  }

  function fillTo(count) {
    const before = model.get("filled");
    model.set("filled", count);
    line.send({ intent: "filled", count });
    draw();
    bring(before, count);
    const { rows } = view();
    setText(said, count ? rows[Math.min(count, rows.length) - 1].said : "");
  }
  const next = pressable("canasta-button canasta-main", () => fillTo(model.get("filled") + 1));
  const all = pressable("canasta-button", () => fillTo(view().rows.length));
  const again = pressable("canasta-button canasta-quiet", () => fillTo(0));

  function headCell(text, scope) {
    const cell = make("th", "", text);
    cell.scope = scope;
    return cell;
  }

  function countedLine({ text, marker, points, cards, said: names }, faces) {
    const row = make("span", "canasta-minis");
    lay(row, cards.map((card) => faces[card]));
    row.setAttribute("role", "img");
    row.setAttribute("aria-label", names);
    const what = make("span", "canasta-counted-text", `${text} `, make("small", "", marker));
    return make("div", "canasta-counted", what, make("span", "canasta-counted-points", points), ...(cards.length ? [row] : []));
  }

  function filledCell({ lines, points, sum }, faces, none, side) {
    const sumLine = make("div", "canasta-so-far", make("strong", "", points || none), make("span", "", sum));
    const cell = make("td", "", ...lines.map((one) => countedLine(one, faces)), sumLine);
    cell.dataset.side = side;
    return cell;
  }

  function build() {
    const { sides, rows, sums, faces, words, counts, lying: groups } = view();
    heap.hidden = !groups.length;
    heap.replaceChildren(
      ...groups.map(({ name, cards, label }, place) => {
        const row = make("span", "canasta-minis");
        lay(row, cards.map((card) => faces[card]));
        row.setAttribute("role", "img");
        row.setAttribute("aria-label", label);
        const again = place && groups[place - 1].name === name;
        return make("div", "canasta-lying-group", make("small", "", again ? "" : name), row);
      }),
    );
    head.replaceChildren(make("td", "canasta-unseen", counts), ...sides.map((name) => headCell(name, "col")));
    body.replaceChildren(
      ...rows.map(({ name, cells }) =>
        make("tr", "", headCell(name, "row"), ...cells.map((cell, place) => filledCell(cell, faces, words.none, sides[place]))),
      ),
    );
    foot.replaceChildren(
      ...sums.map(({ name, points }) =>
        make("tr", "", headCell(name, "row"), ...points.map((sum, place) => {
          const cell = make("td", "canasta-total-cell", sum);
          cell.dataset.side = sides[place];
          return cell;
        })),
      ),
    );
  }

  function draw() {
    holdFocus(root, redraw, () => (again.disabled ? next : again).focus());
  }

  function redraw() {
    const { language, caption: title, rows, words } = view();
    const filled = model.get("filled");
    root.lang = language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(ask, words.ask);
    setText(caption, title);
    [...body.children].forEach((row, place) => row.classList.toggle("canasta-unfilled", place >= filled));
    pay();
    for (const row of foot.children) row.classList.toggle("canasta-unfilled", filled < rows.length);
    setText(next, words.next);
    setText(all, words.all);
    setText(again, words.again);
    next.disabled = all.disabled = filled >= rows.length;
    again.disabled = !filled;
  }

  // The same sheet sent again is left standing, with what flies over it.
  let built = "";
  function renew() {
    const sent = JSON.stringify(view());
    if (sent !== built) build();
    built = sent;
    draw();
  }

  const bar = make("div", "canasta-bar", next, all, make("span", "canasta-space"), again);
  root.append(ask, heap, bar, table, said, line.banner);
  return settle(model, el, root, line, { "change:_shown": renew, "change:filled change:large": draw });
}

export default { render };
