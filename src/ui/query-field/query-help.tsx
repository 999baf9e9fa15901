import { useDisclosure } from "@mantine/hooks";
import { useId } from "react";
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
  const id = useId();
  return (
    // oxlint-disable-next-line no-noninteractive-tabindex -- scrollable by keyboard
    <div className={classes.help} tabIndex={0} data-autofocus>
      <table className={classes.table}>
        <caption>Examples</caption>
        <tbody>
          {buildExamples(fields).map(({ query, description }) => (
            <tr key={query}>
              <th scope="row">
                <code>{query}</code>
              </th>
              <td>{description}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {fields.length > 0 && (
        <>
          <p id={id} className={classes.title}>
            Fields
          </p>
          <dl className={classes.fields} aria-labelledby={id}>
            {fields.map(({ name, label }) => (
              <div key={name}>
                <dt>
                  <code>{name}:</code>
                </dt>
                <dd>{label}</dd>
              </div>
            ))}
          </dl>
        </>
      )}
      <p className={classes.more}>
        <HelpLink page="search-language" topic="the search language" />
      </p>
    </div>
  );
}

interface QueryExample {
  readonly query: string;
  readonly description: string;
}

function buildExamples(fields: readonly QueryField[]): readonly QueryExample[] {
  const fieldsOfKind = (kind: QueryField["kind"]) => fields.filter((field) => field.kind === kind);
  const [text] = fieldsOfKind("text");
  const choice = fieldsOfKind("choice").find(({ values = [] }) => values.length > 1);
  const [number] = fieldsOfKind("number");
  const [date] = fieldsOfKind("date");
  const [state] = fieldsOfKind("state");
  const [firstValue, secondValue] = choice?.values ?? [];
  const [stateValue] = state?.values ?? [];
  return [
    { query: "weekly ana", description: "Both words, in any field" },
    { query: '"weekly report"', description: "This exact text" },
    { query: "-test", description: "Without this word; also works before a field" },
    ...(text ? [{ query: `${text.name}:ana`, description: `In one field: ${text.label}` }] : []),
    ...(choice && firstValue && secondValue
      ? [{ query: `${choice.name}:${firstValue.value},${secondValue.value}`, description: "Either value" }]
      : []),
    ...(date
      ? [
          { query: `${date.name}:today..+7d`, description: "Today and the next 7 days" },
          { query: `${date.name}:2026-11`, description: "A year, month, or day" },
          { query: `${date.name}:>=2026-11-21`, description: "On or after this day; also <, <=, and >" },
          { query: `${date.name}:none`, description: "No date; use “any” to find any date" },
        ]
      : []),
    ...(number ? [{ query: `${number.name}:1..5`, description: "A range of numbers; also >2 and <=3" }] : []),
    ...(state && stateValue
      ? [{ query: `${state.name}:${stateValue.value}`, description: stateValue.label }]
      : []),
  ];
}
