// A page on which the tutor asks: the exercise is drawn as everywhere, the words around it come from Python.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-frame");
  const view = () => model.get("_frame");
  const line = makeLine(model, () => model.get("_shown"));

  const title = make("p", "canasta-frame-title");
  const note = make("p", "canasta-frame-note");
  const said = make("div", "canasta-frame-said");
  const choices = make("div", "canasta-frame-choices");
  const exercise = make("div", "canasta-frame-exercise");
  const groups = make("div", "canasta-sections");
  const bar = make("div", "canasta-bar canasta-frame-bar");
  const message = make("p", "canasta-message");
  const foot = make("section", "canasta-own-notes");
  const file = make("input");
  title.tabIndex = -1;
  message.setAttribute("role", "status");
  file.type = "file";
  file.hidden = true;
  file.addEventListener("change", async () => {
    if (file.files.length) line.send({ intent: file.dataset.id, text: await file.files[0].text() });
    file.value = "";
  });

  // --- pieces ------------------------------------------------------------------------------------

  function press(id, about) {
    line.send({ intent: id, ...(about ? { about } : {}) });
  }

  function makeAction(one, about) {
    if (one.href) {
      const link = make("a", one.kind ? `canasta-button canasta-${one.kind}` : "canasta-door", one.text);
      link.href = one.href;
      link.dataset.canastaLesson = "";
      return link;
    }
    const look = { main: " canasta-main", quiet: " canasta-quiet", file: "" }[one.kind] || "";
    const button = pressable(`canasta-button${look}`, () => {
      if (one.kind !== "file") return press(one.id, about);
      file.dataset.id = one.id;
      file.click();
      return undefined;
    });
    setText(button, one.text);
    return button;
  }

  // Buttons stay as long as they mean the same: a second press never hits what came in its place.
  function drawActions(element, actions, about) {
    const wanted = actions.map((one) => JSON.stringify(one));
    const kept = new Map([...element.children].map((child) => [child.dataset.what, child]));
    const shown = actions.map((one, place) => {
      const child = kept.get(wanted[place]) || makeAction(one, about);
      child.dataset.what = wanted[place];
      return child;
    });
    if (shown.some((child, place) => element.children[place] !== child) || shown.length !== element.children.length) {
      element.replaceChildren(...shown);
    }
  }

  function drawSaid(element, texts) {
    keyed(element, texts, () => make("p"), setText);
  }

  function makeItem() {
    const button = pressable("canasta-button canasta-quiet canasta-item-button", () =>
      press("open", button.dataset.id),
    );
    button.append(make("span", "canasta-shape"), make("span", "canasta-item-text"), make("small"));
    const link = make("a", "canasta-door");
    link.dataset.canastaLesson = "";
    const plain = make("p", "", make("span", "canasta-shape"), make("span", "canasta-item-text"), link, make("small"));
    const more = make("div", "canasta-item-more", make("div"), make("div", "canasta-bar"));
    return make("li", "", button, plain, more);
  }

  function drawItem(element, one) {
    const [button, plain, more] = element.children;
    const shown = one.id ? button : plain;
    button.hidden = !one.id;
    plain.hidden = Boolean(one.id);
    const [mark, text] = shown.children;
    setText(mark, one.mark);
    mark.setAttribute("aria-hidden", "true");
    setText(text, one.href ? "" : one.text);
    setText(shown.querySelector("small"), one.note);
    const link = plain.querySelector("a");
    link.hidden = !one.href;
    link.href = one.href || "";
    setText(link, one.text);
    more.hidden = !one.open;
    if (!one.id) return;
    button.dataset.id = one.id;
    button.setAttribute("aria-expanded", String(Boolean(one.open)));
    drawSaid(more.firstChild, one.say || []);
    drawActions(more.lastChild, one.actions || [], one.id);
  }

  function makeGroup() {
    const link = make("a", "canasta-door");
    link.dataset.canastaLesson = "";
    return make("div", "canasta-section", make("p", "canasta-section-title", make("span"), link), make("ul"));
  }

  function drawGroup(element, one) {
    const [plain, link] = element.firstChild.children;
    setText(plain, one.href ? "" : one.title);
    setText(link, one.href ? one.title : "");
    link.hidden = !one.href;
    link.href = one.href || "";
    keyed(element.lastChild, one.items, makeItem, drawItem);
  }

  // One stop of the Tab key for the whole map: the arrows walk along its buttons.
  let current = "";
  const stops = () => [...groups.querySelectorAll(".canasta-item-button:not([hidden])")];
  function rove() {
    const all = stops();
    if (all.length && !all.some(({ dataset }) => dataset.id === current)) current = all[0].dataset.id;
    for (const one of all) one.tabIndex = one.dataset.id === current ? 0 : -1;
  }
  groups.addEventListener("focusin", ({ target }) => {
    if (!target.matches(".canasta-item-button")) return;
    current = target.dataset.id;
    rove();
  });
  groups.addEventListener("keydown", (event) => {
    const all = stops();
    const at = all.indexOf(document.activeElement);
    const last = all.length - 1;
    const goal = {
      ...{ ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1 },
      ...{ Home: 0, End: last },
    }[event.key];
    if (at < 0 || !all[goal]) return;
    event.preventDefault();
    all[goal].focus();
  });

  function makeChoice() {
    const row = make("div", "canasta-choice-row");
    row.setAttribute("role", "group");
    return make("div", "canasta-choice", make("p"), row);
  }

  function drawChoice(element, one) {
    const [label, row] = element.children;
    setText(label, one.label);
    row.setAttribute("aria-label", one.label);
    const build = () => {
      const button = pressable("canasta-button", () => press(row.dataset.id, button.dataset.id));
      return button;
    };
    row.dataset.id = one.id;
    keyed(row, one.options, build, (button, { id, text, on }) => {
      button.dataset.id = id;
      setText(button, text);
      button.setAttribute("aria-pressed", String(on));
    });
  }

  function drawFoot(shown) {
    foot.hidden = !shown;
    if (!shown) return;
    if (!foot.children.length) {
      foot.append(make("p", "canasta-section-title"), make("div"), make("div", "canasta-kept"), make("div", "canasta-bar"));
      foot.children[2].tabIndex = 0;
      foot.children[2].setAttribute("role", "group");
    }
    const [name, text, kept, actions] = foot.children;
    setText(name, shown.title);
    drawSaid(text, shown.say);
    kept.hidden = !shown.kept.length;
    kept.setAttribute("aria-label", shown.title);
    drawSaid(kept, shown.kept);
    drawActions(actions, shown.actions);
  }

  // --- the page ----------------------------------------------------------------------------------

  let close;
  let open = false;
  let screen;
  function draw() {
    const now = view();
    const turned = screen !== undefined && screen !== now.screen;
    const inside = root.contains(document.activeElement);
    screen = now.screen;
    root.lang = model.get("_shown").language;
    root.classList.toggle("canasta-large", model.get("large"));
    root.setAttribute("aria-label", now.title);
    root.classList.toggle("canasta-map", now.map);
    setText(title, now.title);
    setText(note, now.note);
    drawSaid(said, now.say);
    keyed(choices, now.choices, makeChoice, drawChoice);
    keyed(groups, now.groups, makeGroup, drawGroup);
    rove();
    drawActions(bar, now.actions);
    drawFoot(now.foot);
    if (open && !now.asking) {
      if (close) close();
      exercise.replaceChildren();
    } else if (!open && now.asking) close = showExercise({ model, el: exercise });
    open = now.asking;
    root.classList.toggle("canasta-asking", open);
    tell();
    if (turned && inside) {
      title.focus({ preventScroll: true });
      title.scrollIntoView({ block: "nearest" });
    }
  }

  function tell() {
    const { kind, text } = model.get("_message");
    message.dataset.kind = kind || "note";
    setText(message, open ? "" : text || ""); // an exercise says it itself
  }

  // A file for the learner: the browser puts it where it puts all files.
  function hand() {
    const { name, text } = model.get("_copy");
    const link = make("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/jsonl" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  }

  root.append(make("div", "canasta-frame-head", title, note), said, choices, exercise, groups, bar);
  root.append(message, foot, file, line.banner);
  keepKeys(root);
  el.append(root);
  draw();
  model.on("change:_frame change:large", draw);
  model.on("change:_message", tell);
  model.on("change:_copy", hand);
  return () => {
    model.off("change:_frame change:large", draw);
    model.off("change:_message", tell);
    model.off("change:_copy", hand);
    if (close) close();
    line.close();
  };
}

export default { render };
