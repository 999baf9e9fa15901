import { Group } from "@mantine/core";
import { useApi, useMissingScopeMessage } from "@/data/backend/backend";
import {
  GroupDrawer,
  GroupSubscriptions,
  groupFacts,
} from "@/features/subscriptions/groups/group-subscriptions";
import { CoverageNotice, type GroupPage } from "@/features/subscriptions/groups/group-table";
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
import { ButtonWithDisabledReason } from "@/ui/primitives/link-button";
import { KeyValueList } from "@/ui/primitives/section";
import { MaskedText } from "@/ui/primitives/source-lines";
import shared from "@/ui/theme/shared.module.css";
import type { RecipientTask } from "./recipient-task";

interface RecipientDrawerProps {
  readonly page: GroupPage<Recipient>;
  readonly ownDomains: readonly string[];
  readonly onStartTask: (task: RecipientTask) => void;
}

export function RecipientDrawer({ page, ownDomains, onStartTask }: RecipientDrawerProps) {
  const { projectId } = useApi();
  const refusal = useMissingScopeMessage(SUBSCRIPTION_WRITE_SCOPE);
  const { now, openGroup: recipient } = page;
  const listUrl = recipient && recipientSubscriptionsUrl(projectId, recipient);
  return (
    <GroupDrawer
      page={page}
      title={recipient ? recipientName(recipient) : missingRecipientName(page.openKey ?? "")}
      listUrl={listUrl}
      membership="has this recipient"
      actions={
        recipient && (
          <>
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
        )
      }
    >
      {recipient && listUrl && (
        <>
          <CoverageNotice coverage={page.coverage} />
          <KeyValueList items={recipientFacts(recipient, ownDomains, now)} />
          <GroupSubscriptions
            records={recipient.records}
            listUrl={listUrl}
            now={now}
            {...(hasMoreInList(recipient, page.table.records) && {
              note: "“Show subscriptions” also finds longer addresses that contain this address.",
            })}
          />
        </>
      )}
    </GroupDrawer>
  );
}

function missingRecipientName(key: string): string {
  const separator = key.indexOf(":");
  return recipientHint(key.slice(0, separator), key.slice(separator + 1));
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
