import { useMemo } from "react";
import type { Subscription } from "@/api/subscriptions";
import { useKnownPeople } from "@/data/people/known-people";
import { getRecipients } from "@/features/subscriptions/model/subscription-rules";
import { channelLabel } from "@/lib/recipients/channels";
import { isWebUrl } from "@/lib/recipients/recipient-text";
import { normalizeAddress, recipientHint } from "@/lib/recipients/recipients";
import { describeInvalidRecipient } from "@/lib/recipients/validate-recipient";
import { pluralize } from "@/lib/text/numbers";
import { CopyButton } from "@/ui/feedback/copy-button";
import { MaskedText } from "@/ui/primitives/masked-text";
import { Section } from "@/ui/primitives/section";
import shared from "@/ui/theme/shared.module.css";
import classes from "./recipient-list.module.css";

export function RecipientList({ record }: { readonly record: Subscription }) {
  const recipients = getRecipients(record).map((recipient) => recipient.trim());
  const nameOf = useNames();
  const isEmail = record.target_type === "email";
  return (
    <Section
      title={
        isEmail
          ? pluralize(recipients.length, "recipient", "recipients")
          : `Recipient (${channelLabel(record.target_type)})`
      }
      {...(recipients.length > 0 && {
        actions: <CopyButton value={recipients.join(", ")} label="Copy recipients" />,
      })}
    >
      {recipients.length === 0 ? (
        <p className={shared.hint}>No recipients.</p>
      ) : (
        <ul className={`${shared.list} ${classes.list}`}>
          {recipients.map((recipient, index) => {
            const name = isEmail ? nameOf(recipient) : undefined;
            return (
              // The key includes the index, because the server may list an address twice.
              <li
                key={`${index} ${recipient}`}
                className={classes.recipient}
                data-email={isEmail || undefined}
                data-named={name !== undefined || undefined}
              >
                {isEmail && <span className={classes.name}>{name}</span>}
                <RecipientText channel={record.target_type} recipient={recipient} />
                <RecipientIssue channel={record.target_type} recipient={recipient} />
              </li>
            );
          })}
        </ul>
      )}
    </Section>
  );
}

/** Shows a recipient. A webhook URL is a secret, so it is masked until the user shows it. */
function RecipientText({ channel, recipient }: { readonly channel: string; readonly recipient: string }) {
  if (isWebUrl(recipient)) {
    return <MaskedText mask={recipientHint(channel, recipient)} text={recipient} noun="webhook URL" />;
  }
  return <span translate="no">{channel === "email" ? recipient : recipientHint(channel, recipient)}</span>;
}

function RecipientIssue({ channel, recipient }: { readonly channel: string; readonly recipient: string }) {
  const issue = describeInvalidRecipient(channel, recipient);
  return issue !== null && <span className={classes.issue}>{issue}</span>;
}

/**
 * Returns a function that finds a person's name by address. Its result is undefined if the name is
 * unknown or equals the address.
 */
function useNames(): (address: string) => string | undefined {
  const people = useKnownPeople();
  const names = useMemo(
    () => new Map(people.map(({ email, name }) => [normalizeAddress(email), name])),
    [people],
  );
  return (address) => {
    const name = names.get(normalizeAddress(address));
    return name === address ? undefined : name;
  };
}
