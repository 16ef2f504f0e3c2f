import { createInterface } from "node:readline";
import { UrlSchema } from "../../core/schema/values.ts";
import { InputError, InterruptedError, terminal, UsageError } from "./terminal.ts";

/** Asks the person at the terminal, one line after another. */
export type Prompt = {
  /** Whether a person is there and may be asked. */
  canAsk: boolean;
  /** The answer, trimmed. It is asked again until `isValid`. */
  ask: (question: string, isValid?: (answer: string) => boolean) => Promise<string>;
  /** Throws `InputError` after a no. */
  confirm: (question: string) => Promise<void>;
};

/**
 * Runs `use` with a prompt, which is not used where `isAnswered` (`--yes`). Asking throws
 * `InterruptedError` after Ctrl+C or Ctrl+D.
 */
export async function withPrompt(
  isAnswered: boolean | undefined,
  use: (prompt: Prompt) => Promise<void>,
): Promise<void> {
  const { stdin, stderr } = terminal();
  if (isAnswered || stdin.isTTY !== true)
    return await use({ canAsk: false, ask: noTerminal, confirm: isAnswered ? agree : noTerminal });

  const lines = createInterface({ input: stdin, output: stderr });
  const answers = lines[Symbol.asyncIterator]();
  const ask: Prompt["ask"] = async (question, isValid = () => true) => {
    lines.setPrompt(question);
    for (;;) {
      lines.prompt();
      const { value, done } = await answers.next();
      if (done) throw new InterruptedError("\nnothing was written");
      if (isValid(value.trim())) return value.trim();
    }
  };
  const confirm = async (question: string) => {
    if (!/^y(es)?$/i.test(await ask(`${question} [y/N] `)))
      throw new InputError("nothing was written");
  };
  try {
    await use({ canAsk: true, ask, confirm });
  } finally {
    lines.close();
  }
}

/** Asks for an address; undefined where nobody can be asked, or nobody has one. */
export async function askForAddress({ canAsk, ask }: Prompt, question: string) {
  if (!canAsk) return undefined;
  const isUrl = (answer: string) => answer === "" || UrlSchema.safeParse(answer).success;
  return (await ask(question, isUrl)) || undefined;
}

async function agree(): Promise<void> {}

async function noTerminal(): Promise<never> {
  throw new UsageError(
    "error: standard input is not a terminal; use --yes to write without confirmation",
  );
}
