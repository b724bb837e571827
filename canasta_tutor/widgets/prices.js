// Cards with their price tags: pressed ones add up, and another table may ask another price.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-hand canasta-prices");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const prompt = make("p", "canasta-prompt");
  const { fan, choose, keys } = makeChoosing(model, line, view, draw);
  const total = make("strong", "canasta-total");
  const gap = make("span");
  const count = make("span", "canasta-count", total, " ", gap);
  const right = make("span", "canasta-right");
  const clear = pressable("canasta-button", () => choose([]));
  const next = pressable("canasta-button canasta-main", () => line.send({ intent: "next" }));
  const tags = pressable("canasta-button canasta-quiet", () => line.send({ intent: "tags", on: !view().switch.on }));
  const tables = makeRow((table) => line.send({ intent: "table", table }));
  const message = make("div", "canasta-message");
  const round = make("span", "canasta-round");
  count.setAttribute("role", "status");
  message.setAttribute("role", "status");
  const { words } = view();
  const entry = makeEntry(words, words.type_cards, words.type_cards_hint, (text, done) => {
    line.send({ intent: "text", text });
    done();
  });

  function tagOf(button) {
    if (button.children.length < 2) button.append(make("span", "canasta-tag"));
    return button.lastChild;
  }

  function draw() {
    holdFocus(root, redraw, fan.focus);
  }

  function redraw() {
    const now = view();
    const selected = model.get("selected");
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(prompt, now.prompt);
    setText(keys, now.words.keys);
    fan.element.setAttribute("aria-label", now.prompt);
    fan.update({ ...now, pressed: new Set(selected) });
    now.tags.forEach((text, position) => {
      const tag = tagOf(fan.card(position));
      setText(tag, text);
      tag.classList.toggle("canasta-turned", now.turned[position]);
      tag.classList.toggle("canasta-blank", !text);
    });
    setText(total, now.sum);
    setText(gap, now.gap);
    setText(right, now.right);
    setText(clear, now.words.clear);
    clear.disabled = selected.length === 0;
    setText(next, now.next);
    setText(tags, now.switch.text);
    tags.setAttribute("aria-pressed", String(now.switch.on));
    tables.update(now.tables);
    setText(round, now.round);
    const { kind, text } = model.get("_message");
    message.dataset.kind = kind || "";
    setText(message, text || "");
  }

  root.append(
    prompt,
    fan.element,
    make("div", "canasta-bar", count, clear, next, make("span", "canasta-space"), right, tags),
    message,
    tables.element,
    make("div", "canasta-bar", entry, make("span", "canasta-space"), round),
    line.banner,
    keys,
  );
  keepKeys(root);
  el.append(root);
  draw();
  const events = "change:_shown change:selected change:_message change:large";
  model.on(events, draw);
  return () => {
    model.off(events, draw);
    fan.close();
    line.close();
  };
}

export default { render };
