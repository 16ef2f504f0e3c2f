/** The exit codes of the program; 0 is done. */
export const EXIT = { inputAtFault: 1, wrongUsage: 2 } as const;

/** The input is at fault. The message is what the person reads; for machines it is JSON on standard output. */
export class InputError extends Error {
  readonly isForMachines: boolean;

  constructor(message: string, isForMachines = false) {
    super(message);
    this.isForMachines = isForMachines;
  }
}

/** The command line is at fault. */
export class UsageError extends Error {}

/** What the command is asked for. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** For the person, beside what another program may read. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** Tells the person, or the machine, what is wrong with the input. */
export function tellInputError({ message, isForMachines }: InputError): void {
  if (isForMachines) print(message);
  else note(message);
}

/** `1,767`: the same on every machine. The first use of Intl would take 15 ms. */
export function count(number: number): string {
  return String(number).replace(/\B(?=(\d{3})+$)/g, ",");
}
