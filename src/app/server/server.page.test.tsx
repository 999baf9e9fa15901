import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { toCurlCommand } from "./server.page";

/** Returns the arguments that curl gets from a shell. */
function runInShell(command: string): readonly string[] {
  const script = `curl() { for argument in "$@"; do printf '%s\\0' "$argument"; done; }\n${command}`;
  const output = execFileSync("sh", ["-c", script], { env: { KEY: "phx_mine" }, encoding: "utf8" });
  return output.split("\0").slice(0, -1);
}

const call = {
  id: 1,
  endpoint: "things.get",
  startedAt: 0,
  method: "GET",
  url: "https://a.example/api/?search=a+b&limit=1",
};

const HEADERS = ["-H", "Authorization: Bearer phx_mine", "-H", "Accept: application/json"];

it("reads with the key of the shell", () => {
  expect(runInShell(toCurlCommand(call))).toEqual([call.url, ...HEADERS]);
});

it("sends the body of a change as it is, whatever it contains", () => {
  const body = JSON.stringify({ title: 'Ana\'s $(reboot) `reboot` "week" \\ !\nEnd' });
  const sent = ["-H", "Content-Type: application/json", "--data-raw", body];
  expect(runInShell(toCurlCommand({ ...call, method: "PATCH", body }))).toEqual([
    "-X",
    "PATCH",
    call.url,
    ...HEADERS,
    ...sent,
  ]);
});
