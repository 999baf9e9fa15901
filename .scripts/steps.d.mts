export const root: string;
export class StepError extends Error {}
export function say(line: string): void;
export function run(
  command: string,
  args: readonly string[],
  options?: { readonly env?: Readonly<Record<string, string>>; readonly label?: string },
): Promise<void>;
