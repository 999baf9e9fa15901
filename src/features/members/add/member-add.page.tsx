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
import { formatCount, formatList, pluralize } from "@/lib/text/numbers";
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
import { addFailureTitle, formatChipText, parsePeople, parsePerson, suggestPeople } from "./parse-people";

/** Limited because adding each person needs a separate request. */
const MAX_PEOPLE = 100;
/** More names don't fit in a toast. */
const MAX_NAMED = 5;

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
    const title = addFailureTitle(unadded, outcome.hasUnknownOutcome);
    if (isLeft()) {
      showAdded(all);
      // Closing the form skips the remaining people. That alone isn't reported as a failure.
      if (!outcome.hasFailed) return "canceled";
      const generalDetails = outcome.problem && `${outcome.problem.title}. ${outcome.problem.detail}`;
      const detail = [...rejections, generalDetails].filter(Boolean).join(" ");
      const problem = rejections.length === 0 ? outcome.problem : { title, detail, canRetry: true };
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
      const counts = `${formatCount(outcome.added.length)} added, ${formatCount(texts.length)} failed.`;
      announce(`${counts} ${rejections.join(" ")}`);
    }
    form.setFocus("chosen");
    return { title, problem: outcome.problem };
  }

  const count = chosen.length;
  return (
    <FormDrawer
      title="Add members"
      submitLabel={count > 1 ? `Add ${formatCount(count)} members` : "Add"}
      {...drawer}
      submitDisabledReason={addRefusal(permissions)}
      onSubmit={() => submit(send)}
    >
      {note !== null && <Notice tone="info">{note}</Notice>}
      {added.length > 0 && (
        <Notice tone="info" title={`${pluralize(added.length, "member", "members")} added`}>
          {`${formatList(added.map(({ name }) => name))}. The others are still in the form.`}
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
  if (chosen.length === 0) return "Enter a name, email, or UUID.";
  if (chosen.length > MAX_PEOPLE)
    return `Enter at most ${formatCount(MAX_PEOPLE)} people. You entered ${formatCount(chosen.length)}.`;
  const reading = [...readings.values()].find(({ ok }) => !ok);
  return reading?.ok === false ? reading.issue : undefined;
}

/** Shows a toast with the added people and an Undo action. Does nothing for an empty list. */
function useAddedToast() {
  const undo = useUndoMemberChanges();
  return (added: readonly AddedMember[]) => {
    if (added.length === 0) return;
    const names = added.map(({ name }) => name);
    const [first = ""] = names;
    const addedLabel = names.length === 1 ? first : pluralize(names.length, "member", "members");
    const hiddenCount = names.length - MAX_NAMED;
    const shownNames =
      hiddenCount > 0 ? [...names.slice(0, MAX_NAMED), `${formatCount(hiddenCount)} more`] : names;
    toasts.show({
      tone: "positive",
      title: `Added ${addedLabel}`,
      ...(names.length > 1 && { detail: formatList(shownNames) }),
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
) {
  const label = `Add ${pluralize(newMembers.length, "member", "members")}`;
  const origin = newMembers.length > 1 ? { batch: { id: newEntryId(), label } } : {};
  const added: AddedMember[] = [];
  /** Rejection messages by entered text. */
  const rejected = new Map<string, string>();
  /** Failure that isn't specific to one person. It stops the remaining requests. */
  let problem: Problem | null = null;
  let hasUnknownOutcome = false;
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
        rejected.set(newMember.text, rejectionMessage(newMember.name, error, failure));
        continue;
      }
      problem = failure;
      hasUnknownOutcome = isOutcomeUnknown(error);
      isInterrupted = true;
      break;
    }
  }
  // Includes failures that the app reports globally.
  const hasFailed = isInterrupted || rejected.size > 0;
  // Members may have been added by a request without a response, or by someone else.
  if (hasFailed) refreshCollections(api, memberScope(api), !isInterrupted);
  return { added, rejected, problem, hasUnknownOutcome, hasFailed };
}

function rejectionMessage(name: string, error: unknown, { title, detail }: Problem): string {
  const serverText = error instanceof HttpError && error.status < 500 ? error.detail : null;
  return serverText === null
    ? `${name}: ${title}. ${detail}`
    : `Couldn't add ${name}. Server response: “${serverText}”`;
}
