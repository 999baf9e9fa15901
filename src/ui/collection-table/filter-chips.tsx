import "@mantine/core/styles/Pill.layer.css";
import { Pill } from "@mantine/core";
import type { QueryTerm } from "@/lib/query/query-text";
import { useFocusFallback } from "@/ui/hooks/restore-focus";
import classes from "./search-tools.module.css";

export interface FilterChipsProps {
  readonly query: string;
  readonly filters: readonly QueryTerm[];
  readonly onChange: (query: string) => void;
}

export function FilterChips({ query, filters, onChange }: FilterChipsProps) {
  return (
    <Pill.Group
      {...useFocusFallback()}
      className={classes.chips ?? ""}
      gap={4}
      role="list"
      aria-label="Filters"
    >
      {filters.map(({ from, to }, index) => {
        const text = query.slice(from, to);
        const rest = [query.slice(0, from).trimEnd(), query.slice(to).trimStart()];
        return (
          // Keeps the focus at the position of the removed chip.
          <Pill
            key={index}
            role="listitem"
            translate="no"
            className={classes.chip ?? ""}
            withRemoveButton
            onRemove={() => onChange(rest.filter(Boolean).join(" "))}
            removeButtonProps={{ "aria-hidden": false, tabIndex: 0, "aria-label": `Remove filter ${text}` }}
          >
            {text}
          </Pill>
        );
      })}
    </Pill.Group>
  );
}
