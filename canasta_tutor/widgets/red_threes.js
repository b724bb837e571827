// Red threes on the score sheet: their number, what else lies there, and the table; the lines follow.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-red-threes");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  function turnTo(changes) {
    for (const [name, value] of Object.entries(changes)) model.set(name, value);
    const [at, count, lies] = ["at", "count", "lies"].map((name) => model.get(name));
    line.send({ intent: "case", at, count, lies, save: true });
    draw();
  }
  const counts = makeRow((count) => turnTo({ count: Number(count) }));
  const tables = makeRow((at) => turnTo({ at }));
  const side = make("span", "canasta-row-label");
  const switches = make("span", "canasta-row-buttons");
  const reds = makePicture();
  const laid = makePicture();
  const nothing = make("span", "canasta-none");
  const lines = make("div", "canasta-red-lines");
  const why = makeRule();
  const paper = make("div", "canasta-red-sheet", lines, why);
  const message = make("p", "canasta-message");
  message.setAttribute("role", "status");
  switches.setAttribute("role", "group");
  paper.setAttribute("role", "status");

  function makePicture() {
    const element = make("span", "canasta-red-row");
    element.setAttribute("role", "img");
    return element;
  }

  function drawPicture(element, { cards, said }) {
    lay(element, cards.map((card) => view().faces[card]));
    element.setAttribute("aria-label", said);
    element.hidden = !cards.length;
  }

  function makeSwitch() {
    return pressable("canasta-button", (event) => {
      const { id } = event.currentTarget.dataset;
      turnTo({ lies: view().next[model.get("lies")][id] });
    });
  }

  function makeRule() {
    return make("p", "canasta-red-rule", make("strong"), make("span"), make("small"));
  }

  function drawRule(element, { name, states, marker }) {
    const [title, text, where] = element.children;
    setText(title, `${name} `);
    setText(text, `${states} `);
    setText(where, marker);
  }

  function makeOne() {
    return make("div", "canasta-red-line", make("span"), make("strong"), makeRule());
  }

  function draw() {
    const now = view();
    const [at, count, lies] = ["at", "count", "lies"].map((name) => model.get(name));
    const rules = now.rules[at];
    const { lines: shown, sum } = now.cases[at][lies][count];
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    counts.update({ ...now.counts, on: String(count) });
    tables.update({
      ...now.tables,
      on: at,
      options: now.tables.options.map((one) => ({ ...one, note: now.cases[one.id][lies][count].sum })),
    });
    setText(side, now.side);
    switches.setAttribute("aria-label", now.side);
    keyed(switches, now.switches, makeSwitch, (button, { id, text }) => {
      button.dataset.id = id;
      setText(button, text);
      button.setAttribute("aria-pressed", String(now.pressed[lies].includes(id)));
    });
    drawPicture(reds, now.reds[count]);
    drawPicture(laid, now.laid[lies]);
    setText(nothing, now.nothing);
    nothing.hidden = lies !== "nothing";
    const wanted = shown.length ? shown : [{ text: now.none, points: sum }];
    keyed(lines, wanted, makeOne, (row, { rule, text, points }) => {
      const [what, figure, said] = row.children;
      setText(what, text);
      setText(figure, points);
      said.hidden = !rule;
      if (rule) drawRule(said, rules[rule]);
    });
    drawRule(why, rules[now.condition]);
    tell(model, message);
  }

  root.append(
    make("div", "canasta-red-choices", counts.element, make("div", "canasta-one-of", side, switches)),
    make("div", "canasta-red-cloth", reds, laid, nothing),
    tables.element,
    paper,
    message,
    line.banner,
  );
  const events = "change:_shown change:at change:count change:lies change:_message change:large";
  return settle(model, el, root, line, { [events]: draw });
}

export default { render };
