/* Elements, and putting them on the page without taking the keyboard's place away. */

/** h("button.main", { onclick }, "Play", …): an element with classes, properties and children. */
export function h(name, ...rest) {
  const [tag, ...classes] = name.split(".");
  const element = document.createElement(tag || "div");
  if (classes.length) element.className = classes.join(" ");
  const given = rest[0] && Object.getPrototypeOf(rest[0]) === Object.prototype ? rest.shift() : {};
  for (const [key, value] of Object.entries(given)) {
    if (value === undefined || value === null || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (key === "value" || key === "checked") element[key] = value;
    else element.setAttribute(key, value === true ? "" : value);
  }
  element.append(...rest.flat(Infinity).filter((child) => child || child === 0));
  return element;
}

export const button = (label, onclick, more = {}) =>
  h(more.main ? "button.main" : "button", { type: "button", ...more, main: null, onclick }, label);

export const unseen = (text) => h("span.unseen", text);

/** A choice; `options` are [value, label] pairs. */
export const select = (options, value, more = {}) => {
  const made = h("select", more, options.map(([code, label]) => h("option", { value: code }, label)));
  if (value !== undefined && value !== null) made.value = value;
  return made;
};

export const labelled = (text, field, note) =>
  h("label.field", h("span", text), field, note && h("small", note));

export const section = (title, ...children) => h("section", h("h2", title), children);

/** What is there but not in the way. */
export const folded = (title, ...children) => h("details", h("summary", title), children);

export const table = (heads, rows) =>
  h(".scroll", { tabindex: 0, role: "group" },
    h("table", h("thead", h("tr", heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", rows.map((row) => h("tr", row.map((cell) => h("td", cell)))))));

/** Let a place show this. What looks the same stays untouched; else what was typed and unfolded
 * stays so, and who was at a button is at the same one again, or at the heading if it is gone. */
export function show(place, ...children) {
  const next = h("div", children);
  if (next.innerHTML === place.innerHTML) return;
  const active = place.contains(document.activeElement) ? document.activeElement : null;
  const open = new Set([...place.querySelectorAll("details[open] > summary")].map(name));
  const typed = new Map([...place.querySelectorAll("input[id]")].map((field) => [field.id, field.value]));
  place.replaceChildren(...next.childNodes);
  for (const summary of place.querySelectorAll("summary")) if (open.has(name(summary))) summary.parentElement.open = true;
  for (const field of place.querySelectorAll("input[id]:not([type=range])")) field.value = typed.get(field.id) ?? field.value;
  if (!active) return;
  const same = [...place.querySelectorAll("button, select, input, summary, a")].find((one) => name(one) === name(active));
  const heading = place.querySelector("h1, h2, h3");
  if (same && !same.disabled) same.focus();
  else if (heading) { heading.tabIndex = -1; heading.focus(); }
}

const name = (element) =>
  element.id || `${element.tagName} ${element.getAttribute("aria-label") ?? element.textContent}`;

/** Say it to who cannot see it, after what is still being said. */
export function announce(text) {
  const place = document.getElementById("announce");
  place.append(h("p", text));
  while (place.childElementCount > 8) place.firstChild.remove();
}

/** Do something that the server may refuse; why is said above the page. */
export const trying = async (deed) => {
  try { return await deed(); } catch (problem) { return notice(problem.message, true); }
};

/** 1, 2, … up to this. */
export const upTo = (last) => Array.from({ length: last }, (_, index) => index + 1);

/** A line above the page; nothing takes it away. */
export function notice(text, bad = false) {
  const place = document.getElementById("notice");
  place.hidden = !text;
  place.textContent = text ?? "";
  place.classList.toggle("bad", bad);
}
