import type { ComponentProps, CSSProperties, ReactNode } from "react";
import type { PageElements } from "@/features/help/pages/compiled-pages";
import { CopyButton } from "@/ui/feedback/copy-button";
import { Link } from "@/ui/primitives/link";
import classes from "./help-article.module.css";
import { useIsScrollable } from "./use-is-scrollable";

function HelpLink({ href, children }: ComponentProps<PageElements["Link"]>) {
  if (href.startsWith("/") || href.startsWith("#")) return <Link to={href}>{children}</Link>;
  return (
    <a href={href} target="_blank" rel="noreferrer">
      {children}
    </a>
  );
}

/** Scrolls wide content horizontally. Overflowing content is focusable for scrolling by keyboard. */
function Scroller({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const { ref, isScrollable } = useIsScrollable();
  const focusable = isScrollable ? ({ tabIndex: 0, role: "region", "aria-label": label } as const) : {};
  return (
    <div ref={ref} className={classes.scroller} {...focusable}>
      {children}
    </div>
  );
}

function CodeBlock({ label, text }: ComponentProps<PageElements["CodeBlock"]>) {
  return (
    <div className={classes.code}>
      <Scroller label={`Code: ${label}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scroller>
      <div className={classes.copy} data-no-print>
        <CopyButton value={text} label="Copy code" />
      </div>
    </div>
  );
}

function Table({ label, children }: ComponentProps<PageElements["Table"]>) {
  return (
    <Scroller label={`Table: ${label}`}>
      <table className={classes.table}>{children}</table>
    </Scroller>
  );
}

function Cell({ isHeader, align, children }: ComponentProps<PageElements["Cell"]>) {
  const style: CSSProperties | undefined = align && { textAlign: align };
  return isHeader ? (
    <th scope="col" style={style}>
      {children}
    </th>
  ) : (
    <td style={style}>{children}</td>
  );
}

export const helpElements: PageElements = { Link: HelpLink, CodeBlock, Table, Cell };
