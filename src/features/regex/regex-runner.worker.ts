import { runRegexTask } from "./run-regex-task";
import type { RegexTask } from "./trial-messages";

// Patterns run in a worker, because the page can terminate it.
self.addEventListener("message", ({ data }: MessageEvent<RegexTask>) => {
  runRegexTask(data, (message) => self.postMessage(message));
});
