import { Box } from "@mantine/core";
import { CopyButton } from "@/ui/feedback/copy-button";
import shared from "@/ui/theme/shared.module.css";
import { propertyValueLabel, type TypedProperty } from "./property-types";
import classes from "./value-list.module.css";

interface ValueListProps {
  readonly label: string;
  /** In the server's order, usually most frequent first. Null represents sessions without a value. */
  readonly values: readonly { readonly name: string | null }[];
  readonly property: TypedProperty | null;
  readonly isStale: boolean;
}

export function ValueList({ label, values, property, isStale }: ValueListProps) {
  return (
    <ul
      className={`${shared.list} ${shared.divided} ${shared.updating}`}
      aria-label={label}
      aria-busy={isStale || undefined}
      data-old={isStale || undefined}
    >
      {values.map(({ name }, index) => (
        // The key includes the index, because the server may list a value twice.
        <li key={`${index} ${name}`} className={classes.value}>
          {name === null ? (
            <span className={classes.none}>Not set</span>
          ) : (
            <PropertyValue text={name} explanation={propertyValueLabel(property, name)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function PropertyValue({
  text,
  explanation,
}: {
  readonly text: string;
  readonly explanation: string | null;
}) {
  const placeholder = text.trim() === "" ? (text === "" ? "Empty" : "Only spaces") : null;
  return (
    <>
      {placeholder === null ? (
        <Box component="span" className={`${shared.preWrap} ${shared.numeric}`} miw={0} py={4}>
          {/* Quotation marks show leading and trailing spaces. */}
          {text === text.trim() ? text : `“${text}”`}
          {explanation !== null && (
            <Box component="span" ms="xs" c="dimmed">
              {explanation}
            </Box>
          )}
        </Box>
      ) : (
        <span className={classes.none}>{placeholder}</span>
      )}
      <CopyButton value={text} label={`Copy ${placeholder === null ? text : "value"}`} />
    </>
  );
}
