import { useQueryClient } from "@tanstack/react-query";
import { useMemo, useRef, useState } from "react";
import { useLocation } from "react-router-dom";
import * as z from "zod/mini";
import { MEMBER_LEVELS } from "@/contract/members";
import { levelWords } from "@/data/changes/access-levels";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { memberCollection } from "@/data/members/members";
import { usePeopleToChoose } from "@/data/people/known-people";
import { writeListFilters } from "@/features/members/model/member-filters";
import { addRefusal, GIVEN_LEVELS, levelAboveOwn } from "@/features/members/model/member-rules";
import { useStanding } from "@/features/members/model/use-current-permissions";
import { splitPasted } from "@/lib/recipients/recipient-text";
import { readListAddress } from "@/lib/search/list-search-params";
import { formatCount, listWords, plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { paths } from "@/lib/url/paths";
import { useAnnounce } from "@/ui/feedback/announcer";
import { Notice } from "@/ui/feedback/states";
import { SegmentedField } from "@/ui/form/choice-fields";
import { useKeptDraft } from "@/ui/form/form-draft-storage";
import { FormDrawer } from "@/ui/form/form-drawer";
import { ChipsField } from "@/ui/form/tags-input";
import { useLeftForm } from "@/ui/form/use-background-submit";
import { useLeave } from "@/ui/form/use-close-drawer";
import { useUnsavedGuard } from "@/ui/overlay/use-unsaved-changes";
import { notAddedProblem, notAddedTitle } from "./add-member-errors";
import { chipText, MOST_PEOPLE, readPeople, readPerson, suggestPeople } from "./parse-people";
import { type AddedMember, useAddMembers } from "./use-add-members";
import { useAddedToast } from "./use-added-toast";

const keptPeople = z.object({
  chosen: z.array(z.string()),
  level: z.enum(GIVEN_LEVELS.map(String)),
});

/** The form that adds people, in a drawer over the list. */
export function MemberAddPage() {
  const api = useApi();
  const queries = useQueryClient();
  const { search } = useLocation();
  const parameters = useMemo(() => new URLSearchParams(search), [search]);
  const list = `${paths.members(api.projectId)}${writeListFilters(readListAddress(parameters))}`;
  const leave = useLeave(list);
  const people = usePeopleToChoose();
  const standing = useStanding(useCollection(memberCollection(queries, api)).records);
  const known = useMemo(() => ({ people, me: standing.me }), [people, standing.me]);
  const announce = useAnnounce();
  const showAdded = useAddedToast();
  const field = useRef<HTMLInputElement>(null);

  // Whom the link names, `?who=` by UUID or address.
  const [chosen, setChosen] = useState<readonly string[]>(() =>
    parameters.getAll("who").map((text) => chipText(text, known)),
  );
  const [draft, setDraft] = useState("");
  const [level, setLevel] = useState(String(MEMBER_LEVELS.member));
  const [error, setError] = useState<string>();
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map());
  const [added, setAdded] = useState<readonly AddedMember[]>([]);
  const [problem, setProblem] = useState<Problem | null>(null);
  const { isSending, add } = useAddMembers();
  const guard = useUnsavedGuard(chosen.length > 0 || draft.trim() !== "", true);
  const typed = draft.trim() === "" ? chosen : [...chosen, draft.trim()];
  const kept = useKeptDraft(
    "members",
    () => (typed.length === 0 ? null : { chosen: typed, level }),
    (back) => {
      const { success, data } = z.safeParse(keptPeople, back.draft);
      if (!success) return;
      setChosen(data.chosen);
      setLevel(data.level);
      setProblem(back.problem);
    },
  );
  const form = useLeftForm(kept);

  const readings = useMemo(() => readPeople(chosen, known), [chosen, known]);

  function mistakeOf(text: string): string | null {
    const reading = readings.get(text) ?? readPerson(text, known);
    return reading.ok ? (refused.get(text) ?? null) : reading.mistake;
  }

  function change(texts: readonly string[]) {
    setChosen(texts);
    setError(undefined);
  }

  /** Says what is wrong before anything is sent. */
  function findError(): string | undefined {
    if (chosen.length === 0) return "Enter whom to add: a name, an address or a UUID.";
    if (chosen.length > MOST_PEOPLE)
      return `At most ${MOST_PEOPLE} at once; these are ${formatCount(chosen.length)}.`;
    const reading = [...readings.values()].find(({ ok }) => !ok);
    return reading?.ok === false ? reading.mistake : undefined;
  }

  async function submit() {
    const mistake = findError();
    setError(mistake);
    setProblem(null);
    if (mistake !== undefined) {
      field.current?.focus();
      return announce(mistake);
    }
    setRefused(new Map());
    const newcomers = [...readings.values()].flatMap((reading) => (reading.ok ? [reading.newcomer] : []));
    const outcome = await add(newcomers, Number(level));
    const left = chosen.filter((text) => !outcome.added.some((newcomer) => newcomer.text === text));
    const all = [...added, ...outcome.added];
    if (outcome.isLeft) {
      showAdded(all);
      // Who leaves before it is their turn has given that up; who was refused is another matter.
      if (!outcome.hasFailed) return;
      const title = notAddedTitle(
        newcomers.filter(({ text }) => left.includes(text)),
        outcome,
      );
      form.tell({ title, problem: notAddedProblem(title, outcome), draft: { chosen: left, level } });
      return;
    }
    if (left.length === 0) {
      guard.release();
      showAdded(all);
      return leave.to(list);
    }
    setChosen(left);
    setAdded(all);
    setRefused(outcome.refused);
    setProblem(outcome.problem);
    if (outcome.problem === null) {
      announce(
        `${formatCount(outcome.added.length)} added, ${formatCount(left.length)} not. ${[...outcome.refused.values()].join(" ")}`,
      );
    }
    field.current?.focus();
  }

  const count = chosen.length;
  return (
    <FormDrawer
      title="Add members"
      submitLabel={count > 1 ? `Add ${formatCount(count)} members` : "Add"}
      loading={isSending}
      submitError={problem}
      submitRefusal={addRefusal(standing)}
      dirty={count > 0 || draft.trim() !== ""}
      onSubmit={() => void submit()}
      onClose={() => {
        guard.release();
        showAdded(added);
        leave.back();
      }}
    >
      {added.length > 0 && (
        <Notice tone="info" title={`${plural(added.length, "person was", "people were")} added`}>
          {`${listWords(added.map(({ name }) => name))}. Those below were not.`}
        </Notice>
      )}
      <ChipsField
        ref={field}
        label="People"
        required
        value={chosen}
        onChange={change}
        validate={mistakeOf}
        splitPaste={splitPasted}
        suggest={(text) => suggestPeople(text, known)}
        onDraftChange={setDraft}
        error={error}
        disabled={isSending}
        placeholder="Name, address or UUID"
        description="Type a name to choose from everybody seen in this project, or paste addresses or UUIDs of people of the organisation."
      />
      <SegmentedField
        label="Level"
        value={level}
        onChange={setLevel}
        disabled={isSending}
        options={GIVEN_LEVELS.map((each) => ({ value: String(each), label: levelWords(each) }))}
        error={levelAboveOwn(Number(level), standing)}
        description="Of this project. Whoever has more through the organisation keeps that."
      />
    </FormDrawer>
  );
}
