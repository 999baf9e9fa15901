import { runRegexTask } from "./run-regex-task";
import type { RegexTask } from "./trial-messages";

// The page can terminate this worker at any time.
self.addEventListener("message", ({ data }: MessageEvent<RegexTask>) => {
  runRegexTask(data, (message) => self.postMessage(message));
});
