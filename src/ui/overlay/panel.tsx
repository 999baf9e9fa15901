import { Popover } from "@mantine/core";
import type { KeyboardEvent, ReactElement, ReactNode, Ref } from "react";
import { useRestoreFocus } from "@/ui/hooks/restore-focus";

interface PanelProps {
  readonly ref?: Ref<HTMLDivElement>;
  readonly opened: boolean;
  readonly onClose: () => void;
  /** The button that toggles the panel, and names it. */
  readonly target: ReactElement;
  /** In px. Defaults to the width of the content. */
  readonly width?: number;
  readonly children: ReactNode;
}

/** Shows a panel below a button. Focus moves to its first control, or to the element with `data-autofocus`. */
export function Panel({ ref, opened, onClose, target, width, children }: PanelProps) {
  function handleKeyDown(event: KeyboardEvent) {
    if (event.key !== "Escape") return;
    // Escape closes only the panel, not the drawer or page behind it.
    event.stopPropagation();
    onClose();
  }
  return (
    <Popover
      position="bottom-end"
      opened={opened}
      onChange={onClose}
      width={width ?? "max-content"}
      // Handled above, because a form in the panel may handle Escape itself.
      closeOnEscape={false}
      trapFocus
      withinPortal={false}
    >
      <Popover.Target>{target}</Popover.Target>
      {opened && (
        <Popover.Dropdown
          {...(ref !== undefined && { ref })}
          onKeyDown={handleKeyDown}
          maw="calc(100vw - 16px)"
          mah="min(520px, calc(100dvh - 16px))"
          fz="sm"
          style={{ overflowY: "auto", overscrollBehavior: "contain" }}
          data-no-print
        >
          <RestoreFocus />
          {children}
        </Popover.Dropdown>
      )}
    </Popover>
  );
}

function RestoreFocus() {
  useRestoreFocus();
  return null;
}
