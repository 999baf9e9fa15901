import type { Problem } from "@/lib/text/problem";

/** Nothing was sent, because the user has to decide first. */
export class SaveInterruption extends Error {
  override readonly name = "SaveInterruption";

  constructor(readonly problem: Problem) {
    super(problem.title);
  }
}
