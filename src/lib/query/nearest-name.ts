import { foldText } from "@/lib/text/normalize-text";

/** A name, and a second one that a person may type instead. */
interface Named {
  readonly name: string;
  readonly label?: string;
}

/** The name that was probably meant, a slip of a letter or two away or cut short; null when none is near. */
export function nearestName(typed: string, names: readonly Named[]): string | null {
  const wanted = foldText(typed);
  let best: { name: string; distance: number } | null = null;
  for (const { name, label } of names) {
    const distance = Math.min(
      distanceOf(wanted, foldText(name)),
      distanceOf(wanted, foldText(label ?? name)),
    );
    if (distance <= allowedSlips(wanted) && (best === null || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}

function allowedSlips(typed: string): number {
  return typed.length < 3 ? 1 : 2;
}

function distanceOf(typed: string, name: string): number {
  if (typed.length > 2 && (name.startsWith(typed) || (name.length > 1 && typed.startsWith(name)))) return 0.5;
  return Math.abs(typed.length - name.length) > 2 ? Number.POSITIVE_INFINITY : countEdits(typed, name);
}

/** Letters to add, drop or change to get from one word to the other. */
function countEdits(one: string, other: string): number {
  let above = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let row = 1; row <= one.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= other.length; column += 1) {
      const change = one[row - 1] === other[column - 1] ? 0 : 1;
      current.push(
        Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + change),
      );
    }
    above = current;
  }
  return above[other.length] ?? 0;
}
