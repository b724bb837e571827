// An exercise: question, position, something to answer with, and what Python says about the answer.
// Everything that is read here has been worded and made into HTML by Python.

// What is shown changes as a whole when the learner wishes for other colours: then it is drawn anew, and what
// stands in the controls is put back.
function showExercise({ model, el }) {
  let close = drawExercise(model, el);
  const anew = () => {
    if (close) close();
    el.replaceChildren();
    close = drawExercise(model, el);
  };
  model.on("change:_shown", anew);
  return () => {
    model.off("change:_shown", anew);
    if (close) close();
  };
}

function drawExercise(model, el) {
  const shown = () => model.get("_shown");
  const { words, language, broken } = shown();
  const root = make("section", "canasta-widget canasta-exercise");
  root.lang = language;
  const grow = () => root.classList.toggle("canasta-large", model.get("large"));
  grow();
  el.append(root);
  if (broken) {
    root.classList.add("canasta-broken");
    root.innerHTML = broken;
    return undefined;
  }

  const { about, title, text, note, position, controls } = shown();
  const line = makeLine(model, shown);
  const id = `canasta-${fresh()}`;
  const heading = spoken("p", title, "canasta-question");
  heading.id = id;
  root.setAttribute("aria-labelledby", id);

  let typing = false; // what was typed is on its way to Python, and not yet among the controls
  const typed = (entry, done) => {
    typing = true;
    line.send({ intent: "typed", text: entry });
    done();
  };
  const answer = ANSWERS[controls.type](controls, words, keep, typed);
  const check = make("button", "canasta-button canasta-main", words.check);
  check.type = "submit";
  const again = pressable("canasta-button", () => {
    line.send({ intent: "again" });
    answer.element.querySelector("input, select, button, [tabindex='0']")?.focus();
  });
  const hint = pressable("canasta-button canasta-quiet", () => line.send({ intent: "hint" }));
  const solve = pressable("canasta-button canasta-quiet", () => line.send({ intent: "solution" }));
  setText(again, words.again);
  setText(solve, words.show);

  // The entry for typed cards is a form of its own and cannot lie in another: Enter in any other
  // field checks the answer.
  check.addEventListener("click", (event) => {
    event.preventDefault();
    judge();
  });
  answer.element.addEventListener("keydown", (event) => {
    const field = event.target.matches("input:not([type=radio], [type=checkbox])");
    if (event.key === "Enter" && field && !event.target.form && !check.hidden) judge();
  });

  const feedback = make("div", "canasta-feedback");
  const hints = make("ol", "canasta-hints");
  const solution = make("div", "canasta-solution");
  const fault = make("div", "canasta-message");
  for (const region of [feedback, hints, solution, fault]) region.setAttribute("aria-live", "polite");

  const beside = makeBeside(model, line.send, showExercise);

  function keep() {
    typing = false;
    line.send({ intent: "draft", text: answer.read() });
  }

  // What stands in the line to type in counts, whether it was entered or not.
  const typedText = () => answer.element.querySelector(".canasta-entry .canasta-input");
  function judge() {
    const text = typedText()?.value.trim() || "";
    if (text) typing = true;
    else answer.write(answer.read()); // cards that count as a meld are seen to be one
    line.send({ intent: "check", answer: typing ? null : answer.read(), typed: text });
  }

  const picture = spoken("div", position, "canasta-position");
  picture.setAttribute("role", "group");
  picture.setAttribute("aria-label", words.position);
  let drawn = position;
  function light(lit) {
    if ((lit || position) === drawn) return;
    drawn = lit || position;
    picture.innerHTML = drawn;
  }

  let said = "";
  function drawFeedback(judged) {
    const now = JSON.stringify(judged);
    if (now === said) return;
    said = now;
    feedback.replaceChildren();
    feedback.dataset.tone = judged ? judged.tone : "";
    answer.mark(judged ? judged.parts : {}, words);
    if (!judged) return;
    const state = make("p", "canasta-state", judged.label);
    if (judged.put_off) {
      const later = folded(judged.put_off, judged.html, false);
      later.addEventListener("toggle", () => line.send({ intent: "read" }), { once: true });
      feedback.append(state, later);
      return;
    }
    feedback.append(state, spoken("div", judged.html, "canasta-said"));
    if (judged.silent) feedback.append(spoken("div", judged.silent, "canasta-said canasta-silent"));
    if (judged.rule) feedback.append(folded(judged.rule_name, judged.rule, false));
    if (judged.why) feedback.append(folded(words.why, judged.why, false));
    if (judged.consequence) feedback.append(folded(judged.consequence.name, judged.consequence.html, false));
    if (judged.stuck) feedback.append(folded(judged.stuck.name, judged.stuck.html, true));
    if (judged.later) feedback.append(putOff(judged.later));
  }

  function putOff(text) {
    const later = pressable("canasta-later", () => {
      line.send({ intent: "later" });
      check.focus();
    });
    setText(later, text);
    return later;
  }

  function folded(name, html, open) {
    const details = make("details", "canasta-folded", spoken("summary", name, ""), spoken("div", html, "canasta-said"));
    details.open = open;
    return details;
  }

  function drawProgress() {
    const { feedback: judged, hints: open, all_hints: all, lit, offer_hint, may_show, solution: solved, quiet, locked } = model.get("_progress");
    light(lit);
    drawFeedback(judged);
    while (hints.children.length > open.length) hints.lastChild.remove();
    for (let place = hints.children.length; place < open.length; place += 1) {
      const name = make("span", "canasta-step-name", open[place].name);
      hints.append(make("li", "canasta-hint", name, spoken("div", open[place].html, "canasta-said")));
    }
    hints.hidden = !open.length;
    setText(hint, open.length ? words.next_hint : words.hint);
    hint.hidden = quiet || locked || open.length >= all;
    hint.classList.toggle("canasta-offered", offer_hint);
    again.hidden = locked || quiet || !judged || judged.tone === "note";
    solve.hidden = quiet || !may_show || Boolean(solved);
    check.hidden = quiet || locked;
    answer.element.inert = locked;
    solution.hidden = !solved;
    if (solved !== solution.dataset.html) {
      solution.dataset.html = solved;
      solution.replaceChildren(make("p", "canasta-step-name", words.solution), spoken("div", solved, "canasta-said"));
    }
  }

  function drawFault() {
    const { kind, text } = model.get("_message");
    fault.dataset.kind = kind || "fault";
    setText(fault, text || "");
  }

  let put = 0;
  const recall = () => {
    const { n, text: draft } = model.get("_draft");
    if (n <= put) return;
    put = n;
    if (typing && typedText()) typedText().value = "";
    typing = false;
    if (draft !== answer.read()) answer.write(draft);
  };

  root.append(
    make("p", "canasta-asked-at", about),
    heading,
    spoken("div", text, "canasta-said canasta-stem"),
    ...(note ? [make("p", "canasta-note", note)] : []),
    ...(position ? [picture] : []),
    make("div", "canasta-answer", answer.element),
    make("div", "canasta-bar canasta-checks", check, again, make("span", "canasta-space"), hint, solve),
    feedback,
    beside.element,
    hints,
    solution,
    fault,
    line.banner,
  );
  keepKeys(root);
  recall();
  drawProgress();
  drawFault();
  model.on("change:_progress", drawProgress);
  model.on("change:_draft", recall);
  model.on("change:_message", drawFault);
  model.on("change:large", grow);
  return () => {
    model.off("change:_progress", drawProgress);
    model.off("change:_draft", recall);
    model.off("change:_message", drawFault);
    model.off("change:large", grow);
    if (answer.close) answer.close();
    beside.close();
    line.close();
  };
}

export default { render: showExercise };
