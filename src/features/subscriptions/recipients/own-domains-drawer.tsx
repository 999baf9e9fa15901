import { Checkbox, Group } from "@mantine/core";
import { useMemo, useState } from "react";
import type { OwnDomains } from "@/data/browser-storage/project-settings";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { parseDomain } from "@/lib/recipients/email-match";
import { pluralize } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer } from "@/ui/form/form-drawer";
import { TagsInput } from "@/ui/form/tags-input";
import shared from "@/ui/theme/shared.module.css";

interface OwnDomainsDrawerProps {
  readonly ownDomains: OwnDomains;
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
}

const MAX_SUGGESTIONS = 8;

export function OwnDomainsDrawer({ ownDomains, recipients, onClose }: OwnDomainsDrawerProps) {
  const [chosenDomains, setChosenDomains] = useState<readonly string[]>(ownDomains.domains);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const suggestions = useMemo(() => findCommonDomains(recipients), [recipients]);
  const counts = new Map(suggestions);

  const validateDomain = (item: string) => {
    const domain = parseDomain(item);
    const isCompleteDomain = domain !== null && (domain.includes(".") || counts.has(domain));
    return isCompleteDomain ? null : `“${item}” isn't a complete domain. Enter one like example.com.`;
  };

  function saveDomains() {
    if (chosenDomains.some((item) => validateDomain(item) !== null)) return;
    const failure = ownDomains.setDomains([
      ...new Set(chosenDomains.flatMap((item) => parseDomain(item) ?? [])),
    ]);
    if (failure === null) onClose();
    else setProblem({ title: "Couldn't save the domains", detail: failure, canRetry: true });
  }

  return (
    <FormDrawer
      title="Your domains"
      submitLabel="Save"
      loading={false}
      submitError={problem}
      isDirty={draft.trim() !== "" || chosenDomains.join() !== ownDomains.domains.join()}
      onSubmit={saveDomains}
      onClose={onClose}
    >
      <p className={shared.hint}>
        Recipients outside your domains and their subdomains are marked “External”. Slack channels are never
        marked.
      </p>
      <TagsInput
        label="Your domains"
        value={chosenDomains}
        onChange={setChosenDomains}
        placeholder="example.com"
        description="Stored in this browser, for this project."
        validate={validateDomain}
        splitItems={(text) => text.split(/[\s,;]+/).filter(Boolean)}
        onDraftChange={setDraft}
      />
      {suggestions.length > 0 && (
        <Checkbox.Group label="Most common domains" value={[...chosenDomains]} onChange={setChosenDomains}>
          {suggestions.slice(0, MAX_SUGGESTIONS).map(([domain, count]) => (
            <Group key={domain} mih="max(32px, var(--ui-target))" className={shared.anywhere}>
              <Checkbox
                value={domain}
                label={
                  <>
                    {domain}{" "}
                    <span className={shared.count}>{pluralize(count, "recipient", "recipients")}</span>
                  </>
                }
              />
            </Group>
          ))}
        </Checkbox.Group>
      )}
    </FormDrawer>
  );
}

/** Returns each domain with its number of recipients, most common first. */
function findCommonDomains(recipients: readonly Recipient[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { domain } of recipients) {
    if (domain !== null) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
