// What the pages do beyond standing there: remember choices, filter, move the map, copy.
"use strict";
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const given = new URLSearchParams(location.search);
  const choices = ["lang", "theme"];
  const chosen = {};

  const recall = (name) => {
    try { return given.get(name) || localStorage.getItem(`atensi-${name}`); } catch { return given.get(name); }
  };
  const keep = (name, value) => {
    try { localStorage.setItem(`atensi-${name}`, value); } catch { /* the address carries it */ }
  };
  const choose = (name, value) => {
    const input = document.getElementById(`${name}-${value}`);
    if (!input) return;
    input.checked = true;
    chosen[name] = value;
    keep(name, value);
    if (name === "lang") speak(value);
  };
  const speak = (lang) => {
    document.documentElement.lang = lang;
    for (const each of all(`[data-text-${lang}]`)) each.textContent = each.getAttribute(`data-text-${lang}`);
  };

  for (const name of choices) {
    const value = recall(name);
    if (value) choose(name, value);
    for (const input of all(`input[name=${name}]`))
      input.addEventListener("change", () => choose(name, input.value));
  }
  // Some browsers keep nothing between pages opened from disk: links carry the choice along.
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest("a[href]");
    if (!link || location.protocol !== "file:") return;
    const href = link.href.baseVal ?? link.getAttribute("href");
    if (href.startsWith("#") || /^[a-z]+:/.test(href) || !/\.html/.test(href)) return;
    const to = new URL(href, location.href);
    for (const name of choices) if (chosen[name]) to.searchParams.set(name, chosen[name]);
    link.setAttribute("href", to.href);
  }, true);

  document.addEventListener("DOMContentLoaded", () => {
    if (chosen.lang) speak(chosen.lang);
    filters();
    map();
    scrollers();
    copying();
  });

  function filters() {
    const form = document.getElementById("filters");
    if (!form) return;
    const plain = (text) => text.toLowerCase().replaceAll("_", "").replaceAll("\u2212", "-");
    const rows = all("#table tr[data-verdict]").map((row) => ({ row, text: plain(row.textContent) }));
    const fits = {
      verdict: (row, value) => row.dataset.verdict === value,
      chapter: (row, value) => row.dataset.chapter === value,
      document: (row, value) => row.dataset.document.split(" ").includes(value),
      evidence: (row, value) => row.dataset.evidence.split("|").includes(value),
    };
    const apply = () => {
      const words = plain(form.words.value).split(/\s+/).filter(Boolean);
      let found = 0;
      for (const { row, text } of rows) {
        const shows = words.every((word) => text.includes(word)) &&
          Object.entries(fits).every(([name, test]) => !form[name].value || test(row, form[name].value));
        row.hidden = !shows;
        found += shows;
      }
      for (const body of all("#table tbody"))
        body.hidden = !all("tr[data-verdict]", body).some((row) => !row.hidden);
      document.getElementById("found").textContent = found;
      document.getElementById("none").hidden = found > 0;
    };
    for (const name of [...Object.keys(fits), "words"]) if (given.get(name)) form[name].value = given.get(name);
    form.hidden = false;
    for (const name of ["input", "change"]) form.addEventListener(name, apply);
    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("reset", () => setTimeout(apply));
    addEventListener("keydown", (event) => {
      if (event.key !== "/" || /input|select|textarea/i.test(event.target.tagName)) return;
      event.preventDefault();
      form.words.focus();
    });
    apply();
    if (location.hash) document.getElementById(location.hash.slice(1))?.scrollIntoView();
  }

  function map() {
    const place = document.getElementById("map");
    if (!place) return;
    const svg = place.querySelector("svg");
    const whole = svg.getAttribute("viewBox").split(" ").map(Number);
    let box = [...whole], drag = null, moved = false;
    const show = () => svg.setAttribute("viewBox", box.map((each) => each.toFixed(1)).join(" "));
    const scale = () => Math.max(box[2] / svg.clientWidth, box[3] / svg.clientHeight);
    const zoom = (factor, x = box[0] + box[2] / 2, y = box[1] + box[3] / 2) => {
      const width = Math.min(whole[2] * 1.5, Math.max(200, box[2] * factor)), by = width / box[2];
      box = [x - (x - box[0]) * by, y - (y - box[1]) * by, width, box[3] * by];
      show();
    };
    const at = (event) => {
      const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return [point.x, point.y];
    };
    const steps = { in: () => zoom(0.7), out: () => zoom(1 / 0.7), all: () => { box = [...whole]; show(); } };
    place.classList.add("live");
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    document.getElementById("map-tools").hidden = false;
    for (const button of all("[data-zoom]")) button.addEventListener("click", steps[button.dataset.zoom]);
    document.getElementById("map-chapter").addEventListener("change", (event) => {
      box = event.target.value ? event.target.value.split(" ").map(Number) : [...whole];
      show();
    });
    place.addEventListener("wheel", (event) => {
      event.preventDefault();
      zoom(Math.exp(event.deltaY / 500), ...at(event));
    }, { passive: false });
    const fingers = new Map();
    place.addEventListener("pointerdown", (event) => {
      fingers.set(event.pointerId, event);
      drag = event; moved = false;
    });
    place.addEventListener("pointermove", (event) => {
      if (!fingers.has(event.pointerId)) return;
      const last = fingers.get(event.pointerId);
      if (fingers.size === 2) {
        const other = [...fingers.values()].find((each) => each.pointerId !== event.pointerId);
        const apart = (one) => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);
        zoom(apart(last) / Math.max(1, apart(event)), ...at(event));
        moved = true;
      } else {
        if (Math.hypot(event.clientX - drag.clientX, event.clientY - drag.clientY) > 4) moved = true;
        box[0] -= (event.clientX - last.clientX) * scale();
        box[1] -= (event.clientY - last.clientY) * scale();
        show();
      }
      fingers.set(event.pointerId, event);
    });
    for (const name of ["pointerup", "pointercancel", "pointerleave"])
      place.addEventListener(name, (event) => fingers.delete(event.pointerId));
    place.addEventListener("dragstart", (event) => event.preventDefault());
    place.addEventListener("click", (event) => { if (moved) { event.preventDefault(); event.stopPropagation(); } }, true);
    place.addEventListener("keydown", (event) => {
      const far = box[2] / 10;
      const move = { ArrowLeft: [-far, 0], ArrowRight: [far, 0], ArrowUp: [0, -far], ArrowDown: [0, far] }[event.key];
      const step = { "+": "in", "=": "in", "-": "out", "0": "all" }[event.key];
      if (!move && !step) return;
      event.preventDefault();
      if (step) return steps[step]();
      box[0] += move[0]; box[1] += move[1];
      show();
    });
    const near = (id) => {
      place.classList.toggle("busy", Boolean(id));
      const ids = new Set([id]);
      for (const edge of all(".edges path", svg)) {
        const touches = edge.dataset.from === id || edge.dataset.to === id;
        edge.classList.toggle("near", touches);
        if (touches) ids.add(edge.dataset.from).add(edge.dataset.to);
      }
      for (const node of all("a", svg)) node.classList.toggle("near", ids.has(node.dataset.claim));
    };
    for (const node of all("a", svg)) {
      node.addEventListener("pointerenter", () => near(node.dataset.claim));
      node.addEventListener("pointerleave", () => near(null));
      node.addEventListener("focus", () => {
        near(node.dataset.claim);
        const [, x, y] = node.querySelector("g").getAttribute("transform").match(/([\d.-]+) ([\d.-]+)/).map(Number);
        if (node.matches(":focus-visible") && (x < box[0] || y < box[1] || x > box[0] + box[2] || y > box[1] + box[3])) {
          box[0] = x - box[2] / 2; box[1] = y - box[3] / 2;
          show();
        }
      });
      node.addEventListener("blur", () => near(null));
    }
  }

  function scrollers() { // what scrolls sideways must be reachable by keyboard
    const look = () => {
      for (const each of all("pre, .display, .scroll")) {
        if (each.scrollWidth <= each.clientWidth + 1) each.removeAttribute("tabindex");
        else each.tabIndex = 0;
      }
    };
    look();
    addEventListener("resize", look);
    document.addEventListener("toggle", look, true);
    document.fonts?.ready.then(look);
  }

  function copying() {
    if (!navigator.clipboard) return;
    for (const block of all("pre[data-copy]")) {
      const button = document.createElement("button");
      button.type = "button";
      button.className = "copy";
      const say = (name) => button.replaceChildren(document.getElementById(name).content.cloneNode(true));
      say("copy");
      button.addEventListener("click", () => navigator.clipboard.writeText(block.textContent).then(() => {
        say("copied");
        setTimeout(() => say("copy"), 2000);
      }));
      block.before(button);
    }
  }
})();
