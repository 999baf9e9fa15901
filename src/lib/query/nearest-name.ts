import { normalizeText } from "@/lib/text/normalize-text";

interface NameOption {
  readonly name: string;
  readonly label?: string;
}

/**
 * Returns the name that is most similar to the text, or null when no name is similar. A name is
 * similar if the name or its label differs from the text by at most `maxEdits`. A text of at least
 * three letters may also be a prefix of the name or label, or start with it.
 */
export function findNearestName(typed: string, names: readonly NameOption[]): string | null {
  const wanted = normalizeText(typed);
  let best: { name: string; distance: number } | null = null;
  for (const { name, label } of names) {
    const distance = Math.min(
      nameDistance(wanted, normalizeText(name)),
      nameDistance(wanted, normalizeText(label ?? name)),
    );
    if (distance <= maxEdits(wanted) && (best === null || distance < best.distance))
      best = { name, distance };
  }
  return best?.name ?? null;
}

/** Returns the maximum number of edits. With two edits, the short word `foo` would match `to`. */
function maxEdits(typed: string): number {
  return typed.length < 4 ? 1 : 2;
}

function nameDistance(typed: string, name: string): number {
  if (typed.length > 2 && (name.startsWith(typed) || (name.length > 1 && typed.startsWith(name)))) return 0.5;
  return Math.abs(typed.length - name.length) > 2 ? Number.POSITIVE_INFINITY : editDistance(typed, name);
}

function editDistance(from: string, to: string): number {
  let above = Array.from({ length: to.length + 1 }, (_, index) => index);
  for (let row = 1; row <= from.length; row += 1) {
    const current = [row];
    for (let column = 1; column <= to.length; column += 1) {
      const change = from[row - 1] === to[column - 1] ? 0 : 1;
      current.push(
        Math.min((above[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1, (above[column - 1] ?? 0) + change),
      );
    }
    above = current;
  }
  return above[to.length] ?? 0;
}
