/** dnup at a glance: three of its cards, fanned. Fills its box. */

import "./picture.css";
import { CardFace } from "./Card";

export function Picture() {
  return (
    <div class="dn-picture" aria-hidden="true">
      {["3/8", "10/2", "7/4"].map((card) => (
        <CardFace key={card} card={card} />
      ))}
    </div>
  );
}
