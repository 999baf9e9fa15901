import { useId } from "react";
import type { QueryField } from "@/lib/query/query-text";
import { HelpLink } from "@/ui/page/help-link";
import { buildExamples } from "./query-examples";
import classes from "./query-help.module.css";

interface QueryHelpProps {
  readonly fields: readonly QueryField[];
}

/**
 * Shows the search syntax, with examples for the collection's fields. Import this component lazily.
 */
export function QueryHelp({ fields }: QueryHelpProps) {
  const id = useId();
  return (
    <div className={classes.help}>
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
