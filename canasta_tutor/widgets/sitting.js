// The first lines of a quiz below its title: what it is, the pupil's name, the time that is left, how much has been answered.

function render({ model, el }) {
  const root = make("section", "canasta-widget canasta-sitting");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const about = make("p", "canasta-about");
  const how = make("p", "canasta-how");
  const label = make("label", "canasta-pupil", make("span"));
  const name = make("input", "canasta-input");
  const answered = make("p", "canasta-answered");
  const time = make("p", "canasta-time");
  const message = make("p", "canasta-message");
  label.append(name);
  name.type = "text";
  name.autocomplete = "off";
  name.maxLength = 60;
  answered.setAttribute("role", "status");
  time.setAttribute("role", "timer");
  message.setAttribute("role", "status");
  message.dataset.kind = "refusal";

  name.addEventListener("change", () => line.send({ intent: "name", text: name.value }));

  function draw() {
    const now = view();
    root.classList.toggle("canasta-large", model.get("large"));
    root.lang = now.language;
    root.setAttribute("aria-label", now.title);
    setText(about, now.about);
    setText(how, now.how);
    setText(label.firstChild, now.words.name);
    label.hidden = !now.asks;
    name.disabled = now.finished;
    if (document.activeElement !== name || !name.value) name.value = now.pupil;
    setText(answered, now.answered);
    setText(message, now.problem);
    message.hidden = !now.problem;
    tick();
  }

  // Whole minutes: a clock that runs by the second only makes one nervous.
  function tick() {
    const { ends, words } = view();
    time.hidden = !ends;
    if (!ends) return;
    const left = Math.ceil((Date.parse(ends) - Date.now()) / 60000);
    time.dataset.over = String(left <= 0);
    time.dataset.last = String(left > 0 && left <= 5);
    setText(time, left <= 0 ? words.time_over : fill(left <= 5 ? words.last_minutes : words.time_left, { left }));
  }
  const clock = setInterval(tick, 5000);

  root.append(
    about,
    how,
    make("div", "canasta-bar", label, make("span", "canasta-space"), answered, time),
    message,
    line.banner,
  );
  keepKeys(root);
  el.append(root);
  draw();
  model.on("change:_shown change:large", draw);
  return () => {
    clearInterval(clock);
    model.off("change:_shown change:large", draw);
    line.close();
  };
}

export default { render };
