// A hand of cards to choose from. Python sends the cards already named; the choice goes back.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-hand");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);
  let sorted = "rank";

  const prompt = make("p", "canasta-prompt");
  const count = make("span", "canasta-count");
  const message = make("div", "canasta-message");
  count.setAttribute("role", "status");
  message.setAttribute("role", "status");

  const { fan, choose, keys } = makeChoosing(model, line, view, draw);
  const submit = pressable("canasta-button canasta-main", () => line.send({ intent: "submit" }));
  const clear = pressable("canasta-button", () => choose([]));
  const sort = pressable("canasta-button canasta-quiet", () => {
    sorted = sorted === "rank" ? "suit" : "rank";
    draw();
  });
  const colours = pressable("canasta-button canasta-quiet", () =>
    line.send({ intent: "display", four_colour: !view().four_colour }),
  );
  const { words } = view();
  const entry = makeEntry(words, words.type_cards, words.type_cards_hint, (text, done) => {
    line.send({ intent: "text", text });
    done();
  });

  function draw() {
    holdFocus(root, redraw, fan.focus);
  }

  function redraw() {
    const { cards, orders, faces, words, prompt: asked, choose: most, four_colour, submits } = view();
    const selected = model.get("selected");
    root.lang = view().language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(prompt, asked);
    prompt.hidden = !asked;
    setText(keys, words.keys);
    fan.element.setAttribute("aria-label", asked || words.hand);
    fan.update({ cards, order: orders[sorted], pressed: new Set(selected), faces, words, lit: model.get("lit") });
    setText(count, fill(most ? words.chosen_of : words.chosen, { count: selected.length, needed: most }));
    setText(submit, submits || words.submit);
    submit.hidden = !submits;
    setText(clear, words.clear);
    clear.disabled = selected.length === 0;
    setText(sort, sorted === "rank" ? words.by_suit : words.by_rank);
    setText(colours, words.four_colours);
    colours.setAttribute("aria-pressed", String(four_colour));
    const { kind, text } = model.get("_message");
    message.dataset.kind = kind || "";
    setText(message, text || "");
  }

  root.append(
    prompt,
    fan.element,
    make("div", "canasta-bar", count, submit, clear, make("span", "canasta-space"), sort, colours),
    entry,
    message,
    line.banner,
    keys,
  );
  keepKeys(root);
  el.append(root);
  draw();
  const events = "change:_shown change:selected change:lit change:_message change:large";
  model.on(events, draw);
  return () => {
    model.off(events, draw);
    fan.close();
    line.close();
  };
}

export default { render };
