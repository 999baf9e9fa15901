import { Stack } from "@mantine/core";
import { useSourceNames } from "@/data/catalog/source-names";
import { describeFieldChange, type FieldChangeDescription, fieldLabel } from "@/data/changes/change-labels";
import type { FieldChange } from "@/data/journal/journal-entry";
import { HiddenText } from "@/ui/primitives/hidden-text";
import shared from "@/ui/theme/shared.module.css";
import classes from "./change-list.module.css";

/** Lists changed fields. For email recipients, lists the added and removed ones. */
export function ChangeList({ changes }: { readonly changes: readonly FieldChange[] }) {
  const { names } = useSourceNames();
  return (
    <Stack component="dl" gap="xs" fz="sm">
      {changes.map((change) => (
        <div key={change.field} className={classes.change}>
          <dt className={shared.dim}>{fieldLabel(change.field)}</dt>
          <dd className={shared.anywhere}>
            <ChangedValues changed={describeFieldChange(change, { names })} />
          </dd>
        </div>
      ))}
    </Stack>
  );
}

function ChangedValues({ changed }: { readonly changed: FieldChangeDescription }) {
  if ("before" in changed) {
    return (
      <>
        <span className={shared.dim}>{changed.before}</span>
        <span aria-hidden="true"> → </span>
        <HiddenText>becomes </HiddenText>
        <span>{changed.after}</span>
      </>
    );
  }
  return (
    <ul className={shared.list}>
      {changed.added.map((item) => (
        <li key={`+${item}`}>
          <span aria-hidden="true">+ </span>
          <HiddenText>added: </HiddenText>
          {item}
        </li>
      ))}
      {changed.removed.map((item) => (
        <li key={`-${item}`} className={shared.dim}>
          <span aria-hidden="true">− </span>
          <HiddenText>removed: </HiddenText>
          {item}
        </li>
      ))}
    </ul>
  );
}
