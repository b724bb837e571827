// What the hand and the table share: elements, card pictures, a fan that answers to mouse and keys,
// and noticing that nobody answers any more.

function make(tag, className, ...children) {
  const element = document.createElement(tag);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

function setText(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

function setAttribute(element, name, value) {
  if (element.getAttribute(name) !== String(value)) element.setAttribute(name, value);
}

function fill(template, facts) {
  return template.replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? String(facts[name]) : whole));
}

// So many children as there are items; those that are there stay, and focus with them.
function keyed(container, items, build, draw) {
  while (container.children.length > items.length) container.lastChild.remove();
  while (container.children.length < items.length) container.append(build());
  items.forEach((item, index) => draw(container.children[index], item, index));
}

function pressable(className, onPress) {
  const button = make("button", className);
  button.type = "button";
  button.addEventListener("click", onPress);
  return button;
}

// --- pictures ------------------------------------------------------------------------------------

const pictures = new Map();

function source(svg) {
  if (!pictures.has(svg)) pictures.set(svg, "data:image/svg+xml," + encodeURIComponent(svg));
  return pictures.get(svg);
}

function face() {
  const image = make("img", "canasta-face");
  image.alt = "";
  image.draggable = false;
  image.decoding = "sync";
  return image;
}

function show(image, svg) {
  setAttribute(image, "src", source(svg));
}

// Cards that lie on the table: pictures are changed in place, so nothing flickers.
function lay(element, svgs, dress) {
  while (element.children.length > svgs.length) element.lastChild.remove();
  while (element.children.length < svgs.length) element.append(make("span", "canasta-card", face()));
  svgs.forEach((svg, index) => {
    const card = element.children[index];
    show(card.firstChild, svg);
    if (dress) dress(card, index);
  });
}

// --- the fan -------------------------------------------------------------------------------------

// A fan of card buttons. Cards are known by their position, so two equal cards are two buttons.
// `press(position)` is called when one is pressed; the owner then calls `update` again.
function makeFan(press) {
  const element = make("div", "canasta-fan");
  element.setAttribute("role", "group");
  const buttons = [];
  let state = { cards: [], order: [], pressed: new Set(), away: new Set(), words: {} };
  let current = 0;
  let arranged = "";

  const visible = () => state.order.filter((position) => !state.away.has(position));
  const needed = (name) => parseFloat(getComputedStyle(element).getPropertyValue(name));

  function focusOn(position) {
    current = position;
    rove();
    if (buttons[position]) buttons[position].focus();
  }

  function rove() {
    const shown = visible();
    if (!shown.includes(current)) current = shown.length ? shown[0] : 0;
    buttons.forEach((button, position) => {
      setAttribute(button, "tabindex", position === current ? 0 : -1);
    });
  }

  function arrange() {
    const shown = visible();
    const width = element.clientWidth - needed("padding-left") - needed("padding-right");
    if (!(width > 0)) return;
    const [card, least] = [needed("--canasta-w"), needed("--canasta-least")];
    const most = Math.max(1, Math.floor((width - card) / least) + 1);
    const rows = Math.max(1, Math.ceil(shown.length / most));
    const columns = Math.max(1, Math.ceil(shown.length / rows));
    const now = [columns, rows, ...shown].join(" ");
    if (now === arranged) return;
    arranged = now;
    element.style.setProperty("--canasta-columns", Math.max(1, columns - 1));
    element.classList.toggle("canasta-rows", rows > 1);
    element.dataset.columns = columns;
    shown.forEach((position, index) => {
      const lean = columns > 1 ? (2 * (index % columns)) / (columns - 1) - 1 : 0;
      buttons[position].style.setProperty("--canasta-lean", rows > 1 ? 0 : lean.toFixed(3));
    });
  }

  function addButton(position) {
    const button = pressable("canasta-card", () => {
      current = position;
      rove();
      press(position);
    });
    button.append(face());
    button.addEventListener("focus", () => {
      current = position;
      rove();
    });
    buttons.push(button);
    element.append(button);
  }

  function update(changes) {
    state = { ...state, ...changes };
    const { cards, order, pressed, away, faces, words } = state;
    const focused = buttons.findIndex((button) => button === document.activeElement);
    while (buttons.length > cards.length) buttons.pop().remove();
    while (buttons.length < cards.length) addButton(buttons.length);
    cards.forEach((card, position) => {
      const button = buttons[position];
      const notes = [];
      if (card.fresh) notes.push(words.new_card);
      if (state.lit && state.lit.includes(position)) notes.push(words.highlighted);
      show(button.firstChild, faces[card.text]);
      button.toggleAttribute("hidden", away.has(position));
      setAttribute(button, "aria-label", [card.name, ...notes].join(", "));
      setAttribute(button, "aria-pressed", pressed.has(position));
      button.classList.toggle("canasta-fresh", Boolean(card.fresh));
      button.classList.toggle("canasta-lit", Boolean(state.lit && state.lit.includes(position)));
    });
    element.classList.toggle("canasta-dim", Boolean(state.lit && state.lit.length));
    const wanted = order.map((position) => buttons[position]);
    if (wanted.some((button, place) => element.children[place] !== button)) element.append(...wanted);
    rove();
    arrange();
    if (focused >= 0 && document.activeElement !== buttons[focused]) {
      focusOn(focused < cards.length && !away.has(focused) ? focused : current);
    }
  }

  element.addEventListener("keydown", (event) => {
    const shown = visible();
    const at = shown.indexOf(current);
    const columns = Number(element.dataset.columns) || shown.length;
    const goal = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1,
      ArrowDown: at + columns,
      ArrowUp: at - columns,
      Home: 0,
      End: shown.length - 1,
    }[event.key];
    if (goal === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    if (goal >= 0 && goal < shown.length) focusOn(shown[goal]);
  });

  const watcher = new ResizeObserver(arrange);
  watcher.observe(element);
  return {
    element,
    update,
    at: (card) => buttons.indexOf(card),
    card: (position) => buttons[position],
    shown: () => visible().map((position) => buttons[position]),
    focus: () => focusOn(current),
    close: () => watcher.disconnect(),
  };
}

