import { useId } from "react";
import type { QueryField } from "@/lib/query/query-text";
import { HelpLink } from "@/ui/page/help-link";
import classes from "./query-help.module.css";

interface QueryHelpProps {
  readonly fields: readonly QueryField[];
}

/** How to write a query, with the collection's own fields as examples. Import it lazily: few open it. */
export function QueryHelp({ fields }: QueryHelpProps) {
  const id = useId();
  return (
    <div className={classes.help}>
      <table className={classes.table}>
        <caption>Write this to find</caption>
        <tbody>
          {buildExamples(fields).map(({ query, meaning }) => (
            <tr key={query}>
              <th scope="row">
                <code>{query}</code>
              </th>
              <td>{meaning}</td>
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

interface Example {
  readonly query: string;
  readonly meaning: string;
}

/** Words for everybody, then one example for each kind of field that there is. */
function buildExamples(fields: readonly QueryField[]): readonly Example[] {
  const fieldsOfKind = (kind: QueryField["kind"]) => fields.filter((field) => field.kind === kind);
  const [text] = fieldsOfKind("text");
  const choice = fieldsOfKind("choice").find(({ values = [] }) => values.length > 1);
  const [number] = fieldsOfKind("number");
  const [date] = fieldsOfKind("date");
  const [state] = fieldsOfKind("state");
  const [firstValue, secondValue] = choice?.values ?? [];
  const [stateValue] = state?.values ?? [];
  return [
    { query: "weekly ana", meaning: "Records with both words, wherever they stand" },
    { query: '"weekly report"', meaning: "Records with exactly this text" },
    { query: "-test", meaning: "Records without this word; works before a field as well" },
    ...(text ? [{ query: `${text.name}:ana`, meaning: `Only in one field: ${text.label}` }] : []),
    ...(choice && firstValue && secondValue
      ? [{ query: `${choice.name}:${firstValue.value},${secondValue.value}`, meaning: "One or the other" }]
      : []),
    ...(date
      ? [
          { query: `${date.name}:today..+7d`, meaning: "From today until seven days later" },
          { query: `${date.name}:2026-11`, meaning: "A year, a month or a day" },
          { query: `${date.name}:>=2026-11-21`, meaning: "On this day or later; <, <= and > work too" },
          { query: `${date.name}:none`, meaning: "Without a date; any means with one" },
        ]
      : []),
    ...(number ? [{ query: `${number.name}:1..5`, meaning: "A span of numbers; >2 and <=3 work too" }] : []),
    ...(state && stateValue
      ? [{ query: `${state.name}:${stateValue.value}`, meaning: stateValue.label }]
      : []),
  ];
}
