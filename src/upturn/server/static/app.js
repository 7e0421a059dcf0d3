/* Which page this address is, and what all pages share. */

import { get, me } from "./api.js";
import { dealPage } from "./deal.js";
import { notice } from "./dom.js";
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
  return kind === "deals" ? dealPage(main, id) : homePage(main);
}

const main = document.getElementById("main");
me().then((person) => { document.getElementById("who").textContent = person ? words.me.named(person.name) : ""; }, () => {});
route(main).catch((problem) => {
  main.replaceChildren();
  notice(problem.message, true);
});
