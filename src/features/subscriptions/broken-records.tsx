import type { BrokenRecord } from "@/contract/readers";
import { plural } from "@/lib/numbers";
import { RawJson } from "@/ui/raw-json";
import { Notice } from "@/ui/states";

/** Counts the records that could not be read, and lets a person look at them as they were served. */
export function BrokenRecords({ broken }: { readonly broken: readonly BrokenRecord[] }) {
  if (broken.length === 0) return null;
  return (
    <Notice tone="warning" title={`${plural(broken.length, "delivery", "deliveries")} could not be read`}>
      <p>The server sent something this version does not understand. All others are shown.</p>
      {broken.map((record) => (
        <RawJson key={record.index} value={record.raw} label={mistakeWords(record)} />
      ))}
    </Notice>
  );
}

function mistakeWords({ index, issues }: BrokenRecord): string {
  const [first] = issues;
  const mistake = first ? ` ${first.path ? `${first.path}: ` : ""}${first.message}` : "";
  return `Record ${index + 1} of the answer.${mistake}`;
}
