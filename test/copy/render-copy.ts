/**
 * Renders messages as readable text, with a heading per function and a line per message. Objects become "title: … |
 * detail: …".
 */
export function renderCopy(sections: Readonly<Record<string, readonly unknown[]>>): string {
  return Object.entries(sections)
    .map(([heading, messages]) => [`# ${heading}`, ...messages.map(formatMessage), ""].join("\n"))
    .join("\n");
}

function formatMessage(message: unknown): string {
  if (message === undefined || message === null || message === "") return "(nothing)";
  if (typeof message !== "object") return String(message);
  if (Array.isArray(message)) return message.map(formatMessage).join(" | ");
  return Object.entries(message)
    .filter(([, value]) => typeof value === "string" || Array.isArray(value) || typeof value === "object")
    .map(([key, value]) => `${key}: ${formatMessage(value)}`)
    .join(" | ");
}
