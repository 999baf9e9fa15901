import { useDisclosure } from "@mantine/hooks";
import type { QueryField } from "@/lib/query/query-text";
import { Panel } from "@/ui/overlay/panel";
import { HelpLink } from "@/ui/page/help-link";
import { IconButton } from "@/ui/primitives/link-button";
import { InfoIcon } from "@/ui/theme/icons";
import classes from "./query-help.module.css";

interface QueryHelpProps {
  readonly fields: readonly QueryField[];
}

export function QueryHelpButton({ fields }: QueryHelpProps) {
  const [opened, { toggle, close }] = useDisclosure();
  return (
    <Panel
      opened={opened}
      onClose={close}
      width={560}
      target={<IconButton label="Search syntax" icon={<InfoIcon />} hasTooltip={false} onClick={toggle} />}
    >
      <QueryHelp fields={fields} />
    </Panel>
  );
}

/** Shows the search syntax, with examples for the collection's fields. */
function QueryHelp({ fields }: QueryHelpProps) {
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrollable by keyboard
    <div tabIndex={0} data-autofocus>
      <HelpTable title="Examples" rows={listExamples(fields)} />
      {fields.length > 0 && (
        <HelpTable title="Fields" rows={fields.map(({ name, label }) => [`${name}:`, label])} />
      )}
      <HelpLink page="search-language" topic="the search language" />
    </div>
  );
}

type HelpRow = readonly [query: string, description: string];

function HelpTable({ title, rows }: { readonly title: string; readonly rows: readonly HelpRow[] }) {
  return (
    <table className={classes.table}>
      <caption>{title}</caption>
      <tbody>
        {rows.map(([query, description]) => (
          <tr key={query}>
            <th scope="row">
              <code>{query}</code>
            </th>
            <td>{description}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const GENERAL_EXAMPLES: readonly HelpRow[] = [
  ["weekly ana", "Both words, in any field"],
  ['"weekly report"', "This exact text"],
  ["-test", "Without this word; also works before a field"],
];

const FIELD_EXAMPLES: Readonly<Record<QueryField["kind"], (field: QueryField) => readonly HelpRow[]>> = {
  text: ({ name, label }) => [[`${name}:ana`, `In one field: ${label}`]],
  choice: ({ name, values: [first, second] = [] }) =>
    first && second ? [[`${name}:${first.value},${second.value}`, "Either value"]] : [],
  date: ({ name, direction }) => [
    direction === "past"
      ? [`${name}:-7d`, "The last 7 days and today"]
      : [`${name}:today..+7d`, "Today and the next 7 days"],
    [`${name}:2026-11`, "A year, month, or day"],
    [`${name}:>=2026-11-21`, "On or after this day; also <, <=, and >"],
    [`${name}:none`, "No date; use “any” to find any date"],
  ],
  number: ({ name }) => [[`${name}:1..5`, "A range of numbers; also >2 and <=3"]],
  state: ({ name, values: [first] = [] }) => (first ? [[`${name}:${first.value}`, first.label]] : []),
};

/** Returns examples for the first field of each kind that has one. */
function listExamples(fields: readonly QueryField[]): readonly HelpRow[] {
  const fieldExamples = Object.entries(FIELD_EXAMPLES).flatMap(
    ([kind, examplesOf]) =>
      fields
        .filter((field) => field.kind === kind)
        .map(examplesOf)
        .find(({ length }) => length > 0) ?? [],
  );
  return [...GENERAL_EXAMPLES, ...fieldExamples];
}
