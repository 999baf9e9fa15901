import { useMemo, useState } from "react";
import { useWatch } from "react-hook-form";
import { useLocation } from "react-router-dom";
import { HttpError, isOutcomeUnknown } from "@/api/errors";
import { MEMBER_LEVELS } from "@/api/members";
import { type Api, useApi } from "@/data/backend/backend";
import { levelLabel } from "@/data/changes/access-levels";
import { refreshCollections, useCollection } from "@/data/collection/use-collection";
import { type JournalEntry, newEntryId } from "@/data/journal/journal-entry";
import { useProjectAccess } from "@/data/members/access-controls";
import { addMemberJournaled } from "@/data/members/member-changes";
import { memberCollection, memberScope } from "@/data/members/members";
import { useSelectablePeople } from "@/data/people/known-people";
import { describeFailure } from "@/data/projects/projects";
import { useUndoMemberChanges } from "@/features/members/level/use-member-changes";
import {
  addRefusal,
  levelAboveOwnRefusal,
  parseMemberListFilters,
} from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import { useEmptyListNote } from "@/features/members/parts/members-unavailable";
import { parsePastedRecipients } from "@/lib/recipients/recipients";
import { formatCount, pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { formatListSearch } from "@/lib/url/url-state";
import { Notice } from "@/ui/feedback/states";
import { announce, toasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/fields";
import { FormDrawer, type SubmitResult, useResourceForm } from "@/ui/form/form-drawer";
import { FormField } from "@/ui/form/form-field";
import { TagsInput } from "@/ui/form/tags-input";
import { useCloseDrawer } from "@/ui/hooks/use-edit-search-params";
import type { NewMember, ParsedPerson } from "./parse-people";
import {
  addedPeopleLabel,
  addedPeopleNames,
  addFailureProblem,
  addFailureTitle,
  formatChipText,
  MAX_PEOPLE,
  NO_PEOPLE,
  parsePeople,
  parsePerson,
  partlyAddedAnnouncement,
  partlyAddedNotice,
  rejectionMessage,
  suggestPeople,
  tooManyPeopleMessage,
} from "./parse-people";

interface AddMembersValues {
  chosen: string[];
  level: string;
}

/** Shows the form for adding members in a drawer over the member list. */
export function MemberAddPage() {
  const api = useApi();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const listUrl = `${paths.members(api.projectId)}${formatListSearch(parseMemberListFilters(parameters))}`;
  const closeForm = useCloseDrawer(listUrl);
  const people = useSelectablePeople();
  const members = useCollection(memberCollection(api));
  const permissions = useCurrentPermissions(members.records);
  const note = useEmptyListNote(members);
  const access = useProjectAccess();
  const knownPeople = useMemo(
    () => ({ people, me: permissions.me, isEveryone: access?.isEveryone === true }),
    [people, permissions.me, access],
  );
  const showAdded = useAddedToast();
  const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map());
  const [added, setAdded] = useState<readonly AddedMember[]>([]);
  const { form, drawer, submit, setTypedTag } = useResourceForm<AddMembersValues>({
    name: "members",
    defaultValues: {
      // `?person=` is a UUID or email.
      chosen: parameters.getAll("person").map((text) => formatChipText(text, knownPeople)),
      level: String(MEMBER_LEVELS.member),
    },
    resolver: (values) => {
      const message = findFormError(values.chosen, parsePeople(values.chosen, knownPeople));
      if (message === undefined) return { values, errors: {} };
      return { values: {}, errors: { chosen: { type: "validate", message } } };
    },
    mode: "onSubmit",
    tagsField: "chosen",
    onLeave(reason) {
      if (reason === "saved") return closeForm.goTo(listUrl);
      showAdded(added);
      closeForm.goBack();
    },
  });
  const { control } = form;
  const [chosen, level] = useWatch({ control, name: ["chosen", "level"] });
  const readings = useMemo(() => parsePeople(chosen, knownPeople), [chosen, knownPeople]);

  function validateText(text: string): string | null {
    const reading = readings.get(text) ?? parsePerson(text, knownPeople);
    return reading.ok ? (rejected.get(text) ?? null) : reading.issue;
  }

  async function send(values: AddMembersValues, isLeft: () => boolean): Promise<SubmitResult> {
    setRejected(new Map());
    const newMembers = [...parsePeople(values.chosen, knownPeople).values()].flatMap((reading) =>
      reading.ok ? [reading.newMember] : [],
    );
    const outcome = await addMembers(api, { newMembers, level: Number(values.level) }, isLeft);
    const unadded = newMembers.filter(({ text }) => outcome.added.every((person) => person.text !== text));
    const texts = unadded.map(({ text }) => text);
    const all = [...added, ...outcome.added];
    const rejections = [...outcome.rejected.values()];
    const title = addFailureTitle(unadded, outcome.unknownOutcome !== null);
    if (isLeft()) {
      showAdded(all);
      // Closing the form skips the remaining people. That alone isn't reported as a failure.
      if (!outcome.hasFailed) return "canceled";
      const problem = addFailureProblem(title, rejections, outcome.problem);
      return { title, problem, draft: { chosen: texts, level: values.level } };
    }
    if (texts.length === 0) {
      showAdded(all);
      return "saved";
    }
    form.setValue("chosen", texts, { shouldDirty: true });
    setAdded(all);
    setRejected(outcome.rejected);
    if (outcome.problem === null) {
      announce(partlyAddedAnnouncement(outcome.added.length, texts.length, rejections));
    }
    form.setFocus("chosen");
    return { title, problem: outcome.problem };
  }

  const count = chosen.length;
  const addedNotice = added.length === 0 ? null : partlyAddedNotice(added.map(({ name }) => name));
  return (
    <FormDrawer
      title="Add members"
      submitLabel={count > 1 ? `Add ${formatCount(count)} members` : "Add"}
      {...drawer}
      submitDisabledReason={addRefusal(permissions)}
      onSubmit={() => submit(send)}
    >
      {note !== null && <Notice tone="info">{note}</Notice>}
      {addedNotice !== null && (
        <Notice tone="info" title={addedNotice.title}>
          {addedNotice.detail}
        </Notice>
      )}
      <FormField
        as={TagsInput}
        control={control}
        name="chosen"
        label="People"
        required
        validate={validateText}
        splitItems={parsePastedRecipients}
        getSuggestions={(text) => suggestPeople(text, knownPeople)}
        onDraftChange={setTypedTag}
        disabled={drawer.loading}
        placeholder="Name, email, or UUID"
        description="Type a name to search, or paste emails or UUIDs."
      />
      <FormField
        as={SegmentedField}
        control={control}
        name="level"
        label="Level"
        disabled={drawer.loading}
        options={permissions.levels.map((option) => ({ value: String(option), label: levelLabel(option) }))}
        error={levelAboveOwnRefusal(Number(level), permissions)}
        description={
          access !== undefined
            ? "Replaces the project default for these people."
            : "A higher organization level still applies."
        }
      />
    </FormDrawer>
  );
}

function findFormError(
  chosen: readonly string[],
  readings: ReadonlyMap<string, ParsedPerson>,
): string | undefined {
  if (chosen.length === 0) return NO_PEOPLE;
  if (chosen.length > MAX_PEOPLE) return tooManyPeopleMessage(chosen.length, MAX_PEOPLE);
  const reading = [...readings.values()].find(({ ok }) => !ok);
  return reading?.ok === false ? reading.issue : undefined;
}

/** Shows a toast with the added people and an Undo action. Does nothing for an empty list. */
function useAddedToast() {
  const undo = useUndoMemberChanges();
  return (added: readonly AddedMember[]) => {
    if (added.length === 0) return;
    const names = added.map(({ name }) => name);
    const addedLabel = addedPeopleLabel(names);
    toasts.show({
      tone: "positive",
      title: `Added ${addedLabel}`,
      ...(names.length > 1 && { detail: addedPeopleNames(names) }),
      action: {
        label: "Undo",
        onSelect: () =>
          undo(
            added.map(({ entry }) => entry),
            `Undo adding ${addedLabel}`,
          ),
      },
    });
  };
}

interface AddedMember extends NewMember {
  readonly entry: JournalEntry;
}

interface AddMembersResult {
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
async function addMembers(
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
  if (hasFailed) refreshCollections(api, memberScope(api), !isInterrupted);
  return { added, rejected, problem, unknownOutcome, hasFailed };
}

function rejectionText(error: unknown): string | null {
  return error instanceof HttpError && error.status < 500 ? error.detail : null;
}
