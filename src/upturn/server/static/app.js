/* Which page this address is, and what all pages share. */

import { get, me, post } from "./api.js";
import { dealPage } from "./deal.js";
import { button, h, notice, trying } from "./dom.js";
import { homePage } from "./home.js";
import { tablePage } from "./table.js";
import { words } from "./words.js";

async function route(main) {
  const [, kind, id] = location.pathname.split("/");
  if (kind === "t") {
    const ply = new URLSearchParams(location.search).get("ply");
    return tablePage(main, id, ply === null ? null : Number(ply));
  }
  if (kind === "j") {
    const { table } = await get(`/api/codes/${encodeURIComponent(id)}`);
    return location.replace(`/t/${table}`);
  }
  if (kind === "link") return linkPage(main, id);
  return kind === "deals" ? dealPage(main, id) : homePage(main);
}

/** The other end of "take me to my phone": asked first, since a link can be used but once. */
function linkPage(main, token) {
  const use = () => trying(async () => { await post("/api/link", { token }); location.assign("/"); });
  main.replaceChildren(h("h1", words.link.title), h("p", words.link.line), button(words.link.button, use, { main: true }));
}

const main = document.getElementById("main");
me().then((person) => { document.getElementById("who").textContent = person ? words.me.named(person.name) : ""; }, () => {});
route(main).catch((problem) => {
  main.replaceChildren();
  notice(problem.message, true);
});
