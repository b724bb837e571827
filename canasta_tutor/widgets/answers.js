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

function makeFigure(changed) {
  const input = make("input", "canasta-input canasta-figure");
  input.type = "text";
  input.inputMode = "numeric";
  input.autocomplete = "off";
  input.addEventListener("input", changed);
  return input;
}

function makeNumber(controls, words, changed) {
  const input = makeFigure(changed);
  return {
    element: make("label", "canasta-label", make("span", "", words.your_answer), input),
    read: () => input.value.trim(),
    write(text) {
      if (input.value.trim() !== text) input.value = text;
    },
    mark() {},
  };
}

// --- several cases, each answered by itself ------------------------------------------------------

function makeSelect(answers, words, changed) {
  const select = make("select", "canasta-input canasta-select");
  for (const { id, name } of [{ id: "", name: words.choose }, ...answers]) {
    const option = make("option", "", name);
    option.value = id;
    select.append(option);
  }
  select.addEventListener("change", changed);
  return select;
}

const FEW = 3; // so many named answers stand side by side; more of them open from a list

function makeCase({ html, name, answers }, words, changed) {
  const mark = make("span", "canasta-mark", make("span", "canasta-unseen"));
  const label = spoken("span", html, "canasta-case-name");
  if (answers.length && answers.length <= FEW) {
    const picks = makePicks(answers, false, name, changed);
    label.setAttribute("aria-hidden", "true"); // the legend says it
    const row = make("div", "canasta-case", label, make("span", "canasta-case-answer", picks.element, mark));
    return { row, mark, read: picks.read, write: picks.write };
  }
  const field = answers.length ? makeSelect(answers, words, changed) : makeFigure(changed);
  const row = make("label", "canasta-case", label, make("span", "canasta-case-answer", field, mark));
  return {
    row,
    mark,
    field,
    read: () => field.value.trim(),
    write(text) {
      if (field.value.trim() !== text) field.value = text;
    },
  };
}

function makePanel({ options }, words, changed) {
  const cases = new Map(options.map((option) => [option.id, makeCase(option, words, changed)]));
  return {
    element: make("div", "canasta-panel", ...[...cases.values()].map(({ row }) => row)),
    read() {
      const given = [...cases].map(([id, one]) => [id, one.read()]).filter(([, answer]) => answer);
      return given.map(([id, answer]) => `${id} ${answer}`).join("; ");
    },
    write(text) {
      const given = new Map();
      for (const part of text.split(";")) {
        const [id, ...answer] = part.trim().split(" ");
        given.set(id, answer.join(" "));
      }
      for (const [id, one] of cases) one.write(given.get(id) || "");
    },
    mark(parts, words) {
      for (const [id, { row, mark, field }] of cases) {
        const state = parts[id] || "";
        row.dataset.part = mark.dataset.part = state;
        if (field) field.setAttribute("aria-invalid", String(state === "wrong"));
        setText(mark.firstChild, state ? words[`part_${state}`] : "");
      }
    },
  };
}

// --- the sheet -----------------------------------------------------------------------------------

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
      const input = makeFigure(changed);
      input.setAttribute("aria-label", sides.length > 1 ? `${side.label}: ${label}` : label);
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
