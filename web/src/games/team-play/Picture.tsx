/** Team Play on the landing page: two hands of cards that meet over a mission. */

import { CardFace } from "./Card";
import { MissionDrawing } from "./Mission";
import { NUMBERS, type Requirement } from "./missions";
import "./picture.css";

const RUN: Requirement = { kind: "run", colour: "red", pools: [NUMBERS], length: 5 };
const FIT = ["r2", "r3", "r4", "r5", null].map((card) => ({ card, number: 6 }));

export function Picture() {
  return (
    <div class="tp-picture" aria-hidden="true">
      <div class="tp-picture-hand">
        {["r2", "r3", "b7"].map((card) => (
          <CardFace key={card} card={card} />
        ))}
      </div>
      <div class="tp-picture-mission tp-mission tp-full">
        <b class="tp-points">6</b>
        <MissionDrawing asked={RUN} fit={FIT} />
      </div>
      <div class="tp-picture-hand tp-picture-other">
        {["r4", "b1", "r5"].map((card) => (
          <CardFace key={card} card={card} />
        ))}
      </div>
    </div>
  );
}
