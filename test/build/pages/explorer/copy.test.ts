import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { connectCopyButtons } from "../../../../build/pages/explorer/browser/copy.ts";

/** As much of an element as the copy buttons ask of one. */
class FakeButton {
  textContent = "Copy address";
  dataset = { copy: "https://example.org/feed" };

  closest(): this {
    return this;
  }
}

/** A click on the button, as `connectCopyButtons` hears it. */
function connect(): (button: FakeButton) => Promise<void> {
  const listeners: ((event: { target: unknown }) => void)[] = [];
  vi.stubGlobal("Element", FakeButton);
  vi.stubGlobal("document", {
    addEventListener: (_: string, listener: (event: { target: unknown }) => void) =>
      listeners.push(listener),
  });
  connectCopyButtons();
  return async (button) => {
    for (const listener of listeners) listener({ target: button });
    await vi.advanceTimersByTimeAsync(0);
  };
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

it("a copy button has its own label again after two quick clicks", async () => {
  vi.stubGlobal("navigator", { clipboard: { writeText: async () => {} } });
  const click = connect();
  const button = new FakeButton();
  await click(button);
  await vi.advanceTimersByTimeAsync(1_000);
  await click(button);
  expect(button.textContent).toBe("Copied");
  await vi.advanceTimersByTimeAsync(5_000);
  expect(button.textContent).toBe("Copy address");
});

it("a copy button says so where the browser has no clipboard, as over plain HTTP", async () => {
  vi.stubGlobal("navigator", {});
  const click = connect();
  const button = new FakeButton();
  await click(button);
  expect(button.textContent).toBe("Not allowed");
});
