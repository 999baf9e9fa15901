import { Box, Stack } from "@mantine/core";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router-dom";
import type { ExplicitMember } from "@/api/members";
import { getRaw } from "@/api/parsers";
import { changeKindLabel, formatFieldChange } from "@/data/changes/change-labels";
import { useApi } from "@/data/client/api-context";
import { useCollection } from "@/data/collection/use-collection";
import { exportCollection } from "@/data/exports/exports";
import type { JournalEntry } from "@/data/journal/journal-entry";
import { journalQueries, useJournalUpdates } from "@/data/journal/journal-queries";
import type { AccessContext, KnownPerson } from "@/data/people/known-people";
import { useMemberChangesContext } from "@/features/members/level/member-changes-context";
import { EmailFact } from "@/features/members/parts/person-cells";
import { pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { RawJson } from "@/ui/feedback/raw-json";
import { LocalAndUtcTime, TimeStamp } from "@/ui/feedback/time-stamp";
import { useNow } from "@/ui/hooks/use-now";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import { AccessSection } from "./access-section";
import { LevelChangesSection } from "./level-changes-section";
import { PersonSubscriptions } from "./person-subscriptions";
import { SectionError } from "./section-error";

interface PersonFactsProps {
  /** Null without an explicit level. */
  readonly member: ExplicitMember | null;
  /** Details from all loaded lists, or null for an unknown person. */
  readonly person: KnownPerson | null;
  readonly context: AccessContext;
  readonly uuid: string;
  readonly isRefetching: boolean;
}

export function PersonFacts({ member, person, context, uuid, isRefetching }: PersonFactsProps) {
  const email = member?.user?.email || person?.email || "";
  const hasLeft = member !== null && member.user === null;
  return (
    <Stack maw={960}>
      <ProgressLine isActive={isRefetching} label="Updating member" />
      <AccessSection member={member} person={person} context={context} />
      {member && !hasLeft && <LevelChangesSection member={member} />}
      {!hasLeft && <PersonSubscriptions uuid={uuid} email={email} />}
      {!hasLeft && <PersonExports uuid={uuid} />}
      <PersonJournal uuid={uuid} />
      <Section title="Details">
        <KeyValueList
          items={[
            { label: "Email", value: member ? <EmailFact member={member} /> : email || "—" },
            ...(member?.user?.role_at_organization
              ? [{ label: "Role", value: member.user.role_at_organization }]
              : []),
            ...(member && !member.inherited_access
              ? [
                  { label: "Joined", value: <LocalAndUtcTime iso={member.joined_at} /> },
                  { label: "Updated", value: <LocalAndUtcTime iso={member.updated_at} /> },
                ]
              : []),
            ...(hasLeft ? [] : [{ label: "UUID", value: uuid }]),
            ...(member && !member.inherited_access ? [{ label: "Membership ID", value: member.id }] : []),
            ...(member?.parent_membership_id
              ? [{ label: "Organization membership ID", value: member.parent_membership_id }]
              : []),
          ]}
        />
        {member && (
          <Box mt="sm">
            <RawJson value={getRaw(member)} />
          </Box>
        )}
      </Section>
    </Stack>
  );
}

/**
 * Links to the exports if the person owns the API key. Servers don't return other people's exports.
 */
function PersonExports({ uuid }: { readonly uuid: string }) {
  const { me: keyHolder } = useMemberChangesContext().permissions;
  return (
    <Section title="Exports">
      {keyHolder !== null && keyHolder.toLowerCase() === uuid.toLowerCase() ? (
        <CurrentUserExports />
      ) : (
        <p>Only the creator of an export can see it.</p>
      )}
    </Section>
  );
}

function CurrentUserExports() {
  const api = useApi();
  const collection = exportCollection(useQueryClient(), api);
  const { count, error } = useCollection(collection);
  return (
    <>
      {error !== null && <SectionError error={error} onRetry={collection.resume} />}
      <p className={shared.quietLinks}>
        <Link to={paths.exports(api.projectId)}>
          {count === null ? "Your exports" : pluralize(count, "export", "exports")}
        </Link>
      </p>
    </>
  );
}

const OUTCOME_LABELS: Readonly<Record<JournalEntry["outcome"], string>> = {
  running: " (in progress)",
  done: "",
  refused: " (failed)",
  unknown: " (outcome unknown)",
};

/** Lists a membership's journal entries, newest first. Renders nothing without entries. */
function PersonJournal({ uuid }: { readonly uuid: string }) {
  const { data = [] } = useQuery(journalQueries.record(useApi(), uuid, "member"));
  const now = useNow();
  useJournalUpdates();
  if (data.length === 0) return null;
  return (
    <Section title="Changes in this browser">
      <Box component="ol" className={`${shared.list} ${shared.log}`} fz="sm">
        {data.map((entry) => (
          <li key={entry.id}>
            <p>
              {changeKindLabel(entry)}
              {OUTCOME_LABELS[entry.outcome]} <TimeStamp iso={entry.at} now={now} isPast />
            </p>
            {entry.changes.map((change) => (
              <p key={change.field} className={`${shared.dim} ${shared.anywhere}`}>
                {formatFieldChange(change)}
              </p>
            ))}
          </li>
        ))}
      </Box>
    </Section>
  );
}
