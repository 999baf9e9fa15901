import type { ExplicitMember } from "@/api/members";
import type { Api } from "@/data/backend/backend";
import type { NewMember } from "@/data/changes/planned-change";
import { refreshCollections } from "@/data/collection/use-collection";
import { isOutcomeUncertain, sendJournaled } from "@/data/journal/journal";
import type { ChangeOrigin, FieldChange, JournalEntry } from "@/data/journal/journal-entry";
import { toRuleLevel } from "./access-controls";
import { type MemberBackend, requestMembers } from "./member-backends";
import { fetchMember, memberId, memberKey, memberName, memberScope } from "./members";
import { addCachedMember, applyOptimisticLevel, setCachedMember } from "./optimistic-members";

/** `member` is the membership after a change, or before a removal. */
export interface MemberChangeResult {
  readonly member: ExplicitMember;
  readonly entry: JournalEntry;
}

/** `name` is shown until the server responds. */
type MemberAddition = NewMember & { readonly name?: string };

/** Thrown when someone else has changed a membership since it was loaded. The change isn't sent. */
export class MemberConflictError extends Error {
  override readonly name = "MemberConflictError";
  /** The current membership, or null after a removal. */
  readonly current: ExplicitMember | null;

  constructor(current: ExplicitMember | null) {
    super("The membership has changed since it was loaded");
    this.current = current;
  }
}

interface LevelChange {
  /** The membership before the change. */
  readonly member: ExplicitMember;
  readonly level: number;
  /** Whether to read the membership first and reject with a MemberConflictError when its level has changed. */
  readonly requireUnchanged?: boolean;
}

/** Reads a membership before it is changed. Rejects with a MemberConflictError if its level has changed. */
async function fetchUnchangedMember(api: Api, member: ExplicitMember): Promise<ExplicitMember> {
  const current = await fetchMember(api, memberId(member), { isPartOfChange: true });
  if (current?.level !== member.level) throw new MemberConflictError(current);
  return current;
}

/**
 * Returns the explicit level that a change has saved. On servers with access controls, `served`
 * comes from a later read that may include other changes, so the sent level is returned.
 */
function getSavedLevel(served: ExplicitMember, sent: number): number {
  return served.inherited_access ? toRuleLevel(sent) : served.level;
}

function createLevelChange(before: number | null, after: number | null): FieldChange {
  return { field: "level", before, after };
}

/** Refetches members, because the cache may be stale, and throws the error. A bulk action refetches when it ends. */
function failChange(api: Api, error: unknown, { batch }: ChangeOrigin): never {
  if (batch === undefined && !(error instanceof MemberConflictError)) {
    void api.queryClient.invalidateQueries({ queryKey: memberScope(api) });
    refreshCollections(api, memberScope(api), !isOutcomeUncertain(error));
  }
  throw error;
}

interface LevelRequest {
  readonly uuid: string;
  readonly name: string;
  /** The explicit level before the change. Null if there was none. */
  readonly before: number | null;
  readonly level: number;
  readonly send: (backend: MemberBackend) => Promise<ExplicitMember>;
}

async function sendLevel(
  api: Api,
  { uuid, name, before, level, send }: LevelRequest,
  origin: ChangeOrigin,
): Promise<MemberChangeResult> {
  const { response: member, entry } = await sendJournaled(api, {
    intent: {
      resource: "member",
      recordId: uuid,
      name,
      kind: before === null ? "created" : "changed",
      changes: [createLevelChange(before, level)],
    },
    scope: memberScope(api),
    origin,
    send: () => requestMembers(api, send),
    describeResponse: (served) => ({
      recordId: uuid,
      name: before === null && served.user !== null ? memberName(served) : name,
      changes: [createLevelChange(before, getSavedLevel(served, level))],
    }),
  });
  return { member, entry };
}

/** Adds a member, records it in the journal, and updates the cache and the loaded list. Throws like `Client.request`. */
export async function addMemberJournaled(
  api: Api,
  { user_uuid: uuid, level, name = uuid }: MemberAddition,
  origin: ChangeOrigin = {},
): Promise<MemberChangeResult> {
  const request: LevelRequest = {
    uuid,
    name,
    before: null,
    level,
    send: ({ addLevel }) => addLevel(api, uuid, level),
  };
  const result = await sendLevel(api, request, origin).catch((error) => failChange(api, error, origin));
  addCachedMember(api, result.member);
  return result;
}

/**
 * Changes an explicit level optimistically and records it in the journal. Rolls back when the request fails. Changes of
 * one member run one after another. Throws like `Client.request`.
 */
export function changeLevelJournaled(
  api: Api,
  change: LevelChange,
  origin: ChangeOrigin = {},
): Promise<MemberChangeResult> {
  const { queryClient } = api;
  const mutation = queryClient
    .getMutationCache()
    .build<MemberChangeResult, unknown, void, unknown>(queryClient, {
      scope: { id: JSON.stringify(memberKey(api, memberId(change.member))) },
      networkMode: "always",
      gcTime: 0,
      mutationFn: () => changeLevel(api, change, origin),
    });
  return mutation.execute();
}

async function changeLevel(
  api: Api,
  { member: loaded, level, requireUnchanged = false }: LevelChange,
  origin: ChangeOrigin,
): Promise<MemberChangeResult> {
  const uuid = memberId(loaded);
  // A response in flight would restore the old level. Collections handle such responses themselves.
  await api.queryClient.cancelQueries({ queryKey: memberKey(api, uuid) });
  const optimistic = applyOptimisticLevel(api, loaded, level);
  try {
    const member = requireUnchanged ? await fetchUnchangedMember(api, loaded) : loaded;
    const request: LevelRequest = {
      uuid,
      name: memberName(member),
      before: member.level,
      level,
      send: ({ setLevel }) => setLevel(api, uuid, level),
    };
    const result = await sendLevel(api, request, origin);
    optimistic.settle(result.member);
    return result;
  } catch (error) {
    optimistic.rollback();
    if (error instanceof MemberConflictError) setCachedMember(api, uuid, error.current);
    return failChange(api, error, origin);
  }
}

/** Rejects with a MemberConflictError if someone else has changed the level since it was loaded. */
export async function removeUnchangedMember(api: Api, member: ExplicitMember): Promise<MemberChangeResult> {
  try {
    const current = await fetchUnchangedMember(api, member);
    return await removeMemberJournaled(api, current);
  } catch (error) {
    if (error instanceof MemberConflictError) {
      setCachedMember(api, memberId(member), error.current);
    }
    throw error;
  }
}

/**
 * Removes an explicit level, records it in the journal, and updates the cache and the loaded list. Access from the
 * organization remains. Throws like `Client.request`.
 */
export async function removeMemberJournaled(
  api: Api,
  member: ExplicitMember,
  origin: ChangeOrigin = {},
): Promise<MemberChangeResult> {
  const uuid = memberId(member);
  const changes = [
    createLevelChange(member.level, null),
    // Recorded for the note that an undo shows, because a member who is added again gets a new join
    // date. Servers with access controls have no join dates.
    ...(member.joined_at === null ? [] : [{ field: "joined_at", before: member.joined_at, after: null }]),
  ];
  const name = memberName(member);
  const { entry } = await sendJournaled(api, {
    intent: { resource: "member", recordId: uuid, name, kind: "deleted", changes },
    scope: memberScope(api),
    origin,
    send: () => requestMembers(api, ({ removeLevel }) => removeLevel(api, uuid)),
    describeResponse: () => ({ recordId: uuid, name, changes }),
  }).catch((error) => failChange(api, error, origin));
  setCachedMember(api, uuid, null);
  return { member, entry };
}
