// The table: draws what Python sends, keeps the learner's choice, and sends back what was pressed.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-table");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);
  let sorted = "rank";
  let step = model.get("step");
  let picked = [];

  function change() {
    picked = picked.filter((position) => !tray.taken().has(position));
    draw();
  }

  function move(verb) {
    line.send({ intent: "move", verb, step, picked, groups: tray.groups() });
  }

  function addGroup(to, onto) {
    if (!picked.length) return;
    const { cards } = view();
    tray.add([...picked].sort((a, b) => cards[a].wild - cards[b].wild || a - b), to, onto);
    picked = [];
    draw();
  }

  function putBack() {
    picked = [];
    tray.clear();
    draw();
  }

  const status = make("p", "canasta-status");
  const title = make("span", "canasta-title");
  const others = makeOthers();
  const sides = makeSides((meld) => addGroup(meld.to, meld.onto));
  const middle = makeMiddle(() => move("draw"), () => move("take"));
  const message = makeMessage();
  const tray = makeTray({ onChange: change, onAdd: () => addGroup("", ""), onClear: putBack });
  const fan = makeFan((position) => {
    const chosen = picked.includes(position);
    picked = chosen ? picked.filter((other) => other !== position) : [...picked, position];
    draw();
  });

  const verbs = {};
  const actions = make("div", "canasta-bar canasta-actions");
  actions.setAttribute("role", "group");
  for (const { verb } of view().actions) {
    verbs[verb] = pressable("canasta-button", () => move(verb));
    actions.append(verbs[verb]);
  }
  const back = pressable("canasta-button canasta-quiet", () => line.send({ intent: "back" }));
  const again = pressable("canasta-button canasta-quiet", () => line.send({ intent: "again" }));

  const { words } = view();
  const entry = makeEntry(words, words.type_move, words.type_move_hint, (text, done) => {
    line.send({ intent: "text", text });
    done();
  });
  const sort = pressable("canasta-button canasta-quiet", () => {
    sorted = sorted === "rank" ? "suit" : "rank";
    draw();
  });
  const colours = pressable("canasta-button canasta-quiet", () =>
    line.send({ intent: "display", four_colour: !view().four_colour }),
  );
  const keys = make("span", "canasta-unseen");
  keys.id = `canasta-keys-${Math.random().toString(36).slice(2, 10)}`;
  fan.element.setAttribute("aria-describedby", keys.id);
  const text = make("details", "canasta-text", make("summary"), make("pre"));

  function drawActions({ actions: offered, stopped, moved, words }) {
    for (const { verb, text, shown, timely } of offered) {
      setText(verbs[verb], text);
      verbs[verb].hidden = !shown || stopped;
      verbs[verb].classList.toggle("canasta-timely", timely);
    }
    setText(back, words.back);
    setText(again, words.again);
    back.disabled = again.disabled = !moved;
    again.classList.toggle("canasta-main", stopped && moved);
    again.classList.toggle("canasta-quiet", !stopped || !moved);
    actions.hidden = stopped;
  }

  function draw() {
    holdFocus(root, redraw, () => (view().stopped && view().moved ? again : fan).focus());
  }

  function redraw() {
    const now = view();
    root.lang = now.language;
    root.setAttribute("aria-label", now.title);
    setText(title, now.title);
    setText(status, now.status);
    others.update(now);
    sides.update(now, picked.length > 0 && !now.stopped);
    middle.update(now);
    message.update(model.get("_message"), now.words);
    tray.element.hidden = now.stopped;
    tray.update(now, picked);
    fan.element.setAttribute("aria-label", now.words.hand);
    fan.update({
      cards: now.cards,
      order: now.orders[sorted],
      pressed: new Set(picked),
      away: tray.taken(),
      faces: now.faces,
      words: now.words,
    });
    drawActions(now);
    setText(keys, now.words.keys);
    setText(sort, sorted === "rank" ? now.words.by_suit : now.words.by_rank);
    setText(colours, now.words.four_colours);
    colours.setAttribute("aria-pressed", String(now.four_colour));
    setText(text.firstChild, now.words.as_text);
    setText(text.lastChild, now.text);
  }

  // After a move the cards are others: nothing is chosen any more. After a refusal all stays.
  function arrive() {
    if (model.get("step") !== step) {
      step = model.get("step");
      picked = [];
      tray.clear();
    }
    draw();
  }

  root.setAttribute("role", "group");
  status.setAttribute("role", "status");
  const tools = make("div", "canasta-bar canasta-tools", entry, make("span", "canasta-space"), sort, colours, back, again);
  const cloth = make("div", "canasta-cloth", sides.theirs, middle.element, sides.ours);
  root.append(make("div", "canasta-top", status, title), others.element, cloth);
  root.append(tray.element, fan.element, actions, message.element, line.banner, tools, text, keys);
  keepKeys(root);
  el.append(root);
  draw();
  model.on("change:_shown change:step change:_message", arrive);
  return () => {
    model.off("change:_shown change:step change:_message", arrive);
    fan.close();
    line.close();
  };
}

// A refusal: what was found, under the rule's name; what the rule says here and how we know, folded.
function makeMessage() {
  const lead = make("p", "canasta-lead");
  const list = make("div", "canasta-reasons");
  const element = make("div", "canasta-message", lead, list);
  element.setAttribute("role", "status");

  function build() {
    const found = make("p", "", make("strong"), " ", make("span"), " ", make("small"));
    return make("div", "canasta-reason", found, make("details", "", make("summary"), make("p"), make("p")));
  }

  function update({ kind, text, why = [] }, words) {
    element.dataset.kind = kind || "";
    setText(lead, text || "");
    keyed(list, why, build, (reason, { name, text, marker, states, source }) => {
      const [found, more] = reason.children;
      setText(found.children[0], `${name}.`);
      setText(found.children[1], text);
      setText(found.children[2], marker);
      setText(more.children[0], words.why);
      setText(more.children[1], states);
      setText(more.children[2], source);
    });
  }
  return { element, update };
}

export default { render };
