import { useMemo, useState } from "react";
import type { OwnDomains } from "@/data/browser-storage/own-domains";
import type { Recipient } from "@/features/subscriptions/recipients/model/recipient-index";
import { readDomain } from "@/lib/recipients/domains";
import { plural } from "@/lib/text/numbers";
import type { Problem } from "@/lib/text/problem";
import { FormDrawer } from "@/ui/form/form-drawer";
import { ChipsField } from "@/ui/form/tags-input";
import classes from "./own-domains.module.css";

interface OwnDomainsDrawerProps {
  readonly own: OwnDomains;
  readonly recipients: readonly Recipient[];
  readonly onClose: () => void;
}

const MOST_SUGGESTED = 8;

/** Asks which domains are the person's own; everybody else is then marked. */
export function OwnDomainsDrawer({ own, recipients, onClose }: OwnDomainsDrawerProps) {
  const [chosen, setChosen] = useState<readonly string[]>(own.domains);
  const [draft, setDraft] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const common = useMemo(() => commonDomains(recipients), [recipients]);
  const counts = new Map(common);

  const mistakeOf = (item: string) => {
    const domain = readDomain(item);
    const isWhole = domain !== null && (domain.includes(".") || counts.has(domain));
    return isWhole ? null : `“${item}” is no whole domain. Write it like example.com.`;
  };
  const toggle = (domain: string) =>
    setChosen(chosen.includes(domain) ? chosen.filter((each) => each !== domain) : [...chosen, domain]);

  function keep() {
    if (chosen.some((item) => mistakeOf(item) !== null)) return;
    const failure = own.choose([...new Set(chosen.flatMap((item) => readDomain(item) ?? []))]);
    if (failure === null) onClose();
    else setProblem({ title: "The domains are not kept", detail: failure, canRetry: true });
  }

  return (
    <FormDrawer
      title="Own domains"
      submitLabel="Keep"
      loading={false}
      submitError={problem}
      dirty={draft.trim() !== "" || chosen.join() !== own.domains.join()}
      onSubmit={keep}
      onClose={onClose}
    >
      <p className={classes.words}>
        Recipients in other domains are marked “Outside”. Subdomains count as own: example.com covers
        mail.example.com. Slack channels have no domain and are never marked.
      </p>
      <ChipsField
        label="Own domains"
        value={chosen}
        onChange={setChosen}
        placeholder="example.com"
        description="Kept in this browser, for this project. Without any, nothing is marked."
        validate={mistakeOf}
        splitPaste={(text) => text.split(/[\s,;]+/).filter(Boolean)}
        onDraftChange={setDraft}
      />
      {common.length > 0 && (
        <fieldset className={classes.common}>
          <legend>Most common here</legend>
          {common.slice(0, MOST_SUGGESTED).map(([domain, count]) => (
            <label key={domain} className={classes.choice}>
              <input type="checkbox" checked={chosen.includes(domain)} onChange={() => toggle(domain)} />
              <span className={classes.domain}>{domain}</span>
              <span className={classes.count}>{plural(count, "recipient", "recipients")}</span>
            </label>
          ))}
        </fieldset>
      )}
    </FormDrawer>
  );
}

/** Domains with their number of recipients, the commonest first. */
function commonDomains(recipients: readonly Recipient[]): readonly (readonly [string, number])[] {
  const counts = new Map<string, number>();
  for (const { domain } of recipients) {
    if (domain !== null) counts.set(domain, (counts.get(domain) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1]);
}
