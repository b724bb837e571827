// Cards that are chosen by a press, and rows of buttons of which one is pressed.

// A fan whose pressed cards are the model's `selected`; every change goes to Python at once.
function makeChoosing(model, line, view, draw) {
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
  const fan = makeFan(press);
  const keys = make("span", "canasta-unseen");
  keys.id = `canasta-keys-${Math.random().toString(36).slice(2, 10)}`;
  fan.element.setAttribute("aria-describedby", keys.id);
  return { fan, press, choose, keys };
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
    buttons.setAttribute("aria-label", name);
    keyed(buttons, options, build, (button, { id, text, note }) => {
      button.dataset.id = id;
      setText(button.firstChild, text);
      setText(button.lastChild, note || "");
      button.setAttribute("aria-pressed", String(id === on));
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
