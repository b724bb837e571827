// A table of one's own: where it starts from, a choice for each rule, and what it changes.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-my-table");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const ask = make("p", "canasta-prompt");
  const base = make("select", "canasta-input");
  const title = make("input", "canasta-input");
  const from = make("label", "canasta-label", make("span"), base);
  const named = make("label", "canasta-label", make("span"), title);
  const areas = make("div", "canasta-areas");
  const count = make("p", "canasta-name");
  const changed = make("ul", "canasta-changed");
  const save = pressable("canasta-button canasta-main", () => line.send({ intent: "save", title: title.value }));
  const reset = pressable("canasta-button canasta-quiet", () => line.send({ intent: "reset" }));
  const message = make("p", "canasta-message");
  message.setAttribute("role", "status");
  title.type = "text";
  title.maxLength = 40;
  title.autocomplete = "off";
  let written = ""; // the name that Python knows; what is typed over it is not lost
  base.addEventListener("change", () => line.send({ intent: "base", base: base.value }));

  function makeRule() {
    const choice = make("select", "canasta-input");
    choice.addEventListener("change", () =>
      line.send({ intent: "rule", rule: choice.dataset.rule, choice: choice.selectedIndex }),
    );
    return make("div", "canasta-agreed", make("label", "", make("span"), choice), make("p", "canasta-unfit"));
  }

  function offer(select, texts, values) {
    if ([...select.options].map(({ text }) => text).join("\n") !== texts.join("\n")) {
      select.replaceChildren(...texts.map((text, place) => new Option(text, values[place])));
    }
  }

  function drawRule(element, rule) {
    const [name, choice] = element.firstChild.children;
    setText(name, rule.name);
    choice.dataset.rule = rule.rule;
    offer(choice, rule.options, rule.options.map((text, place) => place));
    choice.selectedIndex = rule.on;
    setText(element.lastChild, rule.unfit);
    element.lastChild.hidden = !rule.unfit;
    element.classList.toggle("canasta-other-here", rule.changed);
  }

  function draw() {
    const now = view();
    root.lang = now.language;
    root.classList.toggle("canasta-large", model.get("large"));
    setText(ask, now.ask);
    setText(from.firstChild, now.label);
    offer(base, now.tables.map((table) => table.title), now.tables.map(({ id }) => id));
    base.value = now.base;
    setText(named.firstChild, now.name);
    if (written !== now.title) title.value = written = now.title;
    keyed(areas, now.areas, () => make("fieldset", "canasta-area", make("legend"), make("div")), (element, area) => {
      setText(element.firstChild, area.name);
      keyed(element.lastChild, area.rules, makeRule, drawRule);
    });
    setText(count, now.changes);
    keyed(changed, now.changed, () => make("li", "", make("strong"), make("span"), make("small")), (element, one) => {
      setText(element.children[0], `${one.name} `);
      setText(element.children[1], `${one.now} `);
      setText(element.children[2], one.before);
    });
    setText(save, now.save);
    setText(reset, now.reset);
  }

  function say() {
    message.classList.toggle("canasta-unseen", Boolean(model.get("_message").beside)); // it stands beside the rule, too
    tell(model, message);
  }

  root.append(
    ask,
    make("div", "canasta-bar", from, named),
    make("div", "canasta-agreement", areas, make("div", "canasta-differs", count, changed)),
    message,
    make("div", "canasta-bar", save, make("span", "canasta-space"), reset),
    line.banner,
  );
  return settle(model, el, root, line, { "change:_shown change:large": draw, "change:_message": say });
}

export default { render };
