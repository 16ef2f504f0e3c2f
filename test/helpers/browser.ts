import type { Browser, Page } from "playwright-core";
import { onTestFinished } from "vitest";
import { isChromiumThere } from "./chromium.ts";

/** Without a browser its tests are skipped; on CI they fail. */
export const hasNoBrowser = !isChromiumThere() && process.env["CI"] !== "true";

export type PageOptions = Parameters<Browser["newContext"]>[0];

/**
 * A page with what went wrong in it: errors and warnings of the console, and requests to another
 * origin than `url`.
 */
export async function openPage(
  browser: Browser,
  url: string,
  options: PageOptions = {},
): Promise<{ page: Page; faults: string[] }> {
  const context = await browser.newContext(options);
  onTestFinished(() => context.close());
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") faults.push(message.text());
  });
  page.on("pageerror", ({ message }) => faults.push(message));
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(url).origin)
      faults.push(request.url());
  });
  await page.goto(url);
  return { page, faults };
}
