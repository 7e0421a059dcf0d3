/** Every test knows the sentences of refusals, which the page loads when it first needs them. */

import { FACES } from "../src/games";
import { sentencesLoaded } from "../src/words/reasons";

await sentencesLoaded(...Object.keys(FACES));
