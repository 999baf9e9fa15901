/** Help below the source field. @param refusal why there are no names */
export function sourceFieldHelp(kind: "dashboard" | "insight", refusal: "scope" | "endpoint" | null): string {
  switch (refusal) {
    case null:
      return "Type a name or ID, or paste a link.";
    case "scope":
      return `Add the scope ${kind}:read to the API key to see names.`;
    case "endpoint":
      return `This server has no names. Find the ID in the ${kind}'s URL.`;
  }
}
