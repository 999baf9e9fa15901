export interface TestCounts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

export interface TestTime {
  readonly name: string;
  readonly ms: number;
}

export function countTests(reports: readonly unknown[]): TestCounts;
export function slowestTests(reports: readonly unknown[], count: number, root: string): readonly TestTime[];
