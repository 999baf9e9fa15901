export interface Step {
  readonly name: string;
  readonly run: () => unknown;
  readonly needs?: readonly string[];
  readonly isWaiting?: boolean;
}

export interface StepResult {
  readonly name: string;
  readonly ms: number;
  readonly error: unknown;
}

export function runSteps(
  steps: readonly Step[],
  options?: { readonly limit?: number; readonly write?: (text: string) => void },
): Promise<readonly StepResult[]>;
