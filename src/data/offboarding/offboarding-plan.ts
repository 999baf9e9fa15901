import type { ExplicitMember } from "@/contract/members";
import type { Subscription, SubscriptionChange } from "@/contract/subscriptions";
import type { PlannedWrite } from "@/data/changes/planned-change";
import { addressKey } from "@/lib/recipients/email-match";
import { isEmailAddress, joinRecipients } from "@/lib/recipients/recipient-text";
import { splitRecipients } from "@/lib/recipients/recipients";
import type { Leaver, OffboardingFindings, ReachedDelivery } from "./offboarding-scan";

/** What becomes of a delivery: the leaver is taken out, somebody else comes in the same place, or it goes to the bin. */
export type Treatment =
  | { readonly kind: "remove" }
  | { readonly kind: "replace"; readonly by: string }
  | { readonly kind: "delete" };

/** What a person has chosen; kept with the case, so that a resumed one is planned alike. */
export interface OffboardingChoices {
  readonly treatment: "remove" | "replace";
  /** Who comes in, where `treatment` is "replace". */
  readonly by: string;
  /** What becomes of deliveries that reach nobody else, where `treatment` is "remove". */
  readonly whenLast: "delete" | "redirect";
  /** Who gets those then. */
  readonly redirectTo: string;
  /** Deliveries that are treated otherwise, by the key of their step. */
  readonly own: Readonly<Record<string, Treatment>>;
  /** Steps that are ticked otherwise than at first, by their key. */
  readonly ticks: Readonly<Record<string, boolean>>;
}

/** What is proposed before anybody has chosen. */
export const FIRST_CHOICES: OffboardingChoices = {
  treatment: "remove",
  by: "",
  whenLast: "delete",
  redirectTo: "",
  own: {},
  ticks: {},
};

interface StepCommon {
  /** The same whenever the same record is planned anew. */
  readonly key: string;
  readonly name: string;
  readonly isTicked: boolean;
  /** What is sent when it is ticked; of kind "nothing" or "impossible" where nothing can be. */
  readonly write: PlannedWrite;
}

/** One thing that has to be done, as it would be done now. */
export type OffboardingStep =
  | (StepCommon & { readonly kind: "membership"; readonly member: ExplicitMember })
  | (StepCommon & {
      /** `bin`: it reaches nobody as long as it stays there. */
      readonly kind: "delivery" | "bin";
      readonly record: Subscription;
      readonly isLast: boolean;
      readonly spellings: readonly string[];
      readonly treatment: Treatment;
      /** Who comes gets it in another way already, and only the leaver goes. */
      readonly isThere: boolean;
      /** Who gets it at once, which nobody can call back; null where nobody does. */
      readonly sendsTo: string | null;
    });

/** The step of the membership. */
export const MEMBERSHIP_KEY = "membership";

/** The key of a delivery's step. One in the bin is another step: what was deleted on the way is not asked about again. */
export function stepKey({ id, deleted }: Pick<Subscription, "id" | "deleted">): string {
  return `${deleted ? "bin" : "delivery"} ${id}`;
}

/** Why nobody can be put in a leaver's place by this text; null where somebody can. */
export function addressMistake(leaver: Pick<Leaver, "email">, by: string): string | null {
  const text = by.trim();
  if (text === "") return "Say who gets it instead.";
  if (!isEmailAddress(text)) return `“${text}” is not an e-mail address.`;
  return addressKey(text) === addressKey(leaver.email) ? "This is the address that leaves." : null;
}

/** Every step of an offboarding, the membership first, then deliveries, then what is in the bin. */
export function planOffboarding(
  leaver: Leaver,
  { membership, reached }: OffboardingFindings,
  choices: OffboardingChoices,
): readonly OffboardingStep[] {
  const deliveries = reached.filter(({ record }) => !record.deleted);
  const inBin = reached.filter(({ record }) => record.deleted);
  return [
    ...(membership === null ? [] : [membershipStep(leaver, membership, choices)]),
    ...[...deliveries, ...inBin].map((found) => deliveryStep(leaver, found, choices)),
  ];
}

