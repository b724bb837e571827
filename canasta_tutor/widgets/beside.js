// The short exercise below another one. Python keeps all of it in one place, `_follow`; to the exercise inside it looks
// like a model of its own, and what is done there is sent on as done inside.

const INSIDE = ["_shown", "_progress", "_draft", "_message"];

function modelInside(model) {
  const calls = new Map();
  const get = (name) => {
    if (name === "_follow") return {};
    return INSIDE.includes(name) ? (model.get("_follow").exercise || {})[name] : model.get(name);
  };
  return {
    get,
    save_changes() {},
    send: (intent) => model.send({ intent: "inside", inside: intent, n: intent.n }),
    on(event, call) {
      const name = event.slice("change:".length);
      if (!INSIDE.includes(name)) return model.on(event, call);
      let last = JSON.stringify(get(name));
      const changed = () => {
        const now = JSON.stringify(get(name));
        if (now === undefined || now === last) return;
        last = now;
        call();
      };
      calls.set(call, changed);
      model.on("change:_follow", changed);
    },
    off(event, call) {
      if (calls.has(call)) model.off("change:_follow", calls.get(call));
      else model.off(event, call);
      calls.delete(call);
    },
  };
}

// `draw({ model, el })` draws an exercise, and gives what takes it away again.
function makeBeside(model, send, draw) {
  const offer = pressable("canasta-button", () => send({ intent: "follow" }));
  const inside = make("div", "canasta-beside");
  const said = make("p", "canasta-outcome");
  said.setAttribute("aria-live", "polite");
  const element = make("div", "", make("div", "canasta-bar canasta-offer", offer), inside, said);
  let close;
  function update() {
    const { offer: text, said: told, exercise } = model.get("_follow");
    const asked = document.activeElement === offer;
    setText(offer, text || "");
    offer.parentElement.hidden = !text;
    inside.hidden = !exercise;
    if (exercise && !close) {
      close = draw({ model: modelInside(model), el: inside });
      if (asked) inside.querySelector("input, select, button, [tabindex='0']")?.focus();
    }
    if (!exercise && close) {
      close();
      close = undefined;
      inside.replaceChildren();
    }
    setText(said, told || "");
    said.hidden = !told;
  }
  update();
  model.on("change:_follow", update);
  return {
    element,
    close() {
      model.off("change:_follow", update);
      if (close) close();
    },
  };
}
