import type { LoggedCall } from "@/http/call-log";

/** Quotes a text for a POSIX shell. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** Returns a curl command that repeats a call. The shell replaces the variable `KEY` with the key. */
export function toCurlCommand({ method, url, body }: LoggedCall): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quote(url)}`,
    `-H "Authorization: Bearer $KEY"`,
    `-H 'Accept: application/json'`,
  ];
  if (body) lines.push(`-H 'Content-Type: application/json'`, `--data-raw ${quote(body)}`);
  return lines.join(" \\\n  ");
}
