import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";

async function clearMemory(): Promise<void> {
  setFlagsFromString("--expose_gc");
  const collect: () => void = runInNewContext("gc");
  for (let times = 0; times < 5; times += 1) {
    collect();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

it("aborts a request that isn't referenced anymore", async () => {
  const stop = new AbortController();
  const abortedUrls: string[] = [];
  function ask(): void {
    const request = new Request("https://api.example/", { signal: stop.signal });
    request.signal.addEventListener("abort", () => abortedUrls.push(request.url));
  }
  ask();
  await clearMemory();
  stop.abort();
  expect(abortedUrls).toEqual(["https://api.example/"]);
});
