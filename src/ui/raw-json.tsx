import { lazy, Suspense, useState } from "react";
import { ChevronRightIcon } from "./icons";
import classes from "./raw-json.module.css";

// Few ever look.
const RawText = lazy(() => import("./raw-text").then((module) => ({ default: module.RawText })));

interface RawJsonProps {
  readonly value: unknown;
  /** The words on the disclosure. */
  readonly label: string;
}

/** Any value as indented JSON behind a disclosure. It is text, never markup. */
export function RawJson({ value, label }: RawJsonProps) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className={classes.details} onToggle={(event) => setIsOpen(event.currentTarget.open)}>
      <summary className={classes.summary}>
        <ChevronRightIcon size={12} />
        {label}
      </summary>
      {/* Written out only when somebody looks: a large answer takes a while to print. */}
      <Suspense fallback={null}>{isOpen && <RawText value={value} label={label} />}</Suspense>
    </details>
  );
}
