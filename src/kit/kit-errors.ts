import type { Problem } from "@/lib/text/problem";

export const UNREACHABLE_PROBLEM: Problem = {
  title: "Couldn't reach the server",
  detail: "No response from eu.example.com within 20 seconds. Check your connection and try again.",
  canRetry: true,
};