function membershipStep(
  leaver: Leaver,
  member: ExplicitMember,
  { ticks }: OffboardingChoices,
): OffboardingStep {
  const key = MEMBERSHIP_KEY;
  const name = leaver.name || leaver.email || "A person without a name";
  // Servers find a membership by its person, and by nothing else.
  const write: PlannedWrite =
    member.user?.uuid == null
      ? { key, name, kind: "impossible", why: "The server does not say who this membership is of." }
      : { key, name, resource: "member", kind: "remove", before: member };
  return { kind: "membership", key, name, member, write, isTicked: ticks[key] ?? true };
}

function deliveryStep(leaver: Leaver, found: ReachedDelivery, choices: OffboardingChoices): OffboardingStep {
  const { record, isLast, spellings } = found;
  const key = stepKey(record);
  const name = deliveryName(record);
  const treatment = choices.own[key] ?? treatmentOf(found, choices);
  const common = { kind: record.deleted ? "bin" : "delivery", key, name, record, isLast, spellings } as const;
  const isThere = treatment.kind === "replace" && isAmong(record, treatment.by);
  const verdict = judge(leaver, found, treatment, isThere);
  const write: PlannedWrite =
    "why" in verdict
      ? { key, name, ...verdict }
      : {
          key,
          name,
          resource: "subscription",
          kind: "change",
          before: record,
          body: verdict,
          // It goes only as long as nobody else has come in.
          ...(treatment.kind === "delete" && { asLongAs: ["target_value"] as const }),
        };
  const comes = treatment.kind === "replace" && !isThere && !record.deleted && write.kind === "change";
  return {
    ...common,
    treatment,
    isThere,
    sendsTo: comes ? treatment.by.trim() : null,
    write,
    isTicked: choices.ticks[key] ?? !record.deleted,
  };
}

/** What the choices for all mean for one. In the bin a delivery reaches nobody, so it is never put there again. */
function treatmentOf(
  { isLast, record }: ReachedDelivery,
  { treatment, by, whenLast, redirectTo }: OffboardingChoices,
): Treatment {
  if (treatment === "replace") return { kind: "replace", by };
  if (!isLast || record.deleted) return { kind: "remove" };
  return whenLast === "delete" ? { kind: "delete" } : { kind: "replace", by: redirectTo };
}

type NotSent = { readonly kind: "nothing" | "impossible"; readonly why: string };

const LAST =
  "Nobody else gets it, and a delivery needs a recipient: replace the address, or delete the delivery.";
const LAST_IN_BIN =
  "It is in the bin and reaches nobody. As its only recipient the address can be replaced, not taken out.";

function judge(
  leaver: Leaver,
  { record, isLast }: ReachedDelivery,
  treatment: Treatment,
  isThere: boolean,
): SubscriptionChange | NotSent {
  if (treatment.kind === "delete") {
    return record.deleted ? { kind: "nothing", why: "It is in the bin already." } : { deleted: true };
  }
  if (treatment.kind === "remove") {
    if (isLast) return { kind: "impossible", why: record.deleted ? LAST_IN_BIN : LAST };
    return { target_value: exchange(record, leaver, null) };
  }
  const mistake = addressMistake(leaver, treatment.by);
  if (mistake !== null) return { kind: "impossible", why: mistake };
  return { target_value: exchange(record, leaver, isThere ? null : treatment.by.trim()) };
}

function isAmong({ target_value }: Subscription, address: string): boolean {
  const key = addressKey(address);
  return splitRecipients(target_value).some((part) => addressKey(part) === key);
}

/** The recipients with the leaver gone, or somebody in the first of those places; the others byte for byte. */
function exchange({ target_value }: Subscription, leaver: Leaver, by: string | null): string {
  const key = addressKey(leaver.email);
  let comes = by;
  const left = splitRecipients(target_value).flatMap((part) => {
    if (addressKey(part) !== key) return [part];
    const put = comes === null ? [] : [comes];
    comes = null;
    return put;
  });
  return joinRecipients(left);
}

/** What a delivery is called: its title, else its number and what it sends. */
export function deliveryName({
  id,
  title,
  dashboard,
  insight,
}: Pick<Subscription, "id" | "title" | "dashboard" | "insight">): string {
  const said = title?.trim();
  if (said) return said;
  const source =
    dashboard !== null ? `Dashboard ${dashboard}` : insight !== null ? `Insight ${insight}` : null;
  return source === null ? `Delivery ${id}` : `Delivery ${id} (${source})`;
}
