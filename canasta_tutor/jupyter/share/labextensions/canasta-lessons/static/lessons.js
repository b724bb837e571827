// The lessons and quizzes of this course in JupyterLab and Notebook: a page's cells run by themselves when
// it opens, its code is folded away, and a bar above it says how things stand.
//
// Nothing happens unless the page option `canastaLessons` is "on", which only the course's own launcher
// sets. It sends with it, as `canastaCourse`, the words in each language, the lessons in their order, and
// a hash of the code of each: a lesson that differs from it waits for its reader, and so does a quiz whose
// code does anything but open its file and show its questions. There is no build step: JupyterLab asks a
// script like this one for two functions, init and get.

(() => {
  const NAME = "canasta-lessons";
  const HERE = document.currentScript.src; // known only while the script is loaded
  const PATIENCE = 5000; // milliseconds that a kernel may take to come to rest
  let scope;

  const shared = async (name) => (await Object.values(scope[name])[0].get())();

  function make(tag, className, ...children) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...children);
    return element;
  }

  function button(className, text, press) {
    const element = make("button", className, text);
    element.type = "button";
    element.addEventListener("click", press);
    return element;
  }

  function dress() {
    const style = make("link");
    style.rel = "stylesheet";
    style.href = new URL("lessons.css", HERE).href;
    document.head.append(style);
  }

  // --- is this page as the course made it? -------------------------------------------------------

  const sources = (model, kind) =>
    [...model.cells].filter((cell) => !kind || cell.type === kind).map((cell) => cell.sharedModel.getSource());

  async function codeHash(model) {
    const code = new TextEncoder().encode(sources(model, "code").join("\0"));
    const digest = await crypto.subtle.digest("SHA-256", code);
    return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // A quiz is made by a teacher, so no hash is known; but its code always reads like this.
  const QUIZ = [
    /^from canasta_tutor\.classroom\.sitting import sit\n\nquiz = sit\("[^"\\\n]+", version="\w+", language="\w+"\)\nquiz$/,
    /^quiz\.question\(\d+\)$/,
    /^quiz\.end$/,
  ];

  function isQuiz(model) {
    const code = sources(model, "code");
    const shape = (at) => QUIZ[at === 0 ? 0 : at === code.length - 1 ? 2 : 1];
    return code.length > 1 && code.every((source, at) => shape(at).test(source));
  }

  async function isOurs(path, model, hashes, quiz) {
    if (quiz) return isQuiz(model);
    if (!globalThis.crypto?.subtle || !(path in hashes)) return false;
    return hashes[path] === (await codeHash(model));
  }

  // --- the page around a lesson ------------------------------------------------------------------

  // Everything above the lessons and beside them: menu, side bars. Hidden as Lumino hides, or gaps stay.
  function surround(shell, visible) {
    const parents = ["top", "menu"].map((area) => [...shell.widgets(area)][0]?.parent);
    const around = [...parents, ...parents.map((one) => one?.parent)];
    for (const one of around.filter((one) => /-(panel|wrapper)$/.test(one?.id))) visible ? one.show() : one.hide();
    if (visible) return;
    shell.collapseLeft?.();
    shell.collapseRight?.();
  }

  function makeBar(words, around, does, cards) {
    const bar = make("section", "canasta-lesson-bar");
    const said = make("p", "canasta-lesson-said");
    const main = button("canasta-lesson-main", words.start_again, does.main);
    const code = button("canasta-lesson-code", words.show_code, does.code);
    const doors = ["before", "after"].map((side) => {
      const door = around[side];
      const element = button(`canasta-lesson-${side}`, "", () => does.go(door.path));
      element.append(make("span", "", words[side]));
      element.hidden = !door;
      element.title = door ? door.title : "";
      element.setAttribute("aria-label", door ? `${words[side]}: ${door.title}` : "");
      return element;
    });
    said.setAttribute("role", "status");
    bar.setAttribute("aria-label", words.bar);
    const back = button("canasta-lesson-before", "", does.back);
    back.append(make("span", "", words.back));
    back.setAttribute("aria-label", words.back);
    const buttons = cards ? [doors[0], main, code, doors[1]] : [back];
    const row = make("div", "", make("p", "canasta-lesson-title", around.title), ...buttons, said);
    bar.append(row);
    return { bar, row, said, main, code, back };
  }

  function neighbours(course, path) {
    const language = path.split("/")[0];
    const lessons = course.lessons[language] || [];
    const at = lessons.findIndex((lesson) => lesson.path === path);
    const title = at < 0 ? "" : lessons[at].title;
    return { title, before: lessons[at - 1], after: at < 0 ? undefined : lessons[at + 1] };
  }

  const heading = (model) => (/^# (.+)/m.exec(sources(model, "markdown").join("\n")) || [])[1] || "";

  // The heading that a link named. JupyterLab looks for it once, before the page is drawn.
  async function seek(panel, hash) {
    const name = CSS.escape(decodeURIComponent(hash || "").slice(1));
    for (let tries = 0; name && tries < 100; tries += 1) {
      const found = panel.node.querySelector(`[data-jupyter-id="${name}"]`);
      if (found) return found.scrollIntoView();
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  // --- one lesson --------------------------------------------------------------------------------

  async function open(kit, app, panel, context) {
    await context.ready;
    const about = context.model.getMetadata("canasta_tutor");
    if (!(about?.lesson || about?.quiz) || panel.isDisposed) return;
    const { course } = kit;
    const words = course.words[about.language] || Object.values(course.words)[0];
    const session = panel.sessionContext;
    const whole = () => JSON.stringify(sources(context.model));
    const begun = whole();
    const me = String(Math.random());
    const channel = new BroadcastChannel(`${NAME}:${kit.base}:${context.path}`);
    const cards = sources(context.model, "code").length > 0;
    const around = neighbours(course, context.path);
    around.title ||= heading(context.model);
    const parts = makeBar(words, around, { main: press, code: unfold, back, go }, cards);
    let folded = true;
    let deaf = false;
    let state = "";
    let fell = ""; // how the kernel went away: "restart", or "died"

    // What the bar says, and what its first button does next.
    function stand(next, text = "", label = words.start_again) {
      state = next;
      panel.node.dataset.lesson = next;
      parts.said.textContent = text;
      parts.main.textContent = label;
      parts.main.disabled = ["running", "waking"].includes(next);
      parts.bar.toggleAttribute("data-asks", ["changed", "failed", "died", "elsewhere"].includes(next));
      silence(["running", "waking", "restarting", "died", "elsewhere"].includes(next));
    }

    // Cards that nobody answers take no presses; otherwise these would go nowhere.
    function silence(on) {
      deaf = on;
      panel.node.classList.toggle("canasta-lesson-deaf", on);
      for (const cell of panel.content.widgets) {
        cell.node.querySelectorAll(".jp-OutputArea").forEach((area) => (area.inert = on));
      }
    }

    // A visit changes no file: what cells show isn't worth a question on leaving. What a reader writes is.
    function clean() {
      if (context.model.dirty && whole() === begun) context.model.dirty = false;
    }

    function unfold() {
      folded = !folded;
      parts.code.setAttribute("aria-pressed", String(!folded));
      panel.node.classList.toggle("canasta-lesson-folded", folded);
      folded ? panel.toolbar.hide() : panel.toolbar.show();
      surround(app.shell, !folded);
    }

    function go(path) {
      app.commands.execute("docmanager:open", { path });
    }

    function back() {
      go(kit.from);
    }

    // Where nobody came from a lesson, or it is open in a tab of its own, nothing leads back.
    function offer() {
      parts.back.hidden = !kit.from;
    }

    function idle() {
      return new Promise((done) => {
        const look = () => {
          if (session.session?.kernel?.status !== "idle") return;
          session.statusChanged.disconnect(look);
          done();
        };
        session.statusChanged.connect(look);
        look();
      });
    }

    // The kernel is started anew only where it is dead or does not come to rest.
    async function wake() {
      await session.ready;
      const kernel = session.session?.kernel;
      const late = new Promise((done) => setTimeout(done, PATIENCE, "late"));
      if (kernel && kernel.status !== "dead" && (await Promise.race([idle(), late])) !== "late") return;
      if (kernel) await session.restartKernel();
      else await session.changeKernel({ name: "python3" });
      await idle();
    }

    async function press() {
      stand("waking", words.starting);
      fell = "";
      try {
        await wake();
      } catch {
        stand("died", words.died);
        return;
      }
      await run();
    }

    async function run() {
      channel.postMessage(me);
      stand("running", words.starting);
      const good = await kit.runCells(panel.content, panel.content.widgets, session);
      if (state !== "running" || panel.isDisposed) return; // the kernel fell, or another tab took over
      clean();
      good ? stand("ready") : stand("failed", words.failed);
    }

    function hear(_, status) {
      if (["waking", "changed", "elsewhere"].includes(state) || panel.isDisposed) return;
      if (["autorestarting", "dead"].includes(status)) {
        fell = "died";
        stand("died", words.died);
      } else if (status === "restarting") {
        fell = "restart";
        stand("restarting", words.starting);
      } else if (status === "idle" && fell === "restart") {
        fell = "";
        run();
      }
    }

    // Keys, double clicks and the menu of the right button would edit what looks like a page of text.
    function guard(event) {
      if (!panel.node.contains(event.target) || !panel.content.node.contains(event.target)) return;
      const inside = event.target.closest(".jp-OutputArea");
      if (deaf && inside) {
        event.stopPropagation();
        if (event.key !== "Tab") event.preventDefault();
        return;
      }
      if (!folded || event.target.closest(".canasta-widget, .jupyter-widgets, input, select, textarea")) return;
      event.stopPropagation();
      if ((event.ctrlKey || event.metaKey) && event.key === "s") event.preventDefault();
    }

    // The lesson's first line: a link to the other language, and a table chosen anew.
    function follow(event) {
      kit.sought = event.target.closest?.("a")?.hash;
      const link = event.target.closest?.("a[data-canasta-lesson]");
      if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
      event.preventDefault();
      go(decodeURI(new URL(link.getAttribute("href"), `file:///${context.path}`).pathname.slice(1)));
    }

    async function again(event) {
      event.preventDefault(); // says that it was heard
      if (state !== "ready" && state !== "failed") return;
      await run();
      // Whoever chose by keyboard goes on where they were, in the line that was drawn anew.
      for (let tries = 0; tries < 20 && !document.activeElement.closest(".canasta-widget"); tries += 1) {
        panel.node.querySelector(".canasta-header select")?.focus({ preventScroll: true });
        await new Promise((done) => setTimeout(done, 50));
      }
    }

    panel.node.lang = about.language;
    panel.node.classList.add("canasta-lesson-folded");
    panel.toolbar.hide();
    surround(app.shell, false);
    kit.place(panel, parts);
    const guarded = ["keydown", "dblclick", "contextmenu"];
    guarded.forEach((kind) => window.addEventListener(kind, guard, true));
    panel.node.addEventListener("click", follow);
    panel.node.addEventListener("canasta-again", again);
    context.model.stateChanged.connect(clean);
    // A page without cards, such as the glossary, has nothing to start.
    if (!cards) {
      stand("still");
      offer();
      app.shell.currentChanged?.connect(offer);
      panel.disposed.connect(() => app.shell.currentChanged?.disconnect(offer));
      await seek(panel, kit.sought);
      return;
    }
    session.statusChanged.connect(hear);
    channel.onmessage = ({ data }) => {
      if (data !== me && state !== "changed") stand("elsewhere", words.elsewhere, words.take_over);
    };
    panel.disposed.connect(() => {
      guarded.forEach((kind) => window.removeEventListener(kind, guard, true));
      channel.close();
    });

    if (!(await isOurs(context.path, context.model, course.hashes, about.quiz))) {
      stand("changed", words.changed, words.start);
      return;
    }
    stand("running", words.starting);
    await session.ready;
    await idle();
    await run();
  }

  // --- as JupyterLab asks for it -----------------------------------------------------------------

  async function kit() {
    const { NotebookActions } = await shared("@jupyterlab/notebook");
    const { Widget } = await shared("@lumino/widgets");
    const { PageConfig } = await shared("@jupyterlab/coreutils");
    return {
      on: PageConfig.getOption("canastaLessons") === "on",
      course: JSON.parse(PageConfig.getOption("canastaCourse") || "null"),
      base: PageConfig.getBaseUrl(),
      runCells: NotebookActions.runCells,
      // The bar is as high as its words need; Lumino wants to be told.
      place(panel, { bar, row }) {
        panel.contentHeader.addWidget(new Widget({ node: bar }));
        const watcher = new ResizeObserver(() => {
          bar.style.minHeight = `${row.offsetHeight + 1}px`;
          panel.contentHeader.fit();
        });
        watcher.observe(row);
        panel.disposed.connect(() => watcher.disconnect());
      },
    };
  }

  (window._JUPYTERLAB ??= {})[NAME] = {
    init(given) {
      scope = given;
    },
    async get() {
      const tools = await kit();
      const activate = (app) => {
        if (!tools.on || !tools.course) return;
        dress();
        app.shell.currentChanged?.connect((_, { oldValue }) => {
          const state = oldValue?.node.dataset.lesson;
          if (state && state !== "still") tools.from = oldValue.context.path;
        });
        app.docRegistry.addWidgetExtension("Notebook", {
          createNew(panel, context) {
            open(tools, app, panel, context);
          },
        });
      };
      const plugin = { id: `${NAME}:plugin`, autoStart: true, activate };
      return () => ({ __esModule: true, default: plugin });
    },
  };
})();
