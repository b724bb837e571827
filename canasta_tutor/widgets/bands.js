// A score that moves a lamp over the bands of the minimum, and cards that pay the price.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-hand canasta-bands");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const rule = make("strong");
  const marker = make("small");
  const scale = make("ol", "canasta-scale");
  const slider = make("input", "canasta-slider");
  const number = make("input", "canasta-input canasta-number");
  const scoreLabel = make("label", "canasta-score-label", make("span"), number);
  const choosing = makeChoosing(model, el, line, view, redraw);
  const buried = make("span", "canasta-buried");
  const top = pressable("canasta-card", () => choosing.press(view().pile.place));
  const pileLabel = make("span", "canasta-row-label");
  const pile = make("div", "canasta-paying-pile", pileLabel, buried, top);
  const melds = make("div", "canasta-paid");
  const total = make("strong", "canasta-total");
  const gap = make("span");
  const gauge = make("span", "canasta-gauge", make("span"));
  const note = make("p", "canasta-pay-note");
  const sum = make("div", "canasta-paying-sum", total, gauge, gap, make("span", "canasta-space"), choosing.clear);
  const tray = make("div", "canasta-payment", make("strong"), melds, sum, note);
  const tick = make("input", "canasta-band-tick");
  const tickLabel = make("label", "canasta-band-tick-label", tick, make("span"));
  const gained = make("s");
  const forbidden = make("p", "canasta-forbidden", make("strong"), make("span"), make("small"));
  const wish = make("div", "canasta-wish", gained, forbidden);
  slider.type = "range";
  number.type = "number";
  tick.type = "checkbox";
  buried.setAttribute("role", "img");
  top.append(face());
  for (const one of [sum, wish, note]) one.setAttribute("role", "status");

  // The lamp moves at once; where the score stays is told when the hand lets go.
  const told = () => line.send({ intent: "score", score: model.get("score"), save: true });
  slider.addEventListener("input", () => {
    model.set("score", Number(slider.value));
    drawScore();
  });
  slider.addEventListener("change", told);
  number.addEventListener("input", () => {
    if (number.value.trim() === "" || number.value === "-") return;
    slider.value = number.value;
    model.set("score", Number(slider.value));
    drawScore();
  });
  number.addEventListener("change", () => {
    number.value = model.get("score");
    told();
  });
  tick.addEventListener("change", () => line.send({ intent: "buried", on: tick.checked }));

  function drawScore() {
    const { bands } = view();
    const score = model.get("score");
    const at = bands.findLastIndex(({ start }) => score >= start);
    const now = bands[at];
    if (Number(slider.value) !== score) slider.value = score;
    if (document.activeElement !== number) number.value = score;
    slider.setAttribute("aria-valuetext", fill(now.name, { count: score }));
    [...scale.children].forEach((band, place) => {
      if (place === at) band.setAttribute("aria-current", "true");
      else band.removeAttribute("aria-current");
    });
    setText(total, now.sum);
    setText(gap, now.gap);
    gauge.classList.toggle("canasta-reached", now.reached);
    gauge.firstChild.style.width = `${100 * now.share}%`;
    setText(gained, tick.checked ? now.with_buried : "");
  }

  function drawPile({ pile: now, faces, buried: wished }) {
    pile.hidden = !now.top.length;
    setText(pileLabel, now.label);
    lay(buried, now.buried.map((card) => faces[card]));
    buried.hidden = !now.buried.length;
    buried.setAttribute("aria-label", now.under);
    if (now.top.length) show(top.firstChild, faces[now.top[0]]);
    top.setAttribute("aria-label", now.name);
    top.setAttribute("aria-pressed", String(model.get("selected").includes(now.place)));
    tickLabel.hidden = wish.hidden = !wished.label;
    tick.checked = Boolean(wished.on);
    setText(tickLabel.lastChild, wished.label || "");
    forbidden.hidden = !wished.on;
    const [name, text, where] = forbidden.children;
    setText(name, `${wished.name} `);
    setText(text, `${wished.text} `);
    setText(where, wished.marker || "");
  }

  function drawMeld(element, { cards, said, points }) {
    const [row, worth] = element.children;
    lay(row, cards.map((card) => view().faces[card]));
    row.setAttribute("aria-label", said);
    setText(worth, String(points));
  }

  function makeMeld() {
    const row = make("span", "canasta-paid-cards");
    row.setAttribute("role", "img");
    return make("div", "canasta-paid-meld", row, make("span"));
  }

  function redraw() {
    const now = view();
    choosing.update(root);
    setText(rule, now.rule);
    setText(marker, now.marker);
    const ends = [...now.bands.slice(1).map(({ start }) => start), now.score.most];
    keyed(scale, now.bands, () => make("li", "", make("strong"), make("small")), (band, { start, price, from }, place) => {
      band.style.flexGrow = ends[place] - start;
      setText(band.firstChild, price);
      setText(band.lastChild, from);
    });
    for (const field of [slider, number]) {
      field.min = now.score.least;
      field.max = now.score.most;
      field.step = now.score.step;
    }
    slider.setAttribute("aria-label", now.score.label);
    setText(scoreLabel.firstChild, now.score.label);
    drawPile(now);
    setText(tray.firstChild, now.words.tray);
    keyed(melds, now.melds, makeMeld, drawMeld);
    melds.dataset.empty = now.melds.length ? "" : now.words.empty;
    setText(note, now.note);
    drawScore();
  }

  root.append(
    make("p", "canasta-bands-rule", rule, " ", marker),
    make("div", "canasta-measure", scale, slider),
    scoreLabel,
    choosing.prompt,
    choosing.fan.element,
    pile,
    tray,
    choosing.entry,
    choosing.message,
    tickLabel,
    wish,
  );
  return choosing.take(root, "score");
}

export default { render };
