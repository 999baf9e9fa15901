// Compiles the help pages from Markdown to React elements at build time. Nothing is parsed or injected at run time.
import { basename } from "node:path";
import { marked, type Token, type Tokens } from "marked";
import type { Plugin } from "vite";

/** Thrown for Markdown that the app can't render. */
class MarkdownError extends Error {
  override readonly name = "MarkdownError";
}

export interface PageHeading {
  readonly id: string;
  readonly text: string;
}

interface CompiledPage {
  readonly title: string;
  readonly summary: string;
  readonly headings: readonly PageHeading[];
  /** ES module that exports `title`, `summary`, `headings`, `Summary`, and `Content`. */
  readonly code: string;
}

const ENTITY = /&(?:#\d+|#x[\da-f]+|[a-z]+\d*);/i;
/** Matches the markers around generated parts of a page. */
const MARKER = /^<!-- \/?generated(?: [\w-]+)? -->\s*$/;

function plainText(tokens: readonly Token[] = []): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? token.text : "",
    )
    .join("");
}

/** Returns the ID that GitHub derives from a heading. */
function headingId(text: string): string {
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

/**
 * Returns the app's URL for a link to another help page. Returns https URLs and links to headings
 * unchanged. Throws for other links, such as relative links that work only on GitHub.
 */
function resolveHref(href: string): string {
  if (/^(?:https:|#)/.test(href)) return href;
  const [, page, hash = ""] = /^([\w-]+)\.md(#[\w-]+)?$/.exec(href) ?? [];
  if (page === undefined)
    throw new MarkdownError(`"${href}" is not a help page, a heading or an https address`);
  return `/help/${page}${hash}`;
}

const call = (type: string, props: object | null, children: readonly string[]): string =>
  `h(${[type, props === null ? "null" : JSON.stringify(props), ...children].join(", ")})`;

const tag = (name: string, children: readonly string[], props: object | null = null): string =>
  call(JSON.stringify(name), props, children);

function compileText(text: string): string {
  if (ENTITY.test(text)) throw new MarkdownError(`Write the character itself: ${text}`);
  return JSON.stringify(text);
}

function compileCells(row: readonly Tokens.TableCell[], isHeader: boolean): readonly string[] {
  return row.map((cell) => {
    const isEmpty = cell.tokens.length === 0;
    const props = cell.align ? { align: cell.align } : {};
    return call("e.Cell", { ...props, isHeader: isHeader && !isEmpty }, compileAll(cell.tokens, ""));
  });
}

function compileTable(table: Tokens.Table, section: string): string {
  const rows = table.rows.map((row) => tag("tr", compileCells(row, false)));
  return call("e.Table", { label: section }, [
    tag("thead", [tag("tr", compileCells(table.header, true))]),
    tag("tbody", rows),
  ]);
}

function compileList(list: Tokens.List, section: string): string {
  const items = list.items.map((item) => tag("li", compileAll(item.tokens, section)));
  const isNumbered = list.ordered && list.start !== 1 && list.start !== "";
  return tag(list.ordered ? "ol" : "ul", items, isNumbered ? { start: list.start } : null);
}

function compileLink(link: Tokens.Link, section: string): string {
  const href = resolveHref(link.href);
  return call("e.Link", { href }, compileAll(link.tokens, section));
}

/** Returns the code for a token. Returns null for tokens without content. */
function compileToken(token: Tokens.Generic, section: string): string | null {
  const children = () => compileAll(token.tokens, section);
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "html":
      if (MARKER.test(token.raw)) return null;
      throw new MarkdownError(`No markup: ${token.raw}`);
    case "text":
      return token.tokens ? children().join(", ") : compileText(token.text);
    case "escape":
      return compileText(token.text);
    case "paragraph":
      return tag("p", children());
    case "strong":
    case "em":
      return tag(token.type, children());
    case "codespan":
      return tag("code", [JSON.stringify(token.text)]);
    case "code":
      return call("e.CodeBlock", { label: section, language: token.lang, text: token.text }, []);
    case "heading":
      if (token.depth === 1) throw new MarkdownError(`A page has one title: ${token.text}`);
      return tag(`h${token.depth}`, children(), { id: headingId(plainText(token.tokens)), tabIndex: -1 });
    case "link":
      return compileLink(token as Tokens.Link, section);
    case "list":
      return compileList(token as Tokens.List, section);
    case "table":
      return compileTable(token as Tokens.Table, section);
    default:
      throw new MarkdownError(`The app can't render "${token.type}": ${token.raw}`);
  }
}

/** Blocks that are landmarks when they scroll. Their labels must be unique. */
const LABELED_TYPES: ReadonlySet<string> = new Set(["table", "code"]);

function compileAll(tokens: readonly Token[] = [], section: string): readonly string[] {
  let current = section;
  const counts = new Map<string, number>();
  return tokens.flatMap((token) => {
    if (token.type === "heading") {
      current = plainText(token.tokens);
      counts.clear();
    }
    const count = (counts.get(token.type) ?? 0) + 1;
    counts.set(token.type, count);
    const needsNumber = count > 1 && LABELED_TYPES.has(token.type);
    return compileToken(token, needsNumber ? `${current} (${count})` : current) ?? [];
  });
}

function listHeadings(tokens: readonly Token[], depth?: number): readonly PageHeading[] {
  const headings = tokens.filter((token) => token.type === "heading" && (token.depth === depth || !depth));
  return headings.map((token) => {
    const text = plainText((token as Tokens.Heading).tokens);
    return { id: headingId(text), text };
  });
}

/**
 * Compiles a page, which must start with a title and a summary paragraph.
 * @throws MarkdownError for an invalid title or summary, headings with the same ID, invalid links,
 * and Markdown that the app can't render, such as HTML markup, entities, and images
 */
function compilePage(markdown: string): CompiledPage {
  const [first, summaryToken, ...rest] = marked
    .lexer(markdown)
    .filter(({ type }) => type !== "space")
    .map((token): Token => token);
  if (first?.type !== "heading" || first.depth !== 1) throw new MarkdownError("A page starts with its title");
  if (summaryToken?.type !== "paragraph") throw new MarkdownError("A title is followed by a paragraph");
  const title = plainText(first.tokens);
  const summary = plainText(summaryToken.tokens);
  const ids = listHeadings(rest).map(({ id }) => id);
  const repeated = ids.find((id, index) => ids.indexOf(id) !== index);
  if (repeated !== undefined) throw new MarkdownError(`Two headings have the id "${repeated}"`);
  const headings = listHeadings(rest, 2);
  const fragment = (tokens: readonly Token[]) => call("Fragment", null, compileAll(tokens, title));
  const code = [
    'import { createElement as h, Fragment } from "react";',
    `export const title = ${JSON.stringify(title)};`,
    `export const summary = ${JSON.stringify(summary)};`,
    `export const headings = ${JSON.stringify(headings)};`,
    `export const Summary = ({ elements: e }) => ${fragment(summaryToken.tokens ?? [])};`,
    `export const Content = ({ elements: e }) => ${fragment(rest)};`,
  ].join("\n");
  return { title, summary, headings, code: `${code}\n` };
}

export function markdownPagesPlugin(): Plugin {
  return {
    name: "markdown-pages",
    enforce: "pre",
    transform: {
      filter: { id: /\/src\/features\/help\/pages\/[\w-]+\.md$/ },
      handler(markdown, id) {
        try {
          return { code: compilePage(markdown).code, map: null };
        } catch (error) {
          if (error instanceof MarkdownError) this.error(`${basename(id)}: ${error.message}`);
          throw error;
        }
      },
    },
  };
}
