import type { TreeItem } from "./json-tree";

export type TreeNavigation =
  | { readonly kind: "go"; readonly id: string }
  | { readonly kind: "open" | "close"; readonly ids: readonly string[] }
  /** The tree handles the key, but it has no effect on this line. */
  | { readonly kind: "none" };

const PAGE_SIZE = 15;

/**
 * Returns the effect of a key in the ARIA tree pattern. Null for other keys.
 * @param items the visible lines
 */
export function navigateTree(
  items: readonly TreeItem[],
  active: TreeItem,
  key: string,
): TreeNavigation | null {
  const at = items.indexOf(active);
  const moveTo = (index: number): TreeNavigation => {
    const target = items[Math.max(0, Math.min(items.length - 1, index))];
    return target && target !== active ? { kind: "go", id: target.id } : { kind: "none" };
  };
  switch (key) {
    case "ArrowDown":
      return moveTo(at + 1);
    case "ArrowUp":
      return moveTo(at - 1);
    case "PageDown":
      return moveTo(at + PAGE_SIZE);
    case "PageUp":
      return moveTo(at - PAGE_SIZE);
    case "Home":
      return moveTo(0);
    case "End":
      return moveTo(items.length - 1);
    case "ArrowRight":
      if (active.isOpen === false) return { kind: "open", ids: [active.id] };
      return active.isOpen ? moveTo(at + 1) : { kind: "none" };
    case "ArrowLeft":
      if (active.isOpen) return { kind: "close", ids: [active.id] };
      return active.parentId === null ? { kind: "none" } : { kind: "go", id: active.parentId };
    case "Enter":
    case " ":
      if (active.isOpen === null) return { kind: "none" };
      return { kind: active.isOpen ? "close" : "open", ids: [active.id] };
    case "*":
      return {
        kind: "open",
        ids: items.flatMap(({ id, parentId, isOpen }) =>
          parentId === active.parentId && isOpen === false ? id : [],
        ),
      };
    default:
      return null;
  }
}
