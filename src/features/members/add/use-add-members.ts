import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useApi } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { refreshCollections } from "@/data/collection/use-collection";
import { type JournalEntry, newEntryId } from "@/data/journal/journal-entry";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { addMemberRecorded } from "@/data/members/member-changes";
import { memberScope } from "@/data/members/members";
import { HttpError } from "@/http/errors";
import { plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { useHasLeft } from "@/ui/hooks/use-is-unmounted-route";
import type { Newcomer } from "./parse-people";

/** Somebody who was added, and the journal's entry of it. */
export interface AddedMember extends Newcomer {
  readonly entry: JournalEntry;
}

/** What became of people who were to be added. */
export interface AddOutcome {
  readonly added: readonly AddedMember[];
  /** Why each of the others was not, by what was typed. */
  readonly refused: ReadonlyMap<string, string>;
  /** What every further request would have met: the rest was not sent. */
  readonly problem: Problem | null;
  /** Who may have been added all the same: no answer came, or none that says. */
  readonly unclear: Newcomer | null;
  /** Whether anybody was refused, or may have been, be it that the app itself says why. */
  readonly hasFailed: boolean;
  /** The form was left meanwhile: the rest was not sent. */
  readonly isLeft: boolean;
}

/** Whether a refusal is about this one person: the next may be added all the same. */
function isAboutPerson(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.missingScope !== null) return false;
  if (error.status === 403) return !NOBODY_AT_ALL.test(error.detail ?? "");
  return error.status === 400 || error.status === 409;
}

/** What a server says to whoever may add nobody (upstream-facts, Everywhere and Explicit members). */
const NOBODY_AT_ALL = /personal api key|access to the (requested )?project|sufficient permissions/i;

/** Adds people one after the other, each with an outcome of its own; several are one batch of the journal. */
export function useAddMembers() {
  const api = useApi();
  const queries = useQueryClient();
  const [isSending, setIsSending] = useState(false);
  const hasLeft = useHasLeft();

  async function add(newcomers: readonly Newcomer[], level: number): Promise<AddOutcome> {
    setIsSending(true);
    const label = `Add ${plural(newcomers.length, "member", "members")}`;
    const origin = newcomers.length > 1 ? { batch: { id: newEntryId(), label } } : {};
    const added: AddedMember[] = [];
    const refused = new Map<string, string>();
    let problem: Problem | null = null;
    let unclear: Newcomer | null = null;
    let isBrokenOff = false;
    for (const newcomer of newcomers) {
      if (hasLeft()) break;
      try {
        const { entry } = await addMemberRecorded(
          queries,
          api,
          { user_uuid: newcomer.uuid, level, name: newcomer.name },
          origin,
        );
        added.push({ ...newcomer, entry });
      } catch (error) {
        const failure = describeFailure(api.client, error);
        if (failure !== null && isAboutPerson(error)) {
          refused.set(newcomer.text, wordsOf(newcomer, error, failure));
          continue;
        }
        problem = failure;
        if (isOutcomeUnknown(error)) unclear = newcomer;
        isBrokenOff = true;
        break;
      }
    }
    setIsSending(false);
    // Somebody may have been added without an answer, or by others: the list tells.
    if (isBrokenOff || refused.size > 0) refreshCollections(queries, memberScope(api), !isBrokenOff);
    const hasFailed = isBrokenOff || refused.size > 0;
    return { added, refused, problem, unclear, hasFailed, isLeft: hasLeft() };
  }

  return { isSending, add };
}

/** A refusal in the server's own words, which say more than its status. */
function wordsOf({ name }: Newcomer, error: unknown, { title, detail }: Problem): string {
  if (error instanceof HttpError && error.detail !== null && error.status < 500) {
    return `${name} was not added. The server says: “${error.detail}”`;
  }
  return `${name}: ${title}. ${detail}`;
}
