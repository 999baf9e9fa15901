import { stripInvisible } from "./invisible-characters";

/** Returns the person's name or email, on one line. Returns null if both are unknown. */
export function personLabel(
  person: {
    readonly first_name?: string | null;
    readonly last_name?: string | null;
    readonly email?: string | null;
  } | null,
): string | null {
  if (person === null) return null;
  const name = [person.first_name, person.last_name]
    .map((part) => stripInvisible(part ?? "").trim())
    .filter(Boolean)
    .join(" ");
  return name || stripInvisible(person.email ?? "").trim() || null;
}
