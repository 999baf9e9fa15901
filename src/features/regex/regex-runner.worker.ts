import { runTrial } from "./run-regex-task";
import type { TrialTask } from "./trial-messages";

// Not part of the page: what runs here can be ended from there, and reaches nothing but these messages.
self.addEventListener("message", ({ data }: MessageEvent<TrialTask>) => {
  runTrial(data, (news) => self.postMessage(news));
});
