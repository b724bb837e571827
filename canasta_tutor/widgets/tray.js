// The lay-down while it is built: cards put together into groups, their sum against the minimum.
// The numbers to add come with the cards; nothing here knows what a legal meld is.

function makeTray({ onChange, onAdd, onClear }) {
  let groups = [];
  const add = pressable("canasta-button", onAdd);
  const clear = pressable("canasta-button", onClear);
  const shown = make("div", "canasta-groups");
  const hint = make("span", "canasta-none");
  const total = make("strong", "canasta-total");
  const bar = make("span", "canasta-gauge", make("span"));
  const rest = make("span", "canasta-rest");
  const counts = make("span", "canasta-counts");
  const sum = make("div", "canasta-sum", total, bar, rest, counts);
  const label = make("strong", "");
  const about = make("span", "");
  hint.append(label, about);
  const element = make("div", "canasta-tray", make("div", "canasta-room", shown, hint), sum, make("div", "canasta-bar", add, clear));
  element.setAttribute("role", "group");
  sum.setAttribute("role", "status");

  const points = (cards, places) => places.reduce((all, place) => all + cards[place].points, 0);
  const wilds = (cards, places) => places.filter((place) => cards[place].wild).length;

  function counted(view, places) {
    const wild = wilds(view.cards, places);
    return [fill(view.words.naturals, { count: places.length - wild }), fill(view.words.wilds, { count: wild })];
  }

  function buildGroup() {
    const remove = pressable("canasta-button canasta-remove", () => {
      groups = groups.filter((group) => group !== remove.group);
      onChange();
    });
    remove.append("×");
    return make("div", "canasta-group", make("span", "canasta-laid"), make("span", "canasta-about"), remove);
  }

  function drawGroup(element, group, view) {
    const [laid, about, remove] = element.children;
    remove.group = group;
    lay(laid, group.cards.map((place) => view.faces[view.cards[place].text]));
    const facts = [group.onto, fill(view.words.sum, { sum: points(view.cards, group.cards) }), ...counted(view, group.cards)];
    setText(about, facts.filter(Boolean).join("\n"));
    const names = group.cards.map((place) => view.cards[place].name).join(", ");
    setAttribute(remove, "aria-label", `${view.words.remove}: ${names}`);
    element.setAttribute("role", "group");
    setAttribute(element, "aria-label", names);
  }

  function addUp(view, picked) {
    const parts = [...groups.map((group) => group.cards), picked].map((places) => points(view.cards, places));
    const { largest, extra } = view.sum;
    return extra + (largest ? Math.max(...parts) : parts.reduce((all, part) => all + part, 0));
  }

  function drawSum(view, picked) {
    const { needed, more, with_pile, pile, note } = view.sum;
    const { words } = view;
    const points = addUp(view, picked);
    const laid = [...groups.flatMap((group) => group.cards), ...picked];
    const reached = more ? points > needed : points >= needed;
    setText(total, fill(needed ? words.sum_of : words.sum, { sum: points, needed }));
    bar.hidden = !needed;
    bar.firstChild.style.width = needed ? `${Math.min(100, (100 * points) / needed)}%` : "0";
    bar.classList.toggle("canasta-reached", reached);
    const missing = more ? needed - points + 1 : needed - points;
    const gap = reached ? words.enough : fill(words.missing, { missing });
    const wanted = needed ? [more ? fill(words.more_than, { needed }) : "", gap] : [];
    const also = with_pile && laid.length ? fill(with_pile, { sum: points + pile }) : "";
    setText(rest, [...wanted, also, note].filter(Boolean).join(" · "));
    setText(counts, counted(view, picked.length ? picked : laid).join(" · "));
  }

  function update(view, picked) {
    const { words } = view;
    setAttribute(element, "aria-label", words.tray);
    setText(label, words.tray);
    setText(about, fill(words.tray_hint, { label: words.add_meld }));
    hint.hidden = groups.length > 0;
    setText(add, words.add_meld);
    setText(clear, words.clear);
    add.disabled = picked.length === 0;
    clear.disabled = picked.length === 0 && groups.length === 0;
    keyed(shown, groups, buildGroup, (group, item) => drawGroup(group, item, view));
    drawSum(view, picked);
  }

  return {
    element,
    update,
    add: (cards, to = "", onto = "") => groups.push({ cards, to, onto }),
    join: (group, cards) => (group.cards = [...group.cards, ...cards]),
    drop: (cards) => {
      for (const group of groups) group.cards = group.cards.filter((place) => !cards.includes(place));
      groups = groups.filter((group) => group.cards.length);
    },
    shown: () => [...shown.children].map((element, place) => ({ element, group: groups[place] })),
    clear: () => (groups = []),
    groups: () => groups.map(({ cards, to }) => ({ cards, to })),
    taken: () => new Set(groups.flatMap((group) => group.cards)),
  };
}
