import { Box, Stack } from "@mantine/core";
import type { ExplicitMember } from "@/contract/members";
import { getRaw } from "@/contract/parsers";
import type { AccessContext, KnownPerson } from "@/data/people/known-people";
import { EmailFact } from "@/features/members/parts/person-cells";
import { LocalAndUtcTime } from "@/ui/feedback/local-and-utc-time";
import { RawJson } from "@/ui/feedback/raw-json";
import { KeyValueList } from "@/ui/primitives/key-value-list";
import { ProgressLine } from "@/ui/primitives/progress-line";
import { Section } from "@/ui/primitives/section";
import { AccessSection } from "./access-section";
import { LevelChangesSection } from "./level-changes-section";
import { PersonExports } from "./person-exports";
import { PersonJournal } from "./person-journal";
import { PersonSubscriptions } from "./person-subscriptions";

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
