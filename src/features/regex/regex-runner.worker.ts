import { runRegexTask } from "./run-regex-task";
import type { RegexTask } from "./trial-messages";

// Patterns run here because the page can terminate a worker, but not its own thread.
self.addEventListener("message", ({ data }: MessageEvent<RegexTask>) => {
  runRegexTask(data, (message) => self.postMessage(message));
});
