import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { MEMBER_LEVELS } from "@/contract/members";
import { levelLabel } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { useProjectAccess } from "@/data/members/access-controls";
import { memberCollection } from "@/data/members/members";
import { useSelectablePeople } from "@/data/people/known-people";
import { formatMemberListFilters, parseMemberListFilters } from "@/features/members/model/member-filters";
import { addRefusal, levelAboveOwnRefusal } from "@/features/members/model/member-rules";
import { useCurrentPermissions } from "@/features/members/model/use-current-permissions";
import { useEmptyListNote } from "@/features/members/model/use-empty-list-note";
import { useUndoMemberChanges } from "@/features/members/model/use-undo-member-changes";
import { parsePastedRecipients } from "@/lib/recipients/recipient-text";
import { formatCount } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { toasts } from "@/ui/feedback/toasts";
import { SegmentedField } from "@/ui/form/choice-fields";
import { useBackgroundSubmit, useStoredDraft } from "@/ui/form/form-draft";
import { FormDrawer } from "@/ui/form/form-drawer";
import { TagsInput } from "@/ui/form/tags-input";
import { useCloseDrawer } from "@/ui/form/use-close-drawer";
import { useUnsavedChanges } from "@/ui/overlay/use-unsaved-changes";
import {
  addedPeopleLabel,
  addedPeopleNames,
  addFailureProblem,
  addFailureTitle,
  NO_PEOPLE,
  partlyAddedAnnouncement,
  partlyAddedNotice,
  tooManyPeopleMessage,
} from "./add-member-messages";
import { formatChipText, MAX_PEOPLE, parsePeople, parsePerson, suggestPeople } from "./parse-people";
import { type AddedMember, useAddMembers } from "./use-add-members";

const draftSchema = z.object({
  chosen: z.array(z.string()),
  level: z.string(),
});

/** Shows the form for adding members in a drawer over the member list. */
export function MemberAddPage() {
  const api = useApi();
  const queryClient = useQueryClient();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const listUrl = `${paths.members(api.projectId)}${formatMemberListFilters(parseMemberListFilters(parameters))}`;
  const closeForm = useCloseDrawer(listUrl);
  const people = useSelectablePeople();
  const members = useCollection(memberCollection(queryClient, api));
  const permissions = useCurrentPermissions(members.records);
  const note = useEmptyListNote(members);
  const access = useProjectAccess();
  const knownPeople = useMemo(
    () => ({ people, me: permissions.me, isEveryone: access?.isEveryone === true }),
    [people, permissions.me, access],
  );
  const announce = useAnnounce();
  const showAdded = useAddedToast();
  const field = useRef<HTMLInputElement>(null);

  // `?person=` is a UUID or email.
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    parameters.getAll("person").map((text) => formatChipText(text, knownPeople)),
  );
  const [draft, setDraft] = useState("");
  const [level, setLevel] = useState(String(MEMBER_LEVELS.member));
  const [error, setError] = useState<string>();
  const [rejected, setRejected] = useState<ReadonlyMap<string, string>>(new Map());
  const [added, setAdded] = useState<readonly AddedMember[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isSending, add } = useAddMembers();
  const guard = useUnsavedChanges(chosen.length > 0 || draft.trim() !== "", true);
  const formValues = draft.trim() === "" ? chosen : [...chosen, draft.trim()];
  const storedDraft = useStoredDraft(
    "members",
    () => (formValues.length === 0 ? null : { chosen: formValues, level }),
    (returned) => {
      const { success, data } = z.safeParse(draftSchema, returned.draft);
      if (!success) return;
      setChosen(data.chosen);
      if (permissions.levels.map(String).includes(data.level)) setLevel(data.level);
      setProblem(returned.problem);
    },
  );
  const form = useBackgroundSubmit(storedDraft);

  const readings = useMemo(() => parsePeople(chosen, knownPeople), [chosen, knownPeople]);

  function validateText(text: string): string | null {
    const reading = readings.get(text) ?? parsePerson(text, knownPeople);
    return reading.ok ? (rejected.get(text) ?? null) : reading.issue;
  }

  function change(texts: readonly string[]) {
    setChosen(texts);
    setError(undefined);
  }

  function findFormError(): string | undefined {
    if (chosen.length === 0) return NO_PEOPLE;
    if (chosen.length > MAX_PEOPLE) return tooManyPeopleMessage(chosen.length, MAX_PEOPLE);
    const reading = [...readings.values()].find(({ ok }) => !ok);
    return reading?.ok === false ? reading.issue : undefined;
  }

  async function submit() {
    const issue = findFormError();
    setError(issue);
    setProblem(null);
    if (issue !== undefined) {
      field.current?.focus();
      return announce(issue);
    }
    setRejected(new Map());
    const newMembers = [...readings.values()].flatMap((reading) => (reading.ok ? [reading.newMember] : []));
    const outcome = await add(newMembers, Number(level));
    const unaddedTexts = chosen.filter((text) => !outcome.added.some((newMember) => newMember.text === text));
    const all = [...added, ...outcome.added];
    if (outcome.isAbandoned) {
      showAdded(all);
      // Closing the form skips the remaining people. That alone isn't reported as a failure.
      if (!outcome.hasFailed) return;
      const title = addFailureTitle(
        newMembers.filter(({ text }) => unaddedTexts.includes(text)),
        outcome.unknownOutcome !== null,
      );
      form.notifyFailure({
        title,
        problem: addFailureProblem(title, [...outcome.rejected.values()], outcome.problem),
        draft: { chosen: unaddedTexts, level },
      });
      return;
    }
    if (unaddedTexts.length === 0) {
      guard.allowNavigation();
      showAdded(all);
      return closeForm.goTo(listUrl);
    }
    setChosen(unaddedTexts);
    setAdded(all);
    setRejected(outcome.rejected);
    setProblem(outcome.problem);
    if (outcome.problem === null) {
      announce(
        partlyAddedAnnouncement(outcome.added.length, unaddedTexts.length, [...outcome.rejected.values()]),
      );
    }
    field.current?.focus();
  }

  const count = chosen.length;
  const addedNotice = added.length === 0 ? null : partlyAddedNotice(added.map(({ name }) => name));
  return (
    <FormDrawer
      title="Add members"
      submitLabel={count > 1 ? `Add ${formatCount(count)} members` : "Add"}
      loading={isSending}
      submitError={problem}
      submitDisabledReason={addRefusal(permissions)}
      isDirty={count > 0 || draft.trim() !== ""}
      onSubmit={() => void submit()}
      onClose={() => {
        guard.allowNavigation();
        showAdded(added);
        closeForm.goBack();
      }}
    >
      {note !== null && <Notice tone="info">{note}</Notice>}
      {addedNotice !== null && (
        <Notice tone="info" title={addedNotice.title}>
          {addedNotice.detail}
        </Notice>
      )}
      <TagsInput
        ref={field}
        label="People"
        required
        value={chosen}
        onChange={change}
        validate={validateText}
        splitItems={parsePastedRecipients}
        getSuggestions={(text) => suggestPeople(text, knownPeople)}
        onDraftChange={setDraft}
        error={error}
        disabled={isSending}
        placeholder="Name, email, or UUID"
        description="Type a name to search, or paste emails or UUIDs."
      />
      <SegmentedField
        label="Level"
        value={level}
        onChange={setLevel}
        disabled={isSending}
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
