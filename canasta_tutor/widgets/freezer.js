// A pile to throw cards on: the tray, the pile with its lamps, and what was said last.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-table canasta-freezer");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const ask = make("p", "canasta-prompt");
  const middle = makeMiddle(
    () => {},
    () => line.send({ intent: "take" }),
  );
  const tray = make("div", "canasta-throw");
  const take = pressable("canasta-button canasta-main", () => line.send({ intent: "take" }));
  const again = pressable("canasta-button canasta-quiet", () => line.send({ intent: "again" }));
  const sides = make("span", "canasta-opened");
  const message = make("div", "canasta-message", make("p"), make("p", "canasta-states"));
  message.setAttribute("role", "status");
  tray.setAttribute("role", "group");

  function makeThrow() {
    const button = pressable("canasta-card", () => {
      if (button.getAttribute("aria-disabled") !== "true") {
        line.send({ intent: "throw", kind: Number(button.dataset.kind) });
      }
    });
    button.append(face());
    return button;
  }

  function makeSwitch() {
    const button = pressable("canasta-button", () => line.send({ intent: "side", side: button.dataset.side }));
    return button;
  }

  function draw() {
    const now = view();
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(ask, now.ask);
    middle.update(now);
    tray.setAttribute("aria-label", now.ask);
    keyed(tray, now.tray, makeThrow, (button, card) => {
      button.dataset.kind = card.kind;
      button.setAttribute("aria-label", card.name);
      button.setAttribute("aria-disabled", String(!card.left));
      show(button.firstChild, now.faces[card.text]);
    });
    setText(take, now.take);
    setText(again, now.again);
    keyed(sides, now.sides, makeSwitch, (button, side) => {
      button.dataset.side = side.side;
      setText(button, side.text);
      button.setAttribute("aria-pressed", String(side.on));
    });
    const { kind, text, states } = model.get("_message");
    message.dataset.kind = kind || "";
    setText(message.firstChild, text || "");
    setText(message.lastChild, states || "");
    message.hidden = !text;
  }

  // Left and right move along the tray, as they do along a hand.
  tray.addEventListener("keydown", (event) => {
    const buttons = [...tray.children];
    const at = buttons.indexOf(document.activeElement);
    const goal = buttons[at + { ArrowRight: 1, ArrowLeft: -1 }[event.key]];
    if (at < 0 || !goal) return;
    event.preventDefault();
    goal.focus();
  });

  root.append(
    ask,
    tray,
    make("div", "canasta-bar", take, sides, make("span", "canasta-space"), again),
    make("div", "canasta-cloth", middle.element),
    message,
    line.banner,
  );
  keepKeys(root);
  el.append(root);
  draw();
  model.on("change:_shown change:_message change:large", draw);
  return () => {
    model.off("change:_shown change:_message change:large", draw);
    line.close();
  };
}

export default { render };
