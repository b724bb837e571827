// Answers that are built by hand: an order, cards, a lay-down. By press, by key, or by dragging.

// --- an order ------------------------------------------------------------------------------------

function makeOrder({ options }, words, changed) {
  const list = make("ol", "canasta-order");
  const given = options.map(({ id }) => id).join(" ");
  const items = new Map(
    options.map(({ id, html, name }) => {
      const [up, down] = [-1, 1].map((step) => {
        const button = pressable("canasta-button canasta-step", () => move(id, step, button));
        button.textContent = step < 0 ? "↑" : "↓";
        button.setAttribute("aria-label", fill(step < 0 ? words.up : words.down, { what: name }));
        return button;
      });
      const item = make("li", "canasta-item", spoken("span", html, "canasta-pick-text"), up, down);
      item.dataset.id = id;
      return [id, item];
    }),
  );
  const places = () => [...list.children].map((item) => item.dataset.id);
  function ends() {
    const shown = [...list.children];
    shown.forEach((item, place) => {
      const [up, down] = item.querySelectorAll("button");
      up.setAttribute("aria-disabled", String(place === 0));
      down.setAttribute("aria-disabled", String(place === shown.length - 1));
    });
  }
  function move(id, step, button) {
    const to = places().indexOf(id) + step;
    if (to < 0 || to >= items.size) return;
    putAt(id, to);
    button.focus();
  }
  function putAt(id, to) {
    const order = places().filter((one) => one !== id);
    order.splice(to, 0, id);
    const was = new Map([...items.values()].map((item) => [item, boxOf(item)]));
    list.append(...order.map((one) => items.get(one)));
    for (const [item, box] of was) fly(list, item, box);
    ends();
    changed();
  }
  // Let go over another item, the dragged one takes its place.
  makeDrag(list, (target) => {
    const from = target.closest(".canasta-item");
    if (!from || target.closest("button")) return null;
    return {
      ghost: () => {
        const ghost = make("div", "canasta-ghost canasta-ghost-item", from.querySelector(".canasta-pick-text").cloneNode(true));
        ghost.style.width = `${from.offsetWidth}px`;
        return ghost;
      },
      targets: [...items.values()]
        .filter((item) => item !== from)
        .map((item) => ({ element: item, take: () => putAt(from.dataset.id, places().indexOf(item.dataset.id)) })),
    };
  });
  list.append(...items.values());
  ends();
  return {
    element: list,
    read: () => places().join(" "),
    write(text) {
      const wanted = (text || given).split(" ");
      if (wanted.join(" ") === places().join(" ")) return;
      list.append(...wanted.filter((id) => items.has(id)).map((id) => items.get(id)));
      ends();
    },
    mark(parts) {
      for (const [id, item] of items) item.dataset.part = parts[id] || "";
    },
  };
}

// --- cards ---------------------------------------------------------------------------------------

function makeCards({ cards, order, faces, choose, prompt }, words, changed, typed) {
  let chosen = new Set();
  const fan = makeFan((position) => {
    if (!chosen.delete(position)) choosing([position]);
    draw();
    changed();
  });
  function choosing(places) {
    chosen = new Set([...chosen, ...places]);
    if (choose) chosen = new Set([...chosen].slice(-choose));
  }
  fan.element.setAttribute("aria-label", prompt || words.hand);
  const tray = make("div", "canasta-built canasta-chosen");
  const row = make("span", "canasta-built-cards");
  const hint = make("p", "canasta-quiet-text", words.drop_cards);
  tray.append(row, hint);
  const count = make("span", "canasta-count");
  const back = pressable("canasta-button canasta-quiet", () => {
    chosen.clear();
    draw();
    changed();
  });
  setText(back, words.put_back);
  function draw() {
    fan.update({ cards, order, faces, words, pressed: chosen });
    const shown = sortedPlaces(chosen);
    lay(row, shown.map((place) => faces[cards[place].text]), (card, index) => (card.dataset.place = shown[index]));
    hint.hidden = chosen.size > 0;
    setText(count, fill(words.chosen, { n: chosen.size }));
    back.disabled = !chosen.size;
  }
  const entry = makeEntry(words, words.type_cards, "", typed);
  const element = make(
    "div",
    "canasta-pick-cards",
    make("p", "canasta-prompt-line", prompt),
    fan.element,
    tray,
    make("div", "canasta-bar", count, back),
    entry,
    described(fan, words),
  );
  const after = (act) => () => {
    act();
    draw();
    changed();
  };
  const ghost = (places) => () => cardGhost(places.map((place) => faces[cards[place].text]));
  makeDrag(element, (target) => {
    const card = target.closest(".canasta-card");
    const position = card ? fan.at(card) : -1;
    if (position >= 0) {
      return { ghost: ghost([position]), targets: [{ element: tray, take: after(() => choosing([position])) }] };
    }
    if (!card || !tray.contains(card)) return null;
    const place = Number(card.dataset.place);
    return { ghost: ghost([place]), targets: [{ element: fan.element, take: after(() => chosen.delete(place)) }] };
  });
  draw();
  return {
    element,
    read: () => sortedPlaces(chosen).map((place) => cards[place].text).join(" "),
    write(text) {
      chosen = new Set(positions(text.split(" ").filter(Boolean), cards, new Set()));
      draw();
    },
    mark() {},
    close: fan.close,
  };
}

