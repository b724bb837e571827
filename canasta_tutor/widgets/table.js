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

  const wildsLast = (places) => {
    const { cards } = view();
    return [...places].sort((a, b) => cards[a].wild - cards[b].wild || a - b);
  };

  function addGroup(to, onto) {
    if (!picked.length) return;
    tray.add(wildsLast(picked), to, onto);
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

  makeDrag(root, makeLift({ view, fan, tray, sides, middle, chosen: () => picked, put, send }));

  // What a drag does is what the buttons do with the dragged cards chosen.
  function put(cards, act) {
    tray.drop(cards);
    picked = cards;
    act();
    draw();
  }

  function send(what) {
    if (what.verb) move(what.verb);
    else if (what.join) {
      tray.join(what.join, wildsLast(picked));
      picked = [];
    } else addGroup(what.to, what.onto);
  }

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

  // When the turn is over tray and buttons rest, and what lies below them stays where it is.
  function rest(stopped) {
    if (stopped === tray.element.classList.contains("canasta-resting")) return;
    actions.style.minHeight = stopped ? `${actions.offsetHeight}px` : "";
    tray.element.classList.toggle("canasta-resting", stopped);
  }

  function drawActions({ actions: offered, stopped, moved, words }) {
    rest(stopped);
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
  }

  function draw() {
    holdFocus(root, redraw, () => (view().stopped && view().moved ? again : fan).focus());
  }

  function redraw() {
    const now = view();
    setAttribute(root, "lang", now.language);
    root.classList.toggle("canasta-large", model.get("large"));
    setAttribute(root, "aria-label", now.title);
    root.classList.toggle("canasta-stopped", now.stopped);
    setText(title, now.title);
    setText(status, now.status);
    others.update(now);
    if (now.sides.some(({ price }) => price)) root.classList.add("canasta-opening");
    sides.update(now, picked.length > 0 && !now.stopped);
    middle.update(now);
    message.update(model.get("_message"), now.words);
    tray.update(now, picked);
    setAttribute(fan.element, "aria-label", now.words.hand);
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
    setAttribute(colours, "aria-pressed", now.four_colour);
    setText(text.firstChild, now.words.as_text);
    setText(text.lastChild, now.text);
  }

  // After a move the cards are others: nothing is chosen any more. After a refusal all stays.
  function arrive() {
    if (model.get("step") === step) return draw();
    const before = flights.before(picked);
    step = model.get("step");
    picked = [];
    tray.clear();
    draw();
    flights.after(before, view().last);
    return undefined;
  }

  root.setAttribute("role", "group");
  status.setAttribute("role", "status");
  const tools = make("div", "canasta-bar canasta-tools", entry, make("span", "canasta-space"), back, again);
  const foot = make("div", "canasta-bar canasta-foot", text, title, make("span", "canasta-space"), sort, colours);
  const cloth = make("div", "canasta-cloth", middle.element, sides.theirs, sides.ours);
  root.append(make("div", "canasta-top", status, others.element), cloth);
  root.append(tray.element, fan.element, actions, message.element, line.banner, tools, foot, keys);
  keepKeys(root);
  el.append(root);
  const flights = makeFlights(root, { fan, tray, sides, middle });
  draw();
  if (view().last === "deal") flights.deal();
  const events = "change:_shown change:step change:_message change:large";
  model.on(events, arrive);
  return () => {
    model.off(events, arrive);
    fan.close();
    line.close();
  };
}

// What can be dragged at the table, and where it may be let go: Python says what pile and stock do.
function makeLift({ view, fan, tray, sides, middle, chosen, put, send }) {
  const faces = (places) => places.map((place) => view().faces[view().cards[place].text]);

  function cards(places) {
    const to = (element, what) => ({ element, take: () => put(places, () => send(what)) });
    return {
      ghost: () => cardGhost(faces(places)),
      targets: [
        ...(view().drops.pile ? [to(middle.pileArea, { verb: view().drops.pile })] : []),
        ...sides.melds().map((meld) => to(meld, { to: meld.meld.to, onto: meld.meld.onto })),
        to(tray.element, { to: "", onto: "" }),
        ...tray.shown().map(({ element, group }) => to(element, { join: group })),
      ],
    };
  }

  // Cards out of the tray, or what stock and pile give, go into the hand.
  const intoHand = (ghost, take) => ({ ghost, targets: [{ element: fan.element, take }] });

  return (target) => {
    if (view().stopped) return null;
    const position = fan.at(target.closest(".canasta-card"));
    if (position >= 0) return cards(chosen().includes(position) ? [...chosen()] : [position]);
    const group = tray.shown().find(({ element }) => element.contains(target) && !target.closest("button"))?.group;
    if (group) return intoHand(() => cardGhost(faces(group.cards)), () => put(group.cards, () => put([], () => {})));
    if (middle.stockArea.contains(target) && view().drops.stock) {
      return intoHand(() => cardGhost([view().back]), () => send({ verb: view().drops.stock }));
    }
    if (middle.pileArea.contains(target) && view().drops.take && view().pile.cards.length) {
      const top = view().pile.cards.at(-1).text;
      return intoHand(() => cardGhost([view().faces[top]]), () => send({ verb: view().drops.take }));
    }
    return null;
  };
}

// Where the cards went in the last move.
function makeFlights(root, { fan, tray, sides, middle }) {
  const signs = () => new Map(sides.melds().map((element) => [element, JSON.stringify([element.meld.cards, element.meld.canasta])]));

  function before(picked) {
    const from = tray.shown()[0]?.element || fan.card(picked[0]) || fan.element;
    return { stock: boxOf(middle.stock), pile: boxOf(middle.pile), from: boxOf(from), signs: signs() };
  }

  function laid(was) {
    for (const [element, sign] of signs()) {
      if (was.signs.get(element) === sign) continue;
      fly(root, element.firstChild, was.from);
      const closed = was.signs.has(element) && element.meld.canasta && !JSON.parse(was.signs.get(element))[1];
      if (closed) closeUp(element.firstChild);
    }
  }

  function after(was, last) {
    const fresh = fan.shown().filter((card) => card.classList.contains("canasta-fresh"));
    if (last === "draw") fresh.forEach((card) => fly(root, card, was.stock));
    if (last === "take") {
      fresh.forEach((card) => fly(root, card, was.pile));
      laid(was);
    }
    if (last === "lay") laid(was);
    if (last === "discard") fly(root, middle.pile.lastChild, was.from);
    if (last === "deal") dealt();
  }

  const dealt = () => deal(root, fan.shown(), boxOf(middle.stock));

  // The first time the cards wait for one frame, until they have their places.
  function first() {
    if (quiet()) return;
    root.classList.add("canasta-dealing");
    requestAnimationFrame(() => {
      root.classList.remove("canasta-dealing");
      dealt();
    });
  }

  return { before, after, deal: first };
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
    setAttribute(element, "data-kind", kind || "");
    setText(lead, text || "");
    keyed(list, why, build, (reason, { name, text, marker, states, source }) => {
      const [found, more] = reason.children;
      setText(found.children[0], name);
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
