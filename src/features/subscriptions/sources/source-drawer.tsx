import { Box } from "@mantine/core";
import { useMemo } from "react";
import { useApi } from "@/data/backend/backend";
import { fullSourceLabel, isSourceMissing, shortSourceLabel } from "@/data/catalog/source-labels";
import { useSourceNames, useSourceUrl } from "@/data/catalog/source-names";
import { getRecipients } from "@/data/subscriptions/subscriptions";
import {
  GroupDrawer,
  GroupSubscriptions,
  groupFacts,
} from "@/features/subscriptions/groups/group-subscriptions";
import type { GroupPage } from "@/features/subscriptions/groups/group-table";
import { identifyRecipient } from "@/features/subscriptions/groups/subscription-groups";
import { recipientHint } from "@/lib/recipients/recipients";
import { formatCount, pluralize } from "@/lib/text/numbers";
import { paths } from "@/lib/url/paths";
import { Notice } from "@/ui/feedback/states";
import { LinkButton } from "@/ui/primitives/link-button";
import { KeyValueList } from "@/ui/primitives/section";
import { DownloadIcon } from "@/ui/theme/icons";
import shared from "@/ui/theme/shared.module.css";
import { type SourceGroup, sourceKindLabel, sourceSubscriptionsUrl } from "./source-index";

const MAX_RECIPIENTS = 50;

export function SourceDrawer({ page }: { readonly page: GroupPage<SourceGroup> }) {
  const { projectId } = useApi();
  const { names } = useSourceNames();
  const { now, openGroup: source } = page;
  const listUrl = source && sourceSubscriptionsUrl(projectId, source);
  return (
    <GroupDrawer
      page={page}
      title={source ? shortSourceLabel(source.reference, names) : "Source"}
      listUrl={listUrl}
      membership="sends this source"
      actions={
        source && (
          <LinkButton
            to={paths.newExport(projectId, { [source.kind]: source.id })}
            leftSection={<DownloadIcon />}
          >
            New export
          </LinkButton>
        )
      }
    >
      {source && listUrl && (
        <>
          {isSourceMissing(source.reference, names) && (
            <Notice tone="warning" title="Deleted or hidden">
              The server doesn't have this {source.kind}, or doesn't show it to this API key.
            </Notice>
          )}
          <SourceFacts source={source} now={now} />
          <GroupSubscriptions records={source.records} listUrl={listUrl} now={now} />
          <SourceRecipients source={source} />
        </>
      )}
    </GroupDrawer>
  );
}

function SourceFacts({ source, now }: { readonly source: SourceGroup; readonly now: Date }) {
  const { names } = useSourceNames();
  const { kind, reference } = source;
  const url = useSourceUrl()(reference);
  const label = fullSourceLabel(reference, names);
  return (
    <KeyValueList
      items={[
        {
          label: sourceKindLabel(kind),
          value:
            url === null || isSourceMissing(reference, names) ? (
              label
            ) : (
              <a href={url} target="_blank" rel="noreferrer">
                {label}
              </a>
            ),
        },
        ...groupFacts(source, now),
      ]}
    />
  );
}

function SourceRecipients({ source }: { readonly source: SourceGroup }) {
  const recipients = useMemo(() => [...listRecipients(source)], [source]);
  const hiddenCount = recipients.length - MAX_RECIPIENTS;
  if (recipients.length === 0) return null;
  return (
    <section aria-labelledby="source-recipients">
      <Box id="source-recipients" component="h3" mb={6} fz="sm">
        {pluralize(recipients.length, "recipient", "recipients")}
      </Box>
      <Box component="ul" className={`${shared.list} ${shared.anywhere}`} fz="sm">
        {recipients.slice(0, MAX_RECIPIENTS).map(([key, label]) => (
          <li key={key}>{label}</li>
        ))}
        {hiddenCount > 0 && <li>{`and ${formatCount(hiddenCount)} more`}</li>}
      </Box>
    </section>
  );
}

/** Returns the distinct recipients. Labels each one with its first spelling in the records. */
function listRecipients({ records }: SourceGroup) {
  const labels = new Map<string, string>();
  for (const record of records) {
    for (const text of getRecipients(record)) {
      const key = identifyRecipient(record, text);
      if (!labels.has(key)) labels.set(key, recipientHint(record.target_type, text));
    }
  }
  return labels;
}
