// A hand of cards to choose from. Python sends the cards already named; the choice goes back.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-hand");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);
  let sorted = "rank";

  const count = make("span", "canasta-count");
  count.setAttribute("role", "status");
  const { prompt, fan, clear, message, entry, update, draw, take } = makeChoosing(model, el, line, view, redraw);
  const submit = pressable("canasta-button canasta-main", () => {
    const typed = entry.querySelector("input");
    line.send({ intent: "submit", text: typed.value.trim() });
    typed.value = "";
  });
  const sort = pressable("canasta-button canasta-quiet", () => {
    sorted = sorted === "rank" ? "suit" : "rank";
    draw();
  });
  const colours = pressable("canasta-button canasta-quiet", () =>
    line.send({ intent: "display", four_colour: !view().four_colour }),
  );

  function redraw() {
    const { orders, words, choose: most, four_colour, submits } = view();
    update(root, orders[sorted]);
    const chosen = { count: model.get("selected").length, needed: most };
    setText(count, fill(most ? words.chosen_of : words.chosen, chosen));
    setText(submit, submits || words.submit);
    submit.hidden = !submits;
    setText(sort, sorted === "rank" ? words.by_suit : words.by_rank);
    setText(colours, words.four_colours);
    setAttribute(colours, "aria-pressed", four_colour);
  }

  root.append(
    prompt,
    fan.element,
    make("div", "canasta-bar", count, submit, clear, make("span", "canasta-space"), sort, colours),
    entry,
    message,
  );
  return take(root);
}

export default { render };
