import { CopyButton } from "@/ui/feedback/copy-button";
import { HiddenText } from "@/ui/primitives/hidden-text";
import { type TypedProperty, valueWords } from "./property-types";
import classes from "./value-list.module.css";

interface ValueListProps {
  readonly label: string;
  /** As served, the most frequent first where the server sorts them; null stands for sessions without a value. */
  readonly values: readonly { readonly name: string | null }[];
  readonly property: TypedProperty | null;
  /** They belong to an earlier search. */
  readonly isOld: boolean;
}

/** The values of a property, each with the way to copy it. */
export function ValueList({ label, values, property, isOld }: ValueListProps) {
  return (
    <ul
      className={classes.list}
      aria-label={label}
      aria-busy={isOld || undefined}
      data-old={isOld || undefined}
    >
      {values.map(({ name }, place) => (
        // A server may list a value twice; its place tells them apart.
        <li key={`${place} ${name}`} className={classes.value}>
          {name === null ? (
            <span className={classes.none}>Not set</span>
          ) : (
            <Value text={name} words={valueWords(property, name)} />
          )}
        </li>
      ))}
    </ul>
  );
}

function Value({ text, words }: { readonly text: string; readonly words: string | null }) {
  const shown = text.trim() === "" ? (text === "" ? "Empty text" : "Blanks only") : null;
  return (
    <>
      {shown === null ? (
        <span className={classes.text}>
          {/* Blanks at its ends would not be seen. */}
          {text === text.trim() ? text : `“${text}”`}
          {words !== null && <span className={classes.words}>{words}</span>}
        </span>
      ) : (
        <span className={classes.none}>
          {shown} <HiddenText>as a value</HiddenText>
        </span>
      )}
      <CopyButton value={text} label={`Copy ${shown === null ? text : "it"}`} />
    </>
  );
}
