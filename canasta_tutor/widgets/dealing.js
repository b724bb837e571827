// A deal in the making: counters, the stock, the card that was turned, the pile, and every hand.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-table canasta-dealing");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const ask = make("p", "canasta-prompt");
  const label = make("label", "canasta-label", make("span"));
  const players = make("select", "canasta-input");
  const seed = make("span", "canasta-title");
  const again = pressable("canasta-button canasta-quiet", () => line.send({ intent: "again" }));
  const another = pressable("canasta-button canasta-quiet", () => line.send({ intent: "another" }));
  const sides = make("p", "canasta-title");
  const counters = make("dl", "canasta-counters");
  const stock = make("span", "canasta-squared");
  const shown = make("span", "canasta-turned");
  const pile = make("span", "canasta-pile-fan");
  const [first, then] = [make("div", "canasta-bar"), make("div", "canasta-bar")];
  const steps = make("div", "canasta-steps", first, then);
  const hands = make("div", "canasta-hands");
  const message = make("div", "canasta-message", make("p"), make("p", "canasta-states"));
  label.append(players);
  message.setAttribute("role", "status");
  steps.setAttribute("role", "group");
  shown.setAttribute("role", "img");
  pile.setAttribute("role", "img");
  stock.setAttribute("aria-hidden", "true");
  players.addEventListener("change", () => line.send({ intent: "players", players: Number(players.value) }));

  function makeStep() {
    const button = pressable("canasta-button", () => {
      const { step } = button.dataset;
      line.send(step === "turn" || step === "pick_up" ? { intent: step } : { intent: "put", place: step });
    });
    return button;
  }

  function drawStep(button, step) {
    button.dataset.step = step.step;
    setText(button, step.text);
    button.classList.toggle("canasta-timely", step.timely);
  }

  function makeHand() {
    const head = make("div", "canasta-hand-head", make("span", "canasta-name"), make("span", "canasta-holds"));
    const laid = make("span", "canasta-reds");
    const cards = make("span", "canasta-dealt");
    const element = make("div", "canasta-one-hand", head, make("div", "canasta-hand-row", laid, cards));
    element.setAttribute("role", "group");
    laid.setAttribute("role", "img");
    return element;
  }

  // A card that can be laid is a button; the others are pictures.
  function dress(cards, hand, seat, now) {
    const svgs = hand.backs ? Array(hand.backs).fill(now.back) : hand.cards.map(({ text }) => now.faces[text]);
    const wanted = svgs.map((_, place) => Boolean(hand.cards[place]?.lay));
    while (cards.children.length > svgs.length) cards.lastChild.remove();
    svgs.forEach((svg, place) => {
      let card = cards.children[place];
      if (!card || (card.tagName === "BUTTON") !== wanted[place]) {
        const fresh = wanted[place]
          ? pressable("canasta-card", () => line.send({ intent: "lay", seat, place }))
          : make("span", "canasta-card");
        fresh.append(face());
        if (card) card.replaceWith(fresh);
        else cards.append(fresh);
        card = fresh;
      }
      show(card.firstChild, svg);
      if (wanted[place]) card.setAttribute("aria-label", hand.cards[place].lay);
    });
    cards.style.gridTemplateColumns = svgs
      .map((_, place) => {
        const whole = place === svgs.length - 1 || wanted[place];
        return whole ? "var(--canasta-w)" : "minmax(0, calc(var(--canasta-w) * 0.44))";
      })
      .join(" ");
  }

  function drawHand(element, hand, seat, now) {
    const [head, row] = element.children;
    const [laid, cards] = row.children;
    element.setAttribute("aria-label", hand.label);
    setText(head.children[0], hand.name);
    setText(head.children[1], hand.holds);
    lay(laid, hand.laid.map((text) => now.faces[text]));
    laid.hidden = !hand.laid.length;
    laid.setAttribute("aria-label", hand.laid_name || hand.name);
    dress(cards, hand, seat, now);
  }

  function draw() {
    const now = view();
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(ask, now.ask);
    setText(label.firstChild, now.label);
    if (players.options.length !== now.counts.length) {
      players.replaceChildren(...now.counts.map((count) => new Option(count, count)));
    }
    players.value = now.players;
    setText(seed, now.seed);
    setText(again, now.again);
    setText(another, now.another);
    setText(sides, now.sides);
    keyed(counters, now.counters, () => make("div", "", make("dt"), make("dd")), (element, counter) => {
      setText(element.firstChild, counter.text);
      setText(element.lastChild, String(counter.count));
    });
    const { count } = now.counters[0];
    lay(stock, count ? [now.back] : []);
    lay(shown, now.shown ? [now.faces[now.shown.text]] : []);
    shown.setAttribute("aria-label", now.shown ? now.shown.name : now.ask);
    shown.classList.toggle("canasta-empty", !now.shown);
    lay(pile, now.pile.cards.map(({ text }) => now.faces[text]), (card, place) =>
      card.classList.toggle("canasta-across", now.pile.cards[place].across),
    );
    pile.style.gridTemplateColumns = now.pile.cards
      .map(({ across }) => `calc(var(--canasta-w) * ${across ? 1.4 : 1})`)
      .join(" ");
    pile.setAttribute("aria-label", now.pile.name);
    steps.setAttribute("aria-label", now.ask);
    keyed(first, now.steps, makeStep, drawStep);
    keyed(then, now.places, makeStep, drawStep);
    keyed(hands, now.hands, makeHand, (element, hand, seat) => drawHand(element, hand, seat, now));
    rove(steps);
    rove(hands);
  }

  // One stop for the tabulator in each group; arrow keys go on from there.
  const buttonsOf = (group) => [...group.querySelectorAll("button")];
  function rove(group, chosen) {
    const buttons = buttonsOf(group);
    const stop = chosen || buttons.find((button) => button === document.activeElement || button.tabIndex === 0);
    for (const button of buttons) button.tabIndex = button === (stop || buttons[0]) ? 0 : -1;
  }
  for (const group of [steps, hands]) {
    group.addEventListener("focusin", (event) => rove(group, event.target));
    group.addEventListener("keydown", (event) => {
      const buttons = buttonsOf(group);
      const way = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
      const goal = way && buttons[buttons.indexOf(document.activeElement) + way];
      if (!goal) return;
      event.preventDefault();
      goal.focus();
    });
  }

  // After each step the card that moved flies from where it lay.
  function update() {
    const before = view.last;
    const from = { stock: boxOf(stock), shown: boxOf(shown.firstChild), focus: boxOf(document.activeElement) };
    const laying = root.contains(document.activeElement) && hands.contains(document.activeElement);
    holdFocus(root, draw, () => (buttonsOf(hands)[0] || buttonsOf(steps)[0]).focus());
    const now = view();
    view.last = now;
    if (!before || before.seed !== now.seed || before.players !== now.players) return;
    if (!before.shown && now.shown) fly(root, shown.firstChild, from.stock);
    if (before.shown && !now.shown) {
      const fell = now.pile.cards.length > before.pile.cards.length;
      const kept = now.hands.findIndex((hand, seat) => hand.backs > before.hands[seat].backs);
      const goal = fell ? pile.lastChild : kept >= 0 ? hands.children[kept].querySelector(".canasta-dealt").lastChild : stock.firstChild;
      if (goal) fly(root, goal, from.shown);
    }
    now.hands.forEach((hand, seat) => {
      if (hand.laid.length <= before.hands[seat].laid.length) return;
      const [laid, cards] = hands.children[seat].children[1].children;
      if (laying) fly(root, laid.lastChild, from.focus);
      if (cards.lastChild) fly(root, cards.lastChild, from.stock);
    });
  }

  function tell() {
    const { kind, text, states } = model.get("_message");
    message.dataset.kind = kind || "";
    setText(message.firstChild, text || "");
    setText(message.lastChild, states || "");
  }

  root.append(
    ask,
    make("div", "canasta-bar", label, seed, make("span", "canasta-space"), again, another),
    sides,
    counters,
    make("div", "canasta-cloth", make("div", "canasta-three-places", stock, shown, pile), steps),
    message,
    hands,
    line.banner,
  );
  keepKeys(root);
  el.append(root);
  draw();
  view.last = view();
  tell();
  model.on("change:_shown change:large", update);
  model.on("change:_message", tell);
  return () => {
    model.off("change:_shown change:large", update);
    model.off("change:_message", tell);
    line.close();
  };
}

export default { render };
