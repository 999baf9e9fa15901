import { type ReactNode, useId } from "react";
import classes from "./section.module.css";

interface SectionProps {
  readonly title: string;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id}>{title}</h2>
        {actions !== undefined && (
          <div className={classes.actions} data-no-print>
            {actions}
          </div>
        )}
      </div>
      <div className={classes.body}>{children}</div>
    </section>
  );
}
