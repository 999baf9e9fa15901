import type { Problem } from "@/lib/text/problem";

/** A failure that the kit shows in several places. */
export const UNREACHABLE_PROBLEM: Problem = {
  title: "The server could not be reached",
  detail: "eu.example.com did not answer within 20 seconds. Check the connection and try again.",
  canRetry: true,
};
