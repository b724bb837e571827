// A lesson's first line: place in the course, the table, the look of the cards.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-header");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);
  let stale = false; // whether the page still shows another table than the chosen one

  const where = make("p", "canasta-where");
  const progress = make("p", "canasta-progress");
  const label = make("label", "canasta-seat", make("span"));
  const tables = make("select", "canasta-tables");
  const table = make("p", "canasta-at-table");
  const switches = make("span", "canasta-switches");
  const link = make("a", "canasta-other");
  const message = make("p", "canasta-message");
  label.append(tables);
  message.setAttribute("role", "status");
  link.dataset.canastaLesson = "";

  tables.addEventListener("change", () => line.send({ intent: "table", table: tables.value }));

  function makeSwitch() {
    const button = pressable("canasta-button canasta-quiet", () => {
      const on = button.getAttribute("aria-pressed") !== "true";
      line.send({ intent: button.dataset.name, on });
    });
    return button;
  }

  function draw() {
    const now = view();
    root.classList.toggle("canasta-large", model.get("large"));
    const chosen = now.tables.length > 0;
    root.lang = now.language;
    root.setAttribute("aria-label", now.name);
    setText(where, now.where);
    where.hidden = !now.where;
    setText(progress, now.progress.join(" · "));
    setText(label.firstChild, now.label);
    label.hidden = !chosen;
    setText(table, now.at_table);
    table.hidden = chosen;
    if ([...tables.options].map(({ text }) => text).join("\n") !== now.tables.map(({ title }) => title).join("\n")) {
      tables.replaceChildren(...now.tables.map(({ id, title }) => new Option(title, id)));
    }
    tables.value = now.table;
    while (switches.children.length < now.switches.length) switches.append(makeSwitch());
    now.switches.forEach((one, index) => {
      const button = switches.children[index];
      button.dataset.name = one.name;
      setText(button, one.text);
      button.setAttribute("aria-pressed", String(one.on));
    });
    setText(link, now.other.text);
    link.hidden = !now.other.href;
    link.href = now.other.href;
    link.lang = link.hreflang = now.other.language;
  }

  function tell() {
    const { text, kind } = model.get("_message");
    const said = text || (stale ? view().rerun : "");
    setText(message, said);
    message.dataset.kind = (text && kind) || "note";
    message.hidden = !said;
  }

  // Where the course has opened the page it runs again by itself; elsewhere one is told to run it.
  function again() {
    const asked = new CustomEvent("canasta-again", { bubbles: true, cancelable: true });
    stale = el.dispatchEvent(asked);
    tell();
  }

  root.append(
    make("div", "canasta-bar", where, make("span", "canasta-space"), link),
    make("div", "canasta-bar", label, table, switches, make("span", "canasta-space"), progress),
    message,
    line.banner,
  );
  keepKeys(root);
  el.append(root);
  draw();
  tell();
  model.on("change:_shown change:large", draw);
  model.on("change:_message", tell);
  model.on("change:_again", again);
  line.send({ intent: "shown" });
  return () => {
    model.off("change:_shown change:large", draw);
    model.off("change:_message", tell);
    model.off("change:_again", again);
    line.close();
  };
}

export default { render };
