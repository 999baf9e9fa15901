/** The choices, and what the record was served with although this version does not know it. */
export function withServed(known: readonly string[], served: string): readonly string[] {
  return known.includes(served) ? known : [...known, served];
}
