import { useSourceNames } from "@/data/catalog/source-names";
import { describeFieldChange, type FieldChangeDescription, fieldLabel } from "@/data/changes/change-labels";
import type { FieldChange } from "@/data/journal/journal-entry";
import { HiddenText } from "@/ui/primitives/hidden-text";
import classes from "./change-list.module.css";

/** Lists changed fields. For email recipients, lists the added and removed ones. */
export function ChangeList({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { names } = useSourceNames();
  return (
    <dl className={classes.list}>
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt>{fieldLabel(change.field)}</dt>
          <dd>
            <ChangedValues changed={describeFieldChange(change, { names })} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ChangedValues({ changed }: { readonly changed: FieldChangeDescription }) {
  if ("before" in changed) {
    return (
      <>
        <span className={classes.before}>{changed.before}</span>
        <span aria-hidden="true"> → </span>
        <HiddenText>becomes </HiddenText>
        <span>{changed.after}</span>
      </>
    );
  }
  return (
    <ul className={classes.people}>
      {changed.added.map((item) => (
        <li key={`+${item}`}>
          <span aria-hidden="true">+ </span>
          <HiddenText>added: </HiddenText>
          {item}
        </li>
      ))}
      {changed.removed.map((item) => (
        <li key={`-${item}`} className={classes.before}>
          <span aria-hidden="true">− </span>
          <HiddenText>removed: </HiddenText>
          {item}
        </li>
      ))}
    </ul>
  );
}
