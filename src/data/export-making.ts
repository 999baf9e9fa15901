import type { ExportCreation, ExportedAsset } from "@/contract/exports";
import type { Problem } from "@/lib/problem";
import type { Api } from "./api-context";

/**
 * `waiting`: not sent yet. `sending`: its answer is awaited, at once or for minutes. `made`: see `record`. `refused`:
 * clearly not made, see `problem`. `unknown`: it may have been made, see `problem`.
 */
export type MakingState = "waiting" | "sending" | "made" | "refused" | "unknown";

/** The creation of one export. It lives on when its page is left; a new object after every change. */
export interface Making {
  readonly id: string;
  readonly api: Api;
  readonly body: ExportCreation;
  /** When it was asked for, in ms since 1970. */
  readonly startedAt: number;
  readonly state: MakingState;
  /** What the server has made; null before it says so. */
  readonly record: ExportedAsset | null;
  /** Why it is refused or unknown. */
  readonly problem: Problem | null;
}
