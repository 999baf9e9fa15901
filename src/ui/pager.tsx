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
  if (total <= pageSize && page === 1) return null;
  const pages = Math.max(1, Math.ceil(total / pageSize));
  const first = Math.min((page - 1) * pageSize + 1, total);
  const last = Math.min(page * pageSize, total);
  return (
    <nav className={classes.pager} aria-label={label} data-no-print>
      <span className={classes.range}>
        {count.format(first)}–{count.format(last)} of {count.format(total)}
      </span>
      <IconButton
        label="Previous page"
        icon={<ChevronLeftIcon />}
        size={32}
        disabled={page <= 1}
        onClick={() => onPage(Math.min(page - 1, pages))}
      />
      <IconButton
        label="Next page"
        icon={<ChevronRightIcon />}
        size={32}
        disabled={page >= pages}
        onClick={() => onPage(page + 1)}
      />
    </nav>
  );
}
