// What lies on the table: the other players, the sides with their melds, stock, pile and lamps.
// Everything is drawn into elements that stay, so that focus stays where it is.

function makeOthers() {
  const element = make("div", "canasta-others");
  function build() {
    return make("div", "canasta-other", make("span", "canasta-name"), make("span", "canasta-backs"), make("span", "canasta-holds"));
  }
  function update({ others, back }) {
    keyed(element, others, build, (place, other) => {
      const [name, backs, holds] = place.children;
      setText(name, other.name);
      setText(holds, other.holds);
      lay(backs, other.count ? [back] : []);
      place.classList.toggle("canasta-ours", other.ours);
      place.classList.toggle("canasta-turn", other.turn);
    });
  }
  return { element, update };
}

// A meld is a button: pressed with cards chosen, they are added to it.
function makeMeld(press) {
  const element = pressable("canasta-meld", () => press(element.meld));
  element.append(make("span", "canasta-laid"), make("span", "canasta-badge"), make("span", "canasta-kind"));
  return element;
}

function drawMeld(element, meld, faces, adding) {
  const [laid, badge, kind] = element.children;
  const closed = Boolean(meld.canasta);
  element.meld = meld;
  element.classList.toggle("canasta-closed", closed);
  setAttribute(element, "data-canasta", meld.canasta);
  lay(laid, (closed ? [meld.top] : meld.cards).map((text) => faces[text]));
  setText(badge, closed ? String(meld.count) : "");
  setText(kind, meld.kind);
  badge.hidden = kind.hidden = !closed;
  setAttribute(element, "aria-label", adding ? meld.add : meld.name);
  setAttribute(element, "aria-disabled", !adding);
  setAttribute(element, "tabindex", adding ? 0 : -1);
  element.classList.toggle("canasta-adding", adding);
}

function makeSide(press) {
  const reds = make("span", "canasta-reds");
  const melds = make("div", "canasta-melds");
  const none = make("span", "canasta-none");
  const head = make("div", "canasta-head", make("span", "canasta-name"), make("span", "canasta-score"), make("span", "canasta-price"));
  const element = make("div", "canasta-side", head, make("div", "canasta-row", reds, melds, none));
  element.setAttribute("role", "group");
  reds.setAttribute("role", "img");
  element.draw = (side, faces, adding) => {
    const [name, score, price] = head.children;
    setText(name, side.name);
    setText(score, side.score);
    setText(price, side.price);
    price.hidden = !side.price;
    setAttribute(element, "aria-label", side.name);
    reds.hidden = !side.reds.length;
    setAttribute(reds, "aria-label", side.reds_name);
    lay(reds, side.reds.map((text) => faces[text]));
    keyed(melds, side.melds, () => makeMeld(press), (meld, item) => drawMeld(meld, item, faces, adding));
    none.hidden = side.melds.length > 0;
    setText(none, side.none);
  };
  return element;
}

function makeSides(press) {
  const theirs = make("div", "canasta-theirs");
  const ours = make("div", "canasta-own");
  function update({ sides, faces }, adding) {
    keyed(theirs, sides.filter((side) => !side.ours), () => makeSide(press), (element, side) => element.draw(side, faces, adding));
    keyed(ours, sides.filter((side) => side.ours), () => makeSide(press), (element, side) => element.draw(side, faces, adding));
  }
  const melds = () => [...theirs.querySelectorAll(".canasta-meld"), ...ours.querySelectorAll(".canasta-meld")];
  return { theirs, ours, update, melds };
}

// Stock and pile are buttons that do what their words beside them do.
function makeMiddle(draw, take) {
  const stockCards = make("span", "canasta-squared");
  const stock = pressable("canasta-stock", draw);
  stock.append(stockCards, make("span", "canasta-below"));
  const fan = make("span", "canasta-pile-fan");
  const pile = pressable("canasta-pile", take);
  pile.append(fan, make("span", "canasta-below"));
  const lamps = make("table", "canasta-lamps", make("thead", "", make("tr")), make("tbody"));
  const element = make("div", "canasta-middle", make("div", "canasta-decks", stock, pile), lamps);

  function update(view) {
    const action = Object.fromEntries(view.actions.map(({ verb, text }) => [verb, text]));
    lay(stockCards, view.stock.count ? [view.back] : []);
    setText(stock.lastChild, view.stock.name);
    setAttribute(stock, "aria-label", `${view.stock.name}. ${action.draw}`);
    lay(
      fan,
      view.pile.cards.map(({ text }) => view.faces[text]),
      (card, index) => card.classList.toggle("canasta-across", view.pile.cards[index].across),
    );
    fan.style.gridTemplateColumns = view.pile.cards
      .map(({ across }, index, { length }) => {
        const wide = index === length - 1 ? ["1.4", "1"] : ["0.56", "0.27"];
        const track = `calc(var(--canasta-w) * ${wide[across ? 0 : 1]})`;
        return index === length - 1 ? track : `minmax(0, ${track})`;
      })
      .join(" ");
    const below = [view.pile.count, view.pile.under].filter(Boolean).join(", ");
    setText(pile.lastChild, below);
    setAttribute(pile, "aria-label", `${view.pile.name}. ${action.take}`);
    drawLamps(lamps, view.lamps);
  }
  return { element, update, stock: stockCards, pile: fan, stockArea: stock, pileArea: pile };
}

function drawLamps(table, lamps) {
  const [head, body] = table.children;
  keyed(head.firstChild, [lamps.caption, ...lamps.columns], () => make(head.firstChild.children.length ? "th" : "td"), setText);
  for (const cell of [...head.firstChild.children].slice(1)) setAttribute(cell, "scope", "col");
  keyed(body, lamps.rows, () => make("tr", "", make("th"), make("td"), make("td")), (row, item) => {
    const [name, ...cells] = row.children;
    setAttribute(name, "scope", "row");
    setText(name, item.name);
    cells.forEach((cell, index) => {
      const lamp = item.cells[index];
      if (!cell.firstChild) {
        cell.append(make("span", "canasta-lamp"), make("span", "canasta-word"), make("span", "canasta-because"));
      }
      cell.classList.toggle("canasta-lit", lamp.lit);
      setText(cell.children[1], lamp.word);
      setText(cell.children[2], lamp.because);
    });
  });
}
