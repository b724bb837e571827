// The same cards at five tables: a column for each, with what the learner says and what the table answers.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-five");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const ask = make("p", "canasta-prompt");
  const groups = make("div", "canasta-asked");
  const columns = make("div", "canasta-columns");
  const message = make("p", "canasta-message");
  const all = pressable("canasta-button canasta-quiet", () => line.send({ intent: "all" }));
  const again = pressable("canasta-button canasta-quiet", () => line.send({ intent: "again" }));
  message.setAttribute("role", "status");

  function makeGroup() {
    const cards = make("span", "canasta-few");
    cards.setAttribute("role", "img");
    return make("div", "canasta-group", make("span", "canasta-holds"), cards);
  }

  function makeColumn() {
    const guesses = make("div", "canasta-guesses");
    const answer = make("div", "canasta-verdict-cell", make("strong"), make("div"));
    const element = make("div", "canasta-column", make("div", "canasta-name"), guesses, answer);
    element.setAttribute("role", "group");
    return element;
  }

  function makeGuess() {
    const button = pressable("canasta-button", () => {
      if (button.getAttribute("aria-disabled") === "true") return;
      line.send({ intent: "say", table: button.dataset.table, said: button.dataset.said });
    });
    return button;
  }

  function drawColumn(element, column, now) {
    const [title, guesses, answer] = element.children;
    setText(title, column.title);
    element.setAttribute("aria-label", column.title);
    element.dataset.verdict = column.open ? column.verdict : "";
    element.dataset.right = column.open && column.said && column.said !== "show" ? String(column.right) : "";
    keyed(guesses, now.guesses, makeGuess, (button, guess) => {
      button.dataset.table = column.id;
      button.dataset.said = guess.said;
      setText(button, guess.text);
      button.setAttribute("aria-pressed", String(column.said === guess.said));
      button.setAttribute("aria-disabled", String(column.open));
      button.setAttribute("aria-label", `${column.title}: ${guess.text}`);
    });
    // Covered, it keeps its room: nothing moves when a table answers.
    answer.classList.toggle("canasta-covered", !column.open);
    setText(answer.firstChild, column.answer);
    keyed(answer.lastChild, column.lines, () => make("p", "", make("span"), make("span", "canasta-sum-figure")), (element, one) => {
      setText(element.firstChild, one.text);
      setText(element.lastChild, one.figure);
    });
  }

  function draw() {
    const now = view();
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(ask, now.ask);
    keyed(groups, now.groups, makeGroup, (element, group) => {
      setText(element.firstChild, group.name);
      element.lastChild.setAttribute("aria-label", group.label);
      lay(element.lastChild, group.cards.map((text) => now.faces[text]));
    });
    keyed(columns, now.columns, makeColumn, (element, column) => drawColumn(element, column, now));
    setText(all, now.all);
    setText(again, now.again);
    rove();
  }

  // One stop for the tabulator among the tables; arrow keys go on from there.
  const buttons = () => [...columns.querySelectorAll("button")];
  function rove(chosen) {
    const known = buttons();
    const stop = chosen || known.find((button) => button === document.activeElement || button.tabIndex === 0) || known[0];
    for (const button of known) button.tabIndex = button === stop ? 0 : -1;
  }
  columns.addEventListener("focusin", (event) => rove(event.target));
  columns.addEventListener("keydown", (event) => {
    const known = buttons();
    const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    const goal = way && known[known.indexOf(document.activeElement) + way];
    if (!goal) return;
    event.preventDefault();
    goal.focus();
  });

  root.append(
    ask,
    groups,
    columns,
    message,
    make("div", "canasta-bar", all, make("span", "canasta-space"), again),
    line.banner,
  );
  for (const button of buttons()) button.tabIndex = -1;
  return settle(model, el, root, line, {
    "change:_shown change:large": draw,
    "change:_message": () => tell(model, message),
  });
}

export default { render };
