import { type ReactNode, useId } from "react";
import { Link } from "react-router-dom";
import classes from "./section.module.css";

interface SectionProps {
  readonly title: string;
  /** Status after the title. */
  readonly status?: ReactNode;
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

export function Section({ title, status, actions, children }: SectionProps) {
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <div className={classes.head}>
        <div className={classes.heading}>
          <h2 id={id}>{title}</h2>
          {status}
        </div>
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

interface SectionLinkProps {
  readonly to: string;
  readonly children: ReactNode;
}

/** Shows a link to the page with all items of a section. */
export function SectionLink({ to, children }: SectionLinkProps) {
  return (
    <Link to={to} className={classes.link}>
      {children}
    </Link>
  );
}
