// What an exercise is answered with. Each of these is { element, read, write, mark }: the answer as
// text, the text put back, and which parts of it stand. `changed()` is called after every change.

const fresh = () => Math.random().toString(36).slice(2, 9);

function spoken(name, html, inner) {
  const element = make(name, inner);
  element.innerHTML = html;
  return element;
}

// --- one or several of a list --------------------------------------------------------------------

function makePicks(options, many, legend, changed) {
  const name = `canasta-pick-${fresh()}`;
  const set = make("fieldset", "canasta-picks", make("legend", "canasta-unseen", legend));
  const inputs = options.map(({ id, html }) => {
    const input = make("input", "canasta-tick");
    input.type = many ? "checkbox" : "radio";
    input.name = name;
    input.value = id;
    const mark = make("span", "canasta-unseen");
    const label = make("label", "canasta-pick", input, spoken("span", html, "canasta-pick-text"), mark);
    input.addEventListener("change", changed);
    set.append(label);
    return input;
  });
  return {
    element: set,
    read: () => inputs.filter((input) => input.checked).map((input) => input.value).join(" "),
    write(text) {
      const chosen = new Set(text.split(" "));
      inputs.forEach((input) => (input.checked = chosen.has(input.value)));
    },
    mark(parts, words) {
      inputs.forEach((input) => {
        const state = parts[input.value] || "";
        input.parentElement.dataset.part = state;
        setText(input.parentElement.lastChild, state ? words[`part_${state}`] : "");
      });
    },
  };
}

function makeChoice({ options, many, prompt }, words, changed) {
  const picks = makePicks(options, many, prompt || words.your_answer, changed);
  const element = make("div", "", picks.element);
  if (prompt) element.prepend(make("p", "canasta-prompt-line", prompt));
  return { ...picks, element };
}

function makeRuling({ options }, words, changed) {
  const yesNo = makePicks(
    ["yes", "no"].map((id) => ({ id, html: "" })),
    false,
    words.your_answer,
    () => update(true),
  );
  yesNo.element.classList.add("canasta-two");
  const labels = [...yesNo.element.querySelectorAll(".canasta-pick-text")];
  setText(labels[0], words.yes);
  setText(labels[1], words.no);
  const rules = makePicks(options, false, words.which, () => update(true));
  const below = make("div", "canasta-which", make("p", "canasta-prompt-line", words.which), rules.element);
  function update(tell) {
    below.hidden = yesNo.read() !== "no";
    if (tell) changed();
  }
  update(false);
  return {
    element: make("div", "", yesNo.element, below),
    read: () => (yesNo.read() === "no" ? `no ${rules.read()}`.trim() : yesNo.read()),
    write(text) {
      const [word, rule] = text.split(" ");
      yesNo.write(word);
      rules.write(rule || "");
      update(false);
    },
    mark() {},
  };
}

// --- numbers -------------------------------------------------------------------------------------

function makeNumber(controls, words, changed) {
  const input = make("input", "canasta-input canasta-figure");
  input.type = "text";
  input.inputMode = "numeric";
  input.autocomplete = "off";
  input.addEventListener("input", changed);
  return {
    element: make("label", "canasta-label", make("span", "", words.your_answer), input),
    read: () => input.value.trim(),
    write(text) {
      if (input.value.trim() !== text) input.value = text;
    },
    mark() {},
  };
}

