export function includeUnknownOption(options: readonly string[], servedOption: string): readonly string[] {
  return options.includes(servedOption) ? options : [...options, servedOption];
}
