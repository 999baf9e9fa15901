/** The choices, and what the record was served with although this version does not know it. */
export function includeUnknownOption(options: readonly string[], servedOption: string): readonly string[] {
  return options.includes(servedOption) ? options : [...options, servedOption];
}
