// Where a card went, shown in less than a fifth of a second. Only transforms: nothing is moved in the
// layout, and where less motion is wished for nothing moves at all.

const FLIGHT = 170;
const DEALT = 190;

function boxOf(element) {
  const box = element?.getBoundingClientRect();
  return box && box.width ? box : null;
}

// Lets an element that stands in its place already arrive there from elsewhere.
function fly(root, element, from, { duration = FLIGHT, delay = 0 } = {}) {
  const to = boxOf(element);
  if (!from || !to || quiet()) return;
  const size = enlarged(root);
  const x = (from.left + from.width / 2 - to.left - to.width / 2) / size;
  const y = (from.top + from.height / 2 - to.top - to.height / 2) / size;
  element.animate(
    [{ transform: `translate(${x}px, ${y}px) scale(${Math.min(1, from.height / to.height)})` }, { transform: "none" }],
    { duration, delay, easing: "cubic-bezier(0.2, 0.7, 0.3, 1)", fill: "backwards" },
  );
}

// One card after another; the last one has landed after DEALT milliseconds.
function deal(root, elements, from) {
  const gap = Math.min(9, 80 / Math.max(1, elements.length));
  elements.forEach((element, place) => {
    fly(root, element, from, { delay: gap * place, duration: DEALT - gap * elements.length });
  });
}

// A stack closes: its cards come together under the top one.
function closeUp(element) {
  if (quiet()) return;
  element.animate([{ transform: "translateX(70%) scale(1.08)" }, { transform: "none" }], {
    duration: FLIGHT,
    easing: "cubic-bezier(0.2, 0.7, 0.3, 1)",
  });
}
