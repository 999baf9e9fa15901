import { effectOfLevel, keptWithout } from "@/data/changes/access-levels";
import { type ChangedField, changedField } from "@/data/changes/change-labels";
import { isSent, type MemberWrite, type PlannedWrite } from "@/data/changes/planned-change";
import { changeEffects, creationEffects } from "@/data/subscriptions/subscription-effects";

/** A planned write in a person's words. */
export interface WriteWords {
  readonly name: string;
  readonly fields: readonly ChangedField[];
  /** Why nothing is sent, or what it comes to. */
  readonly note?: string;
  /** What goes out and cannot be called back. */
  readonly warning?: string | undefined;
}

function fieldOf(field: string, before: object, body: object): ChangedField {
  const isMail =
    Reflect.get(before, "target_type") === "email" && Reflect.get(body, "target_type") === undefined;
  return changedField({ field, before: Reflect.get(before, field), after: Reflect.get(body, field) }, isMail);
}

/** What leaves the house with a write and cannot be called back, as sentences; undefined where nothing does. */
export function sendsWords(write: PlannedWrite): string | undefined {
  if (!isSent(write) || write.resource !== "subscription") return undefined;
  const effects =
    write.kind === "change" ? changeEffects(write.before, write.body) : creationEffects(write.body);
  const sent = effects.filter(({ sends }) => sends).map(({ text }) => text);
  return sent.length === 0 ? undefined : sent.join(" ");
}

/** A planned write, field by field. */
export function reviewedWrite(write: PlannedWrite): WriteWords {
  if (!isSent(write)) return { name: write.name, fields: [], note: write.why };
  if (write.resource === "member") return reviewedMember(write);
  const before = write.kind === "change" ? write.before : {};
  const fields = Object.keys(write.body).map((field) => fieldOf(field, before, write.body));
  return { name: write.name, fields, warning: sendsWords(write) };
}

function reviewedMember(write: MemberWrite): WriteWords {
  const before = write.kind === "create" ? null : write.before.level;
  const after = write.kind === "remove" ? null : write.body.level;
  const fields = [changedField({ field: "level", before, after })];
  return { name: write.name, fields, ...noteOn(write) };
}

function noteOn(write: MemberWrite): Pick<WriteWords, "note"> {
  switch (write.kind) {
    case "create":
      return write.undoes === undefined ? {} : { note: "The joining date will be new." };
    case "change":
      return { note: effectOfLevel(write.before, write.body.level) };
    case "remove":
      return { note: keptWithout(write.before) };
  }
}

/** The scope a key needs for a write (contract, Authentication); undefined where none is named, or nothing is sent. */
export function scopeOf(write: PlannedWrite): string | undefined {
  return isSent(write) && write.resource === "subscription" ? "subscription:write" : undefined;
}
