import { afterEach, beforeEach, expect, it, vi } from "vitest";
import {
  copyText,
  showWord,
} from "../../../../../build/generator/pages/explorer/browser/copy-text.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a copy button has its own label again after two quick clicks", () => {
  const button = { textContent: "Copy address" };
  showWord(button, "Copied");
  vi.advanceTimersByTime(1_000);
  showWord(button, "Copied");
  expect(button.textContent).toBe("Copied");
  vi.advanceTimersByTime(5_000);
  expect(button.textContent).toBe("Copy address");
});

it("a copy fails as a promise where the browser has no clipboard, as over plain HTTP", async () => {
  vi.stubGlobal("navigator", {});
  await expect(copyText("words")).rejects.toThrow(TypeError);
});