function makeSheet({ rows, sides }, words, changed) {
  const head = make("tr", "", make("td"), ...sides.map(({ label }) => {
    const cell = make("th", "", sides.length > 1 ? label : words.points);
    cell.scope = "col";
    return cell;
  }));
  const inputs = new Map();
  const body = rows.map(({ id, label }) => {
    const name = make("th", "", label);
    name.scope = "row";
    const cells = sides.map((side) => {
      const input = make("input", "canasta-input canasta-figure");
      input.type = "text";
      input.inputMode = "numeric";
      input.autocomplete = "off";
      input.setAttribute("aria-label", sides.length > 1 ? `${side.label}: ${label}` : label);
      input.addEventListener("input", changed);
      inputs.set(`${side.id} ${id}`, input);
      return make("td", "", input, make("span", "canasta-mark", make("span", "canasta-unseen")));
    });
    return make("tr", id === "total" ? "canasta-sum-row" : "", name, ...cells);
  });
  const table = make("table", "canasta-paper", make("thead", "", head), make("tbody", "", ...body));
  table.setAttribute("aria-label", words.sheet_of);
  return {
    element: table,
    read() {
      const filled = [...inputs].filter(([, input]) => input.value.trim());
      return filled.map(([key, input]) => `${key} ${input.value.trim()}`).join("; ");
    },
    write(text) {
      const given = new Map();
      for (const part of text.split(";")) {
        const [side, row, ...number] = part.trim().split(" ");
        given.set(`${side} ${row}`, number.join(" "));
      }
      for (const [key, input] of inputs) {
        const wanted = given.get(key) || "";
        if (input.value.trim() !== wanted) input.value = wanted;
      }
    },
    mark(parts, words) {
      for (const [key, input] of inputs) {
        const state = parts[key] || "";
        input.dataset.part = state;
        input.setAttribute("aria-invalid", String(state === "wrong"));
        const mark = input.nextElementSibling;
        mark.dataset.part = state;
        setText(mark.firstChild, state ? words[`part_${state}`] : "");
      }
    },
  };
}

// --- an order ------------------------------------------------------------------------------------

function makeOrder({ options }, words, changed) {
  const list = make("ol", "canasta-order");
  const given = options.map(({ id }) => id).join(" ");
  let touched = false;
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
    const order = places();
    const from = order.indexOf(id);
    const to = from + step;
    if (to < 0 || to >= order.length) return;
    [order[from], order[to]] = [order[to], order[from]];
    list.append(...order.map((one) => items.get(one)));
    touched = true;
    ends();
    button.focus();
    changed();
  }
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
    if (chosen.has(position)) chosen.delete(position);
    else {
      if (choose && chosen.size >= choose) chosen = new Set([...chosen].slice(1));
      chosen.add(position);
    }
    draw();
    changed();
  });
  fan.element.setAttribute("aria-label", prompt || words.hand);
  const count = make("span", "canasta-count");
  const back = pressable("canasta-button canasta-quiet", () => {
    chosen.clear();
    draw();
    changed();
  });
  setText(back, words.put_back);
  function draw() {
    fan.update({ cards, order, faces, words, pressed: chosen });
    setText(count, fill(words.chosen, { n: chosen.size }));
    back.disabled = !chosen.size;
  }
  const entry = makeEntry(words, words.type_cards, "", typed);
  draw();
  return {
    element: make(
      "div",
      "canasta-pick-cards",
      make("p", "canasta-prompt-line", prompt),
      fan.element,
      make("div", "canasta-bar", count, back),
      entry,
      described(fan, words),
    ),
    read: () => [...chosen].sort((a, b) => a - b).map((place) => cards[place].text).join(" "),
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
  });
  fan.element.setAttribute("aria-label", words.hand);
  const tray = make("div", "canasta-built");
  const add = pressable("canasta-button", () => {
    groups.push({ to: where ? where.value : "", at: [...chosen].sort((a, b) => a - b) });
    chosen.clear();
    if (where) where.value = "";
    draw();
    changed();
  });
  setText(add, words.add_meld);
  const bar = make("div", "canasta-bar", add);
  let where = null;
  if (places && places.length) {
    where = make("select", "canasta-input canasta-where");
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
      button.setAttribute("aria-label", [fill(words.remove, { cards: names }), note].filter(Boolean).join(", "));
      return button;
    });
    tray.replaceChildren(...(held.length ? held : [make("p", "canasta-quiet-text", words.tray_empty)]));
  }
  const entry = makeEntry(words, words.type_lay, "", typed);
  draw();
  return {
    element: make("div", "canasta-lay", fan.element, bar, tray, entry, described(fan, words)),
    read() {
      if (!groups.length) return "";
      return `${word} ${groups.map((group) => (group.to ? `${group.to}: ` : "") + textOf(group)).join(", ")}`;
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
  number: makeNumber,
  sheet: makeSheet,
  order: makeOrder,
  cards: makeCards,
  "lay-down": makeLayDown,
};
