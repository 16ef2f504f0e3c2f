import { isOfficial } from "../../../core/game/words.ts";

const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/** `2026-10-06` and the patch `2026-10-06-b` as `6 Oct 2026`, and `2026-10` as `Oct 2026`. */
export function shortDate(date: string): string {
  const [year, month, day] = date.split("-");
  const rest = `${MONTHS[Number(month) - 1]} ${year}`;
  return day === undefined ? rest : `${Number(day)} ${rest}`;
}

/** `1 hero`, `54 heroes`, `1,000 changes`. */
export function count(amount: number, one: string, many = `${one}s`): string {
  return `${amount.toLocaleString("en")} ${amount === 1 ? one : many}`;
}

/** The fields that most readers compare, first on `/values`. */
export const COMMON_VALUES = [
  "health",
  "cooldown",
  "damage",
  "healing",
  "healingPerSecond",
  "duration",
  "range",
  "ammo",
  "reloadTime",
  "ultimateCost",
];

/** `damage` as `Damage`, `mid-season` as `Mid-season`. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

const GITHUB = /^https:\/\/github\.com\/([^/]+\/[^/]+)\/(?:blob|tree)\/[^/]+\/(.+)$/;

/**
 * `owner/name: folder/file` for a file on GitHub. Other addresses are shown without protocol.
 */
export function nameOfSource(url: string): string {
  const [, repository, path = ""] = GITHUB.exec(url) ?? [];
  const name = repository && `${repository}: ${path.split("/").slice(-2).join("/")}`;
  return (name ?? withoutProtocol(url)).replaceAll("%20", " ");
}

/** `owner/name` for a file on GitHub, and `official notes` for those of the publisher. */
export function shortSource(url: string): string {
  if (isOfficial(url) && url.includes("notes")) return "official notes";
  return GITHUB.exec(url)?.[1] ?? withoutProtocol(url);
}

function withoutProtocol(url: string): string {
  return url.replace(/^https?:\/\//, "");
}
