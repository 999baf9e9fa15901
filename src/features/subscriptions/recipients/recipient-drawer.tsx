import { Group } from "@mantine/core";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import { GroupSubscriptions, groupFacts } from "@/features/subscriptions/groups/group-subscriptions";
import { CoverageNotice, type GroupCoverage } from "@/features/subscriptions/groups/group-table";
import { SUBSCRIPTION_WRITE_SCOPE } from "@/features/subscriptions/model/subscription-rules";
import {
  ExternalBadge,
  hasMoreInList,
  isSecretRecipient,
  type Recipient,
  recipientKindLabel,
  recipientName,
  recipientSubscriptionsUrl,
} from "@/features/subscriptions/recipients/model/recipient-index";
import { getOwnership } from "@/features/subscriptions/recipients/model/recipient-search";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatCount, pluralForm } from "@/lib/text/numbers";
import { SkeletonLines } from "@/ui/feedback/states";
import { SideDrawer } from "@/ui/overlay/frames";
import { ButtonWithDisabledReason, LinkButton } from "@/ui/primitives/link-button";
import { KeyValueList } from "@/ui/primitives/section";
import { MaskedText } from "@/ui/primitives/source-lines";
import { ListIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import type { RecipientTask } from "./recipient-task";

interface RecipientDrawerProps {
  readonly recipientKey: string;
  readonly recipients: readonly Recipient[];
  readonly isLoading: boolean;
  readonly coverage: GroupCoverage;
  readonly ownDomains: readonly string[];
  readonly now: Date;
  readonly onStartTask: (task: RecipientTask) => void;
  readonly onClose: () => void;
}

export function RecipientDrawer(props: RecipientDrawerProps) {
  const { recipientKey, recipients, isLoading, coverage, ownDomains, now, onStartTask, onClose } = props;
  const { projectId } = useApi();
  const recipient = recipients.find(({ key }) => key === recipientKey);
  return (
    <SideDrawer
      title={recipient ? recipientName(recipient) : missingRecipientName(recipientKey)}
      onClose={onClose}
      actions={recipient && <RecipientActions recipient={recipient} onStartTask={onStartTask} />}
    >
      {recipient ? (
        <>
          <CoverageNotice coverage={coverage} />
          <KeyValueList items={recipientFacts(recipient, ownDomains, now)} />
          <GroupSubscriptions
            records={recipient.records}
            listUrl={recipientSubscriptionsUrl(projectId, recipient)}
            now={now}
            {...(hasMoreInList(recipient, recipients) && {
              note: "“Show subscriptions” also finds longer addresses that contain this address.",
            })}
          />
        </>
      ) : isLoading ? (
        <SkeletonLines count={6} />
      ) : (
        <p>
          {coverage.totalCount === null
            ? "No subscription has this recipient."
            : "None of the subscriptions loaded so far has this recipient."}
        </p>
      )}
    </SideDrawer>
  );
}

function missingRecipientName(key: string): string {
  const separator = key.indexOf(":");
  return recipientHint(key.slice(0, separator), key.slice(separator + 1));
}

function RecipientActions({
  recipient,
  onStartTask,
}: { readonly recipient: Recipient } & Pick<RecipientDrawerProps, "onStartTask">) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  return (
    <>
      <LinkButton to={recipientSubscriptionsUrl(projectId, recipient)} leftSection={<ListIcon />}>
        Show subscriptions
      </LinkButton>
      <ButtonWithDisabledReason
        disabledReason={refusal}
        onClick={() => onStartTask({ kind: "replace", recipient })}
      >
        Replace everywhere…
      </ButtonWithDisabledReason>
      <ButtonWithDisabledReason
        disabledReason={refusal}
        onClick={() => onStartTask({ kind: "remove", recipients: [recipient] })}
      >
        Remove everywhere…
      </ButtonWithDisabledReason>
    </>
  );
}

function recipientFacts(recipient: Recipient, ownDomains: readonly string[], now: Date) {
  const { channel, domain, variants } = recipient;
  const ownership = getOwnership(recipient, ownDomains);
  return [
    { label: "Kind", value: recipientKindLabel(channel) },
    ...(domain === null
      ? []
      : [
          {
            label: "Domain",
            value: (
              <Group component="span" gap="2px 10px" align="stretch" display="inline-flex">
                {domain}
                {ownership === "outside" && <ExternalBadge />}
                {ownership === "own" && <span className={shared.dim}>Your domain</span>}
              </Group>
            ),
          },
        ]),
    ...groupFacts(recipient, now),
    {
      label: pluralForm(variants.length, "Spelling", "Spellings"),
      value: (
        <ul className={shared.list}>
          {variants.map(({ text, count }) => (
            <li key={text}>
              {isSecretRecipient(channel, text) ? (
                <MaskedText mask={recipientHint(channel, text)} text={text} noun="webhook URL" />
              ) : (
                // Quotation marks show leading and trailing spaces.
                <code className={shared.preWrap}>“{text}”</code>
              )}{" "}
              <span className={shared.dim}>{formatCount(count)}×</span>
            </li>
          ))}
        </ul>
      ),
    },
  ];
}