// --- small parts ---------------------------------------------------------------------------------

function makeEntry(words, label, hint, enter) {
  const input = make("input", "canasta-input");
  input.type = "text";
  input.autocomplete = "off";
  input.spellcheck = false;
  input.placeholder = hint;
  const form = make("form", "canasta-entry", make("label", "canasta-label", make("span", "", label), input));
  const button = make("button", "canasta-button canasta-quiet", words.enter);
  button.type = "submit";
  form.append(button);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (input.value.trim()) enter(input.value.trim(), () => (input.value = ""));
  });
  return form;
}

// Sends what the learner does; when no answer comes, says that nobody is there.
function makeLine(model, view) {
  const banner = make("p", "canasta-dead");
  banner.setAttribute("role", "alert");
  banner.hidden = true;
  let sent = 0;
  let timer = 0;
  function nobody() {
    setText(banner, view().words.not_connected);
    banner.hidden = false;
  }
  function answered() {
    if (model.get("_answered") < sent) return;
    clearTimeout(timer);
    banner.hidden = true;
  }
  function send(intent) {
    sent = Math.max(sent, model.get("_answered")) + 1;
    clearTimeout(timer);
    timer = setTimeout(nobody, view().patience);
    try {
      if (intent.save) model.save_changes();
      model.send({ ...intent, n: sent });
    } catch (error) {
      nobody();
    }
  }
  model.on("change:_answered", answered);
  return {
    banner,
    send,
    close() {
      clearTimeout(timer);
      model.off("change:_answered", answered);
    },
  };
}

// When the focused button goes away or goes out of use, the focus moves to a place of refuge in the
// widget; otherwise it would fall back to the notebook, and the next key with it.
function holdFocus(root, change, refuge) {
  const inside = root.contains(document.activeElement);
  change();
  const now = document.activeElement;
  if (inside && (!root.contains(now) || now.disabled || now.closest("[hidden]"))) refuge();
}

// What Python says of what was done.
function tell(model, message) {
  const { kind, text } = model.get("_message");
  setAttribute(message, "data-kind", kind || "");
  setText(message, text || "");
}

// A widget takes its place: each of these draws it when it comes, and again when one of its events
// comes, until the widget is closed.
function settle(model, el, root, line, drawings) {
  keepKeys(root);
  el.append(root);
  for (const [events, draw] of Object.entries(drawings)) {
    draw();
    model.on(events, draw);
  }
  return () => {
    for (const [events, draw] of Object.entries(drawings)) model.off(events, draw);
    line.close();
  };
}

// With a card focused, JupyterLab would cut and insert cells: keys stay inside the widget.
function keepKeys(element) {
  element.addEventListener("keydown", (event) => event.stopPropagation());
}
