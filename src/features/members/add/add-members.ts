import type { QueryClient } from "@tanstack/react-query";
import { HttpError } from "@/api/errors";
import type { Api } from "@/data/client/api-context";
import { describeFailure } from "@/data/client/describe-failure";
import { refreshCollections } from "@/data/collection/use-collection";
import { type JournalEntry, newEntryId } from "@/data/journal/journal-entry";
import { isOutcomeUnknown } from "@/data/journal/unknown-outcome";
import { addMemberJournaled } from "@/data/members/member-changes";
import { memberScope } from "@/data/members/members";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { rejectionMessage } from "./add-member-messages";
import type { NewMember } from "./parse-people";

export interface AddedMember extends NewMember {
  readonly entry: JournalEntry;
}

export interface AddMembersResult {
  readonly added: readonly AddedMember[];
  /** Rejection messages by entered text. */
  readonly rejected: ReadonlyMap<string, string>;
  /** Failure that isn't specific to one person. It stopped the remaining requests. */
  readonly problem: Problem | null;
  /** The person whose request has an unknown outcome, or null. */
  readonly unknownOutcome: NewMember | null;
  /** Whether a request failed. Includes failures that the app reports globally. */
  readonly hasFailed: boolean;
}

/** Whether the error affects only this person, so that others can still be added. */
function isPersonSpecific(error: unknown): boolean {
  if (!(error instanceof HttpError) || error.missingScope !== null) return false;
  if (error.status === 403) return !GENERAL_REFUSAL_PATTERN.test(error.detail ?? "");
  return error.status === 400 || error.status === 409;
}

/** Matches 403 errors that affect every person (upstream-facts, Everywhere and Explicit members). */
const GENERAL_REFUSAL_PATTERN = /personal api key|access to the (requested )?project|sufficient permissions/i;

/**
 * Adds people one after another. Several people form one journal batch.
 * @param isLeft whether the form was left. The remaining people are then skipped.
 */
export async function addMembers(
  queryClient: QueryClient,
  api: Api,
  { newMembers, level }: { readonly newMembers: readonly NewMember[]; readonly level: number },
  isLeft: () => boolean,
): Promise<AddMembersResult> {
  const label = `Add ${pluralize(newMembers.length, "member", "members")}`;
  const origin = newMembers.length > 1 ? { batch: { id: newEntryId(), label } } : {};
  const added: AddedMember[] = [];
  const rejected = new Map<string, string>();
  let problem: Problem | null = null;
  let unknownOutcome: NewMember | null = null;
  let isInterrupted = false;
  for (const newMember of newMembers) {
    if (isLeft()) break;
    try {
      const { entry } = await addMemberJournaled(
        queryClient,
        api,
        { user_uuid: newMember.uuid, level, name: newMember.name },
        origin,
      );
      added.push({ ...newMember, entry });
    } catch (error) {
      const failure = describeFailure(api.client, error);
      if (failure !== null && isPersonSpecific(error)) {
        rejected.set(newMember.text, rejectionMessage(newMember.name, rejectionText(error), failure));
        continue;
      }
      problem = failure;
      if (isOutcomeUnknown(error)) unknownOutcome = newMember;
      isInterrupted = true;
      break;
    }
  }
  const hasFailed = isInterrupted || rejected.size > 0;
  // Members may have been added by a request without a response, or by someone else.
  if (hasFailed) refreshCollections(queryClient, memberScope(api), !isInterrupted);
  return { added, rejected, problem, unknownOutcome, hasFailed };
}

function rejectionText(error: unknown): string | null {
  return error instanceof HttpError && error.status < 500 ? error.detail : null;
}
