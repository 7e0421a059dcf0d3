/** Which page this address is. */

import { Notices } from "../ui/notice";
import { place } from "../ui/router";
import { language } from "../words/i18n";
import { HomePage } from "./Home";
import { TablePage } from "./Table";

export function App() {
  return (
    <div key={language.value}>
      <Page />
      <Notices />
    </div>
  );
}

function Page() {
  const address = new URL(place.value, location.origin);
  const [, kind, id = ""] = address.pathname.split("/");
  if (kind === "t") return <TablePage key={id} id={id} />;
  return <HomePage />;
}
