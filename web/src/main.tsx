/** The page begins: words, settings, and the page that this address is. */

import "@fontsource-variable/figtree/wght.css";
import "@fontsource-variable/fraunces/wght.css";
import "./styles/tokens.css";
import "./styles/base.css";

import { render } from "preact";
import { App } from "./pages/App";
import { beginPrefs } from "./store/prefs";
import { begin } from "./words/i18n";

beginPrefs();
await begin();
const root = document.getElementById("app");
if (root) render(<App />, root);
