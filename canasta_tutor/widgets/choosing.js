// Cards that are chosen by a press, and rows of buttons of which one is pressed.

// A fan whose pressed cards are the model's `selected`, with the question above it, the button that
// clears it, the line to type cards in, and what is said; every change goes to Python at once.
function makeChoosing(model, el, line, view, redraw) {
  function choose(positions) {
    model.set("selected", positions);
    line.send({ intent: "selected", save: true });
    draw();
  }
  function press(position) {
    const { choose: most } = view();
    const now = model.get("selected");
    if (now.includes(position)) return choose(now.filter((other) => other !== position));
    const kept = most && now.length >= most ? now.slice(now.length - most + 1) : now;
    return choose([...kept, position]);
  }
  const prompt = make("p", "canasta-prompt");
  const fan = makeFan(press);
  const clear = pressable("canasta-button", () => choose([]));
  const message = make("div", "canasta-message");
  const keys = make("span", "canasta-unseen");
  const { words } = view();
  const entry = makeEntry(words, words.type_cards, words.type_cards_hint, (text, done) => {
    line.send({ intent: "text", text });
    done();
  });
  message.setAttribute("role", "status");
  keys.id = `canasta-keys-${Math.random().toString(36).slice(2, 10)}`;
  fan.element.setAttribute("aria-describedby", keys.id);

  function update(root, order = view().order) {
    const now = view();
    const selected = model.get("selected");
    setAttribute(root, "lang", now.language);
    root.classList.toggle("canasta-large", model.get("large"));
    setText(prompt, now.prompt);
    prompt.hidden = !now.prompt;
    setText(keys, now.words.keys);
    setAttribute(fan.element, "aria-label", now.prompt || now.words.hand);
    fan.update({ ...now, order, pressed: new Set(selected), lit: model.get("lit") });
    setText(clear, now.words.clear);
    clear.disabled = selected.length === 0;
    tell(model, message);
  }
  const draw = () => holdFocus(el, redraw, fan.focus);

  // The widget in its place, with these among the things that stand in it.
  function take(root, ...events) {
    root.append(line.banner, keys);
    const all = ["_shown", "selected", "lit", "_message", "large", ...events];
    const close = settle(model, el, root, line, { [all.map((name) => `change:${name}`).join(" ")]: draw });
    return () => {
      fan.close();
      close();
    };
  }
  return { prompt, fan, clear, message, entry, press, update, draw, take };
}

// A row of buttons of which one is pressed: `press(id)` is called, and the owner updates the row.
function makeRow(press) {
  const label = make("span", "canasta-row-label");
  const buttons = make("span", "canasta-row-buttons");
  const element = make("div", "canasta-one-of", label, buttons);
  buttons.setAttribute("role", "group");

  function build() {
    const button = pressable("canasta-button", () => press(button.dataset.id));
    button.append(make("span"), make("small"));
    return button;
  }

  function update({ label: name, options, on }) {
    setText(label, name);
    setAttribute(buttons, "aria-label", name);
    keyed(buttons, options, build, (button, { id, text, note }) => {
      button.dataset.id = id;
      setText(button.firstChild, text);
      setText(button.lastChild, note || "");
      setAttribute(button, "aria-pressed", id === on);
      button.tabIndex = id === on ? 0 : -1;
    });
  }

  // Left and right move along the row, as they do along a hand.
  buttons.addEventListener("keydown", (event) => {
    const all = [...buttons.children];
    const at = all.indexOf(document.activeElement);
    const goal = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (at < 0 || !all[goal]) return;
    event.preventDefault();
    all[goal].focus();
  });
  return { element, update };
}
