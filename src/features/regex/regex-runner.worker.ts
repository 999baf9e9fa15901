import { runRegexTask } from "./run-regex-task";
import type { RegexTask } from "./trial-messages";

// Not part of the page: what runs here can be ended from there, and reaches nothing but these messages.
self.addEventListener("message", ({ data }: MessageEvent<RegexTask>) => {
  runRegexTask(data, (message) => self.postMessage(message));
});
