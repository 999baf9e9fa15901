import { type ReactNode, useEffect, useRef } from "react";
import { useAnnounce } from "./announcer";
import { ChevronLeftIcon, ChevronRightIcon } from "./icons";
import { IconButton } from "./link-button";
import classes from "./pager.module.css";

interface PagerProps {
  /** Counted from 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly total: number;
  readonly onPage: (page: number) => void;
  /** What is paged, for example "Pages of subscriptions". */
  readonly label: string;
}

const count = new Intl.NumberFormat("en");

/** Steps through pages and says where one is; nothing at all when everything fits on one page. */
export function Pager({ page, pageSize, total, onPage, label }: PagerProps) {
  const pages = Math.max(1, Math.ceil(total / pageSize));
  // While nothing has come yet there is no range to tell.
  const isShown = total > 0 && (total > pageSize || page > 1);
  const words = isShown ? rangeWords({ page, pageSize, total }) : null;
  useAnnounceChange(words);
  if (words === null) return null;
  return (
    <nav className={classes.pager} aria-label={label} data-no-print>
      <span className={classes.range}>{words}</span>
      <Step
        label="Previous page"
        icon={<ChevronLeftIcon />}
        isEnd={page <= 1}
        onStep={() => onPage(Math.min(page - 1, pages))}
      />
      <Step
        label="Next page"
        icon={<ChevronRightIcon />}
        isEnd={page >= pages}
        onStep={() => onPage(page + 1)}
      />
    </nav>
  );
}

/** "51–60 of 60"; a page past the end, as an address may ask for, has no range. */
function rangeWords({ page, pageSize, total }: Pick<PagerProps, "page" | "pageSize" | "total">): string {
  const first = (page - 1) * pageSize + 1;
  if (first > total) return `Page ${count.format(page)} is empty: ${count.format(total)} in all`;
  return `${count.format(first)}–${count.format(Math.min(page * pageSize, total))} of ${count.format(total)}`;
}

/** Says the new range; the first one is read with the page. */
function useAnnounceChange(words: string | null): void {
  const announce = useAnnounce();
  const said = useRef(words);
  useEffect(() => {
    if (said.current === words) return;
    if (said.current !== null && words !== null) announce(words);
    said.current = words;
  }, [words, announce]);
}

interface StepProps {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isEnd: boolean;
  readonly onStep: () => void;
}

/** Never really disabled: whoever steps onto the last page by Enter would lose the focus. */
function Step({ label, icon, isEnd, onStep }: StepProps) {
  return (
    <IconButton
      label={label}
      icon={icon}
      size={32}
      aria-disabled={isEnd}
      onClick={() => !isEnd && onStep()}
    />
  );
}
