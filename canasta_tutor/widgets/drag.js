// Dragging, beside pressing and the keyboard: a ghost follows the pointer, the places that would take
// it are marked, and what is let go elsewhere flies back. Nothing here knows what a move is.

const FAR = 6; // pixels: a mouse that goes so far drags, one that stays presses
const LONG = 220; // milliseconds: a finger that rests lifts, one that goes before scrolls the page
const EDGE = 44; // pixels: held so near to the edge, the page scrolls

function quiet() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// How much larger the widget is shown than it is laid out.
function enlarged(root) {
  return root.offsetWidth ? root.getBoundingClientRect().width / root.offsetWidth : 1;
}

function inside(box, { clientX, clientY }) {
  return clientX >= box.left && clientX <= box.right && clientY >= box.top && clientY <= box.bottom;
}

function scroller(element) {
  for (let one = element.parentElement; one; one = one.parentElement) {
    const scrolls = /auto|scroll/.test(getComputedStyle(one).overflowY);
    if (scrolls && one.scrollHeight > one.clientHeight) return one;
  }
  return null;
}

function cardGhost(svgs) {
  const ghost = make("div", "canasta-ghost canasta-ghost-cards");
  lay(ghost, svgs);
  return ghost;
}

// `lift(target)` says what is dragged from an element, or nothing: { ghost(), targets }. A target is
// { element, take(event) }; where two lie over one another the later one takes.
function makeDrag(root, lift) {
  let held = null;
  root.classList.add("canasta-drags");

  function follow() {
    const box = root.getBoundingClientRect();
    const size = enlarged(root);
    const x = (held.clientX - box.left) / size - root.clientLeft;
    const y = (held.clientY - box.top) / size - root.clientTop;
    held.ghost.style.translate = `calc(${x}px - 50%) calc(${y}px - 60%)`;
    const over = held.targets.findLast(({ element }) => inside(element.getBoundingClientRect(), held));
    for (const target of held.targets) target.element.classList.toggle("canasta-over", target === over);
    held.over = over;
  }

  function scroll() {
    if (!held || !held.ghost) return;
    const box = held.scroller?.getBoundingClientRect();
    if (box) {
      const up = box.top + EDGE - held.clientY;
      const down = held.clientY - (box.bottom - EDGE);
      if (up > 0 || down > 0) {
        held.scroller.scrollTop += up > 0 ? -up / 4 : down / 4;
        follow();
      }
    }
    requestAnimationFrame(scroll);
  }

  function start() {
    if (!held || held.ghost) return;
    clearTimeout(held.timer);
    const found = lift(held.target);
    if (!found) return forget();
    held.ghost = found.ghost();
    held.targets = found.targets;
    held.scroller = scroller(root);
    held.ghost.setAttribute("aria-hidden", "true");
    root.append(held.ghost);
    root.classList.add("canasta-dragging");
    for (const { element } of held.targets) element.classList.add("canasta-target");
    root.setPointerCapture(held.id);
    follow();
    requestAnimationFrame(scroll);
  }

  function forget() {
    if (held) clearTimeout(held.timer);
    held = null;
  }

  function end(taken) {
    if (!held) return;
    const { ghost, targets, over, target } = held;
    const event = { clientX: held.clientX, clientY: held.clientY };
    forget();
    if (!ghost) return;
    root.classList.remove("canasta-dragging");
    for (const { element } of targets) element.classList.remove("canasta-target", "canasta-over");
    if (taken && over) {
      ghost.remove();
      over.take(event);
    } else {
      flyBack(ghost, target);
    }
  }

  function flyBack(ghost, home) {
    if (quiet() || !home.isConnected) return ghost.remove();
    const from = ghost.getBoundingClientRect();
    const to = home.getBoundingClientRect();
    const size = enlarged(root);
    const x = (to.left + to.width / 2 - from.left - from.width / 2) / size;
    const y = (to.top + to.height / 2 - from.top - from.height / 2) / size;
    const flight = ghost.animate([{}, { transform: `translate(${x}px, ${y}px)`, opacity: 0.4 }], {
      duration: 160,
      easing: "ease-out",
    });
    flight.onfinish = flight.oncancel = () => ghost.remove();
    return undefined;
  }

  function down(event) {
    if (held || event.button || !event.isPrimary || !lift(event.target)) return;
    event.stopPropagation(); // or the notebook would take it for its own drag
    const { pointerId: id, pointerType, clientX, clientY } = event;
    held = { id, clientX, clientY, x: clientX, y: clientY, target: event.target, targets: [], touch: pointerType === "touch" };
    if (held.touch) held.timer = setTimeout(start, LONG);
  }

  function move(event) {
    if (!held || event.pointerId !== held.id) return;
    held.clientX = event.clientX;
    held.clientY = event.clientY;
    if (held.ghost) {
      event.stopPropagation();
      follow();
    } else if (Math.hypot(held.clientX - held.x, held.clientY - held.y) > FAR) {
      if (held.touch) forget();
      else start();
    }
  }

  const mine = (event) => held && event.pointerId === held.id;
  let letGo = 0;
  root.addEventListener("pointerdown", down);
  root.addEventListener("mousedown", (event) => held && event.stopPropagation());
  root.addEventListener("pointermove", move);
  root.addEventListener("pointerup", (event) => {
    if (!mine(event)) return;
    const carried = Boolean(held.ghost);
    end(true);
    if (carried) letGo = event.timeStamp;
  });
  root.addEventListener("pointercancel", (event) => mine(event) && end(false));
  root.addEventListener("lostpointercapture", (event) => mine(event) && end(false));
  root.addEventListener("dragstart", (event) => event.preventDefault());
  root.addEventListener("contextmenu", (event) => held?.ghost && event.preventDefault());
  root.addEventListener("touchmove", (event) => held?.ghost && event.preventDefault(), { passive: false });
  // Letting go is not a press of what lies under the pointer.
  root.addEventListener(
    "click",
    (event) => {
      if (!letGo || event.timeStamp - letGo > 60) return;
      letGo = 0;
      event.preventDefault();
      event.stopPropagation();
    },
    true,
  );
  root.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || !held?.ghost) return;
      event.stopPropagation();
      end(false);
    },
    true,
  );
}
