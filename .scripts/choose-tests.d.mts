export interface TestFile {
  readonly path: string;
  readonly source: string;
}

export interface ChosenTests {
  readonly paths: readonly string[];
  readonly title?: string;
}

export function escapeRegex(text: string): string;
export function chooseTests(words: readonly string[], files: readonly TestFile[]): ChosenTests | undefined;
export function kindOfTest(path: string): "unit" | "build" | "browser";
export function readTestFiles(): readonly TestFile[];
