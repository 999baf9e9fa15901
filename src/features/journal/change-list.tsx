import { fieldLabel, valueWords } from "@/data/change-words";
import type { FieldChange } from "@/data/journal-entry";
import { HiddenText } from "@/ui/hidden-text";
import classes from "./change-list.module.css";
import { recipientChange } from "./journal-words";

/** Fields before and after, one below the other; of recipients who came and who went. */
export function ChangeList({ changes }: { readonly changes: readonly FieldChange[] }) {
  return (
    <dl className={classes.list}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{fieldLabel(change.field)}</dt>
          <dd>
            <Values change={change} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Values({ change }: { readonly change: FieldChange }) {
  const people = recipientChange(change);
  if (people === null) {
    return (
      <>
        <span className={classes.before}>{valueWords(change.before)}</span>
        <span aria-hidden="true"> → </span>
        <HiddenText>becomes </HiddenText>
        <span>{valueWords(change.after)}</span>
      </>
    );
  }
  return (
    <ul className={classes.people}>
      {people.added.map((item) => (
        <li key={`+${item}`}>
          <span aria-hidden="true">+ </span>
          <HiddenText>added: </HiddenText>
          {item}
        </li>
      ))}
      {people.removed.map((item) => (
        <li key={`-${item}`} className={classes.before}>
          <span aria-hidden="true">− </span>
          <HiddenText>removed: </HiddenText>
          {item}
        </li>
      ))}
    </ul>
  );
}

/** The same in one line: "Title: A → B, Recipients: +1 −2". */
export function changeSummary(changes: readonly FieldChange[]): string {
  return changes
    .map((change) => {
      const people = recipientChange(change);
      const label = fieldLabel(change.field);
      if (people === null) return `${label}: ${valueWords(change.before)} → ${valueWords(change.after)}`;
      const parts = [
        ...people.added.map((item) => `+ ${item}`),
        ...people.removed.map((item) => `− ${item}`),
      ];
      return `${label}: ${parts.join(", ")}`;
    })
    .join("; ");
}
