import { Box } from "@mantine/core";
import type { Token, Tokens } from "marked";
import { Fragment, type ReactNode, type RefCallback, use, useCallback, useState } from "react";
import { Link } from "react-router-dom";
import type { HelpPageName } from "@/lib/url/paths";
import { CopyButton } from "@/ui/feedback/copy-button";
import classes from "./help.module.css";
import { PageKeysContext } from "./page-keys";

// Renders the help pages from Markdown tokens as React elements, because the security policy forbids markup from text.

const pages = import.meta.glob<readonly Token[]>("./pages/*.md", { eager: true, import: "default" });

interface HelpContent {
  readonly title: string;
  /** The first paragraph. */
  readonly summary: Token;
  /** Second-level headings. */
  readonly headings: readonly { readonly id: string; readonly text: string }[];
  readonly body: readonly Token[];
}

/** Reads a page, which starts with its title and a paragraph. */
export function readHelpPage(name: HelpPageName): HelpContent {
  const [title, summary, ...body] = pages[`./pages/${name}.md`] ?? [];
  if (title?.type !== "heading" || summary === undefined) throw new Error(`${name}.md has no title`);
  const headings = body.flatMap((token) => {
    if (token.type !== "heading" || token["depth"] !== 2) return [];
    const text = toText([token]);
    return { id: toHeadingId(text), text };
  });
  return { title: toText([title]), summary, headings, body };
}

/** Returns the text of the tokens, without formatting. */
export function toText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? toText(token.tokens) : "text" in token ? token.text : "",
    )
    .join("");
}

/** Returns the ID that GitHub derives from a heading. */
function toHeadingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/** Renders blocks. Each table and code block gets the name of its section, because it is a landmark when it scrolls. */
export function HelpBlocks({
  tokens,
  title,
}: {
  readonly tokens: readonly Token[];
  readonly title: string;
}): ReactNode {
  let section = title;
  const counts = new Map<string, number>();
  return tokens.map((token, index) => {
    if (token.type === "heading") {
      section = toText([token]);
      counts.clear();
    }
    const count = (counts.get(token.type) ?? 0) + 1;
    counts.set(token.type, count);
    const label = count > 1 ? `${section} (${count})` : section;
    // biome-ignore lint: the tokens never change
    return <Fragment key={index}>{renderToken(token, label)}</Fragment>;
  });
}

const renderAll = (tokens: readonly Token[] | undefined, label: string) => (
  <HelpBlocks tokens={tokens ?? []} title={label} />
);

function renderToken(token: Tokens.Generic, label: string): ReactNode {
  const children = renderAll(token.tokens, label);
  switch (token.type) {
    case "heading": {
      const Heading = `h${Number(token["depth"])}` as "h2" | "h3";
      return (
        <Heading id={toHeadingId(toText([token]))} tabIndex={-1}>
          {children}
        </Heading>
      );
    }
    case "paragraph":
      return <p>{children}</p>;
    case "strong":
      return <strong>{children}</strong>;
    case "em":
      return <em>{children}</em>;
    case "codespan":
      return <code>{token["text"]}</code>;
    case "code":
      return <CodeBlock label={label} text={token["text"]} />;
    case "link":
      return <HelpLink href={token["href"]}>{children}</HelpLink>;
    case "list": {
      const List = token["ordered"] ? "ol" : "ul";
      return (
        <List>
          {token["items"].map((item: Tokens.ListItem) => (
            <li key={item.text}>{renderAll(item.tokens, label)}</li>
          ))}
        </List>
      );
    }
    case "table":
      return <Table label={label} header={token["header"]} rows={token["rows"]} />;
    case "html":
      return <PageKeysTable label={label} />;
    default:
      return token.tokens ? children : token["text"];
  }
}

/** Links to other help pages are file names, so that they also work in the repository. */
function HelpLink({ href, children }: { readonly href: string; readonly children: ReactNode }) {
  const [, page, hash = ""] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  if (page !== undefined) return <Link to={`/help/${page}${hash}`}>{children}</Link>;
  if (href.startsWith("#")) return <Link to={href}>{children}</Link>;
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

function CodeBlock({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className={classes.code}>
      <Scroller label={`Code: ${label}`}>
        <pre>
          <code>{text}</code>
        </pre>
      </Scroller>
      <Box pos="absolute" top={4} right={4} bdrs={6} bg="var(--ui-bg-sunken)" data-no-print>
        <CopyButton value={text} label="Copy code" />
      </Box>
    </div>
  );
}

type TableCell = Pick<Tokens.TableCell, "text" | "tokens">;

interface TableProps {
  readonly label: string;
  readonly header: readonly TableCell[];
  readonly rows: readonly (readonly TableCell[])[];
}

function Table({ label, header, rows }: TableProps) {
  return (
    <Scroller label={`Table: ${label}`}>
      <table className={classes.table}>
        <thead>
          <tr>{header.map((cell) => renderCell(cell, cell.text === "" ? "td" : "th"))}</tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.map(({ text }) => text).join()}>{row.map((cell) => renderCell(cell, "td"))}</tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  );
}

function renderCell({ tokens, text }: TableCell, Cell: "td" | "th"): ReactNode {
  return (
    <Cell key={text} {...(Cell === "th" && { scope: "col" })}>
      {renderAll(tokens, "")}
    </Cell>
  );
}

/** Replaces the comment in keyboard.md. */
function PageKeysTable({ label }: { readonly label: string }) {
  const toCell = (type: "text" | "codespan", text: string) => ({ text, tokens: [{ type, text, raw: text }] });
  const rows = use(PageKeysContext).map((page) => [
    toCell("codespan", page.keys ?? ""),
    toCell("text", page.label),
  ]);
  return <Table label={label} header={[toCell("text", "Keys"), toCell("text", "Page")]} rows={rows} />;
}

/** Returns whether an element's content is wider than the element, and a `ref` to attach to the element. */
function useIsScrollable(): {
  readonly ref: RefCallback<HTMLElement>;
  readonly isScrollable: boolean;
} {
  const [isScrollable, setIsScrollable] = useState(false);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return;
    const observer = new ResizeObserver(() => setIsScrollable(element.scrollWidth > element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isScrollable };
}
