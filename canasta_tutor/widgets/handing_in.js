// The end of a quiz: what is still open, the button to hand in, which asks once more, and where the file lies.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-sitting");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const open = make("p", "canasta-open");
  const button = pressable("canasta-button canasta-main", () => line.send({ intent: "ask" }));
  const sure = make("p", "canasta-sure");
  const yes = pressable("canasta-button canasta-main", () => line.send({ intent: "hand_in" }));
  const stay = pressable("canasta-button", () => line.send({ intent: "stay" }));
  const ask = make("div", "canasta-ask", sure, make("div", "canasta-bar", yes, stay));
  const told = make("p", "canasta-told");
  const file = make("code", "canasta-file");
  const content = make("pre", "canasta-content");
  const shows = make("summary");
  const details = make("details", "canasta-folded", shows, content);
  const message = make("p", "canasta-message");
  told.setAttribute("role", "status");
  told.tabIndex = -1;
  message.setAttribute("role", "status");
  ask.setAttribute("role", "group");
  sure.id = `canasta-${Math.random().toString(36).slice(2)}`;
  ask.setAttribute("aria-labelledby", sure.id);
  content.tabIndex = 0;

  let asked = false;
  function draw() {
    const now = view();
    const asking = model.get("_asking");
    root.classList.toggle("canasta-large", model.get("large"));
    root.lang = now.language;
    root.setAttribute("aria-label", now.title);
    setText(open, now.open);
    open.hidden = now.finished;
    setText(button, now.words.hand_in);
    setText(sure, now.words.sure);
    setText(yes, now.words.yes);
    setText(stay, now.words.not_yet);
    setText(told, now.told);
    setText(file, now.file);
    setText(shows, now.words.show_file);
    setText(content, now.content);
    content.setAttribute("aria-label", now.words.show_file);
    const inside = root.contains(document.activeElement);
    button.hidden = !now.exam || now.finished || asking;
    ask.hidden = !asking;
    told.hidden = !now.told;
    file.hidden = !now.file;
    details.hidden = !now.content;
    if (asking && !asked) stay.focus();
    else if (asked && !asking && inside) (now.finished ? told : button).focus();
    asked = asking;
  }

  function tell() {
    const { text, kind } = model.get("_message");
    setText(message, text || "");
    message.dataset.kind = kind || "note";
    message.hidden = !text;
  }

  root.append(open, button, ask, told, file, details, message, line.banner);
  keepKeys(root);
  el.append(root);
  draw();
  tell();
  model.on("change:_shown change:large change:_asking", draw);
  model.on("change:_message", tell);
  return () => {
    model.off("change:_shown change:large change:_asking", draw);
    model.off("change:_message", tell);
    line.close();
  };
}

export default { render };
