import { type ReactNode, useEffect } from "react";
import { Link } from "react-router-dom";
import { ChevronRightIcon } from "@/ui/theme/icons";
import classes from "./page.module.css";

interface PageProps {
  readonly title: string;
  /** Defaults to the title. */
  readonly documentTitle?: string;
  readonly breadcrumbs?: readonly { readonly label: string; readonly to?: string }[];
  readonly actions?: ReactNode;
  readonly help?: ReactNode;
  readonly description?: ReactNode;
  readonly children: ReactNode;
}

/** In characters. Names of records can be longer than what a tab or the browser's history shows. */
const MAX_TITLE_LENGTH = 90;

/** Shows a page's heading, actions, and content, and sets the document title. */
export function Page({
  title,
  documentTitle,
  breadcrumbs = [],
  actions,
  help,
  description,
  children,
}: PageProps) {
  useEffect(() => {
    const characters = [...(documentTitle ?? title)];
    document.title = `${characters.slice(0, MAX_TITLE_LENGTH).join("")} · Environs`;
  }, [documentTitle, title]);

  return (
    <div className={classes.page}>
      <header className={classes.header}>
        {breadcrumbs.length > 0 && <Breadcrumbs items={breadcrumbs} />}
        <div className={classes.bar}>
          <div className={classes.heading}>
            {/* The app focuses the heading after navigation. */}
            <h1 tabIndex={-1} className={classes.title}>
              {title}
            </h1>
            {help !== undefined && <div className={classes.help}>{help}</div>}
            {description !== undefined && <div className={classes.description}>{description}</div>}
          </div>
          {actions !== undefined && (
            <div className={classes.actions} data-no-print>
              {actions}
            </div>
          )}
        </div>
      </header>
      <div className={classes.content}>{children}</div>
    </div>
  );
}

function Breadcrumbs({ items }: { readonly items: NonNullable<PageProps["breadcrumbs"]> }) {
  return (
    <nav aria-label="Breadcrumbs">
      <ol className={classes.breadcrumbs}>
        {items.map((item, index) => (
          <li key={item.label} className={classes.breadcrumb}>
            {item.to === undefined ? <span>{item.label}</span> : <Link to={item.to}>{item.label}</Link>}
            {/* The title follows on the next line, so the last item needs no separator. */}
            {index < items.length - 1 && <ChevronRightIcon size={12} />}
          </li>
        ))}
      </ol>
    </nav>
  );
}
