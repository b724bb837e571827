// Cards with their price tags: pressed ones add up, and another table may ask another price.

function render({ model, el }) {
  const root = make("div", "canasta-widget canasta-hand canasta-prices");
  const view = () => model.get("_shown");
  const line = makeLine(model, view);

  const { prompt, fan, clear, message, entry, update, take } = makeChoosing(model, el, line, view, redraw);
  const total = make("strong", "canasta-total");
  const gap = make("span");
  const count = make("span", "canasta-count", total, " ", gap);
  const right = make("span", "canasta-right");
  const next = pressable("canasta-button canasta-main", () => line.send({ intent: "next" }));
  const tags = pressable("canasta-button canasta-quiet", () => line.send({ intent: "tags", on: !view().switch.on }));
  const tables = makeRow((table) => line.send({ intent: "table", table }));
  const round = make("span", "canasta-round");
  count.setAttribute("role", "status");

  function tagOf(button) {
    if (button.children.length < 2) button.append(make("span", "canasta-tag"));
    return button.lastChild;
  }

  function redraw() {
    const now = view();
    update(root);
    now.tags.forEach((text, position) => {
      const tag = tagOf(fan.card(position));
      setText(tag, text);
      tag.classList.toggle("canasta-turned", now.turned[position]);
      tag.classList.toggle("canasta-blank", !text);
    });
    setText(total, now.sum);
    setText(gap, now.gap);
    setText(right, now.right);
    setText(next, now.next);
    setText(tags, now.switch.text);
    tags.setAttribute("aria-pressed", String(now.switch.on));
    tables.update(now.tables);
    setText(round, now.round);
  }

  root.append(
    prompt,
    fan.element,
    make("div", "canasta-bar", count, clear, next, make("span", "canasta-space"), right, tags),
    message,
    tables.element,
    make("div", "canasta-bar", entry, make("span", "canasta-space"), round),
  );
  return take(root);
}

export default { render };
