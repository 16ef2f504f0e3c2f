import { connectCopyButtons, rememberLanguage } from "./copy.ts";
import { followLinksOnDisk } from "./disk-links.ts";
import { connectHeroPage } from "./hero-page.ts";
import { markSection } from "./in-page.ts";
import { followRedirect } from "./redirect.ts";
import { connectSearchBox } from "./search-box.ts";
import { connectThemeButton } from "./theme-button.ts";

connectSearchBox();
connectThemeButton();
connectCopyButtons();
rememberLanguage();
followLinksOnDisk();
followRedirect();
markSection();
connectHeroPage();
