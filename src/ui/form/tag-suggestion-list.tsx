import classes from "./tag-suggestion-list.module.css";
import type { TagSuggestions } from "./use-tag-suggestions";

interface TagSuggestionListProps {
  /** ID of the list, and prefix of its options' IDs. */
  readonly id: string;
  readonly label: string;
  readonly suggestions: Pick<TagSuggestions, "items" | "activeIndex" | "select">;
}

const scrollIntoView = (option: HTMLElement | null) => option?.scrollIntoView({ block: "nearest" });

/**
 * Shows the suggestions of a tags input or picker field. Focus stays in the input, which handles
 * keys.
 */
export function TagSuggestionList({ id, label, suggestions }: TagSuggestionListProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label={`${label}: suggestions`}
      tabIndex={-1}
      className={classes.list}
      onMouseDown={(event) => event.preventDefault()}
    >
      {suggestions.items.map((suggestion, index) => (
        <div
          key={suggestion.item}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === suggestions.activeIndex}
          tabIndex={-1}
          className={classes.suggestion}
          ref={index === suggestions.activeIndex ? scrollIntoView : undefined}
          onClick={() => suggestions.select(suggestion)}
        >
          <span className={classes.name}>{suggestion.label}</span>
          {suggestion.detail !== undefined && <span className={classes.detail}>{suggestion.detail}</span>}
        </div>
      ))}
    </div>
  );
}
