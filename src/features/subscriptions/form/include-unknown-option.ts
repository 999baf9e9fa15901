/** Adds the record's current value when it isn't among the options. */
export function includeUnknownOption(options: readonly string[], servedOption: string): readonly string[] {
  return options.includes(servedOption) ? options : [...options, servedOption];
}
