/** The bar over every page but the table's, which has its own. */

import { Icon } from "../ui/icons";
import { Link } from "../ui/router";
import { t } from "../words/i18n";
import { LanguageSelect, SettingsMenu } from "./Settings";
import { who } from "./who";
import "./header.css";

/** A card turned up, with a U that turns upwards. */
export function Mark({ size = 34 }: { size?: number }) {
  return (
    <svg class="mark" width={size} height={size} viewBox="0 0 48 48" aria-hidden="true">
      <rect class="mark-under" x="7" y="8" width="26" height="34" rx="5" transform="rotate(-11 20 25)" />
      <rect class="mark-card" x="14" y="6" width="28" height="36" rx="5.5" transform="rotate(6 28 24)" />
      <path class="mark-turn" d="M20.7 15.6l-1 9.6a6.9 6.9 0 0 0 13.8 1.5l.9-9M30.1 20.5l4.4-4.8 3.3 5.6" />
    </svg>
  );
}

export function Header({ home }: { home: boolean }) {
  const person = who.value;
  return (
    <header class="header">
      <Link to="/" class="header-brand" {...(home && { "aria-current": "page" as const })}>
        <Mark />
        <span>Upturn</span>
      </Link>
      <div class="header-right">
        <div class="header-language">
          <Icon name="globe" size={18} />
          <LanguageSelect label={t("Language")} />
        </div>
        {person && (
          <Link to="/me" class="header-who" title={t("Signed in as {name}", { name: person.name })}>
            <span class="header-face" aria-hidden="true">
              {[...person.name][0]}
            </span>
            <span class="header-name">{person.name}</span>
          </Link>
        )}
        <SettingsMenu />
      </div>
    </header>
  );
}