// How the cards are moved through, for those who hear it.
function described(fan, words) {
  const keys = make("span", "canasta-unseen", words.keys);
  keys.id = `canasta-keys-${fresh()}`;
  fan.element.setAttribute("aria-describedby", keys.id);
  return keys;
}

const sortedPlaces = (places) => [...places].sort((a, b) => a - b);

// The positions of named cards, each used once.
function positions(texts, cards, used) {
  return texts.map((text) => {
    const place = cards.findIndex((card, at) => card.text === text && !used.has(at));
    if (place >= 0) used.add(place);
    return place;
  }).filter((place) => place >= 0);
}

function makeLayDown({ cards, order, faces, word, places, top }, words, changed, typed) {
  let groups = []; // each { to, at: positions in the hand }
  let chosen = new Set();
  const fan = makeFan((position) => {
    if (!chosen.delete(position)) chosen.add(position);
    draw();
    changed();
  });
  fan.element.setAttribute("aria-label", words.hand);
  const tray = make("div", "canasta-built");
  const meld = () => ({ to: where ? where.value : "", at: sortedPlaces(chosen) });
  const add = pressable("canasta-button", () => {
    groups.push(meld());
    chosen.clear();
    if (where) where.value = "";
    draw();
    changed();
  });
  setText(add, words.add_meld);
  const bar = make("div", "canasta-bar", add);
  let where = null;
  if (places && places.length) {
    where = make("select", "canasta-input canasta-goal");
    where.setAttribute("aria-label", words.where);
    for (const { id, label } of places) where.append(new Option(label, id));
    bar.append(where);
  }
  const textOf = ({ at }) => at.map((place) => cards[place].text).join(" ");
  function draw() {
    const away = new Set(groups.flatMap(({ at }) => at));
    fan.update({ cards, order, faces, words, pressed: chosen, away });
    add.disabled = !chosen.size;
    const held = groups.map((group, index) => {
      const row = make("span", "canasta-built-cards");
      lay(row, group.at.map((place) => faces[cards[place].text]));
      const names = group.at.map((place) => cards[place].name).join(", ");
      const button = pressable("canasta-built-meld", () => {
        groups.splice(index, 1);
        draw();
        changed();
        fan.element.querySelector("[tabindex='0']")?.focus();
      });
      button.append(row);
      const note = index === 0 && top ? top : group.to ? places.find(({ id }) => id === group.to)?.label : "";
      if (note) button.append(make("span", "canasta-built-note", note));
      button.group = group;
      button.setAttribute("aria-label", [fill(words.remove, { cards: names }), note].filter(Boolean).join(", "));
      return button;
    });
    tray.replaceChildren(...(held.length ? held : [make("p", "canasta-quiet-text", words.tray_empty)]));
  }
  const entry = makeEntry(words, words.type_lay, "", typed);
  const element = make("div", "canasta-lay", fan.element, bar, tray, entry, described(fan, words));
  const ghost = (places) => () => cardGhost(places.map((place) => faces[cards[place].text]));
  // Cards go onto the tray as a meld of their own, or onto one that lies there; a meld goes back.
  makeDrag(element, (target) => {
    const position = fan.at(target.closest(".canasta-card"));
    if (position >= 0) {
      const places = sortedPlaces(chosen.has(position) ? chosen : [position]);
      const built = [...tray.querySelectorAll(".canasta-built-meld")].map((button) => ({
        element: button,
        take() {
          button.group.at = sortedPlaces([...button.group.at, ...places]);
          chosen.clear();
          draw();
          changed();
        },
      }));
      const take = () => {
        chosen = new Set(places);
        add.disabled = false;
        add.click();
      };
      return { ghost: ghost(places), targets: [{ element: tray, take }, ...built] };
    }
    const meld = target.closest(".canasta-built-meld");
    if (!meld) return null;
    return { ghost: ghost(meld.group.at), targets: [{ element: fan.element, take: () => meld.click() }] };
  });
  draw();
  return {
    element,
    // Cards that are chosen count as a meld, whether they were added or not.
    read() {
      const all = chosen.size ? [...groups, meld()] : groups;
      if (!all.length) return "";
      return `${word} ${all.map((group) => (group.to ? `${group.to}: ` : "") + textOf(group)).join(", ")}`;
    },
    write(text) {
      const used = new Set();
      const parts = text.replace(/^\w+ ?/, "").split(",").map((part) => part.trim()).filter(Boolean);
      groups = parts.map((part) => {
        const [, to = "", texts] = part.match(/^(?:([^:]+):)?\s*(.*)$/);
        return { to: to.trim(), at: positions(texts.split(" ").filter(Boolean), cards, used) };
      });
      chosen.clear();
      draw();
    },
    mark() {},
    close: fan.close,
  };
}

const ANSWERS = {
  ruling: makeRuling,
  choice: makeChoice,
  panel: makePanel,
  number: makeNumber,
  sheet: makeSheet,
  order: makeOrder,
  cards: makeCards,
  "lay-down": makeLayDown,
};
