import { hashText, pickRandom, type Random, seededRandom, seededUuid } from "./random";

/** A person in the format of `created_by` and `user` (contract, User summary). */
export interface ServedUser {
  readonly id: number;
  readonly uuid: string;
  readonly distinct_id: string | null;
  readonly first_name: string;
  readonly last_name: string;
  readonly email: string;
  readonly is_email_verified: boolean | null;
  readonly hedgehog_config: Readonly<Record<string, unknown>> | null;
  readonly role_at_organization: string | null;
}

/** Levels in the organization: 1 member, 8 administrator, 15 owner (upstream-facts, Explicit members). */
export type OrganizationLevel = 1 | 8 | 15;

export interface SeedPerson {
  readonly user: ServedUser;
  readonly level: OrganizationLevel;
  readonly joinedDaysAgo: number;
  readonly membershipId: string;
}

/**
 * The fictional company of all demo people. Domains under `.example` never receive email (RFC
 * 2606).
 */
export const COMPANY = { name: "Harbourline", domain: "harbourline.example" } as const;

// Columns: first name, last name, role, organization level, email verified. The first person owns the demo keys.
type EmployeeRow = readonly [string, string, string, OrganizationLevel, boolean];

const EMPLOYEES: readonly EmployeeRow[] = [
  ["Ana", "Ferreira", "data", 8, true],
  ["Tomasz", "Wierzbicki", "founder", 15, true],
  ["Priya", "Raghavan", "leadership", 8, true],
  ["Jonas", "Lindqvist", "engineering", 8, true],
  ["Mei", "Tanaka", "product", 1, true],
  ["Oluwaseun", "Adeyemi", "engineering", 1, true],
  ["Claire", "Dubois", "marketing", 1, true],
  ["Mateo", "Salazar", "sales", 1, true],
  ["Ingrid", "Haugen", "data", 1, true],
  ["Samir", "Khoury", "product", 1, true],
  ["Hannah", "O'Rourke", "marketing", 1, true],
  ["Luca", "Moretti", "engineering", 1, true],
  ["Zeynep", "Yıldız", "data", 1, true],
  ["Daniel", "Okafor", "sales", 1, true],
  ["Freya", "Nielsen", "engineering", 1, true],
  ["Arjun", "Mehta", "engineering", 1, true],
  ["Sofia", "Petrova", "product", 1, false],
  ["Gabriel", "Santos", "sales", 1, true],
  ["Nora", "van der Berg", "leadership", 1, true],
  ["Kwame", "Boateng", "data", 1, true],
  ["Elise", "Fontaine", "marketing", 1, true],
  ["Yusuf", "Demir", "engineering", 1, true],
  ["Charlotte", "Whitfield", "other", 1, true],
  ["Henrik", "Sørensen", "sales", 1, false],
  ["Aaliyah", "Brooks", "product", 1, true],
  ["Viktor", "Novák", "engineering", 1, true],
  ["Isabel", "Navarro", "other", 1, true],
  ["Ravi", "Subramaniam", "data", 1, true],
  ["Maeve", "Gallagher", "", 1, false],
  ["Lin", "Zhao", "marketing", 1, true],
];

/**
 * Converts a name to the letters a to z for an email address. Drops accents and all other
 * characters.
 */
function toEmailPart(name: string): string {
  return name
    .replaceAll("ø", "o")
    .replaceAll("ı", "i")
    .normalize("NFD")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
}

function createPerson(random: Random, row: EmployeeRow, id: number, suffix: string): SeedPerson {
  const [first, last, role, level, verified] = row;
  const address = `${toEmailPart(first)}.${toEmailPart(last)}${suffix}@${COMPANY.domain}`;
  return {
    user: {
      id,
      uuid: seededUuid(random),
      // Servers send null for people who have never opened the product.
      distinct_id: verified ? seededUuid(random) : null,
      first_name: first,
      last_name: last,
      email: address,
      is_email_verified: verified,
      hedgehog_config: id % 3 === 0 ? { color: pickRandom(random, ["red", "green", "blue"]) } : null,
      role_at_organization: role,
    },
    level,
    joinedDaysAgo: 30 + Math.floor(random() * 1_100),
    membershipId: seededUuid(random),
  };
}

/** Number of people in the organization: the roster, and colleagues who appear only in the large project. */
const ORGANIZATION_SIZE = 520;

const people: SeedPerson[] = [];

function createPersonAt(index: number): SeedPerson {
  const row = EMPLOYEES[index];
  if (row) return createPerson(seededRandom(hashText(`person 1 ${index}`)), row, 101 + index, "");
  const random = seededRandom(hashText(`crowd 1 ${index}`));
  const [first] = pickRandom(random, EMPLOYEES);
  const [, last, role] = pickRandom(random, EMPLOYEES);
  const generatedRow: EmployeeRow = [first, last, role, index % 40 === 0 ? 8 : 1, index % 11 !== 0];
  return createPerson(random, generatedRow, 101 + index, String(index - EMPLOYEES.length + 2));
}

/** Returns a person by index: the 30 people of the roster, then colleagues with numbered addresses. */
export function getPersonAt(index: number): SeedPerson {
  const person = people[index] ?? createPersonAt(index);
  people[index] = person;
  return person;
}

/**
 * Returns the 30 people of the roster. The first is an administrator and owns the demo keys. The second is the
 * organization's owner.
 */
export function listEmployees(): readonly SeedPerson[] {
  return EMPLOYEES.map((_, index) => getPersonAt(index));
}

/** Finds anyone in the organization, the roster first. */
export function findPerson(uuid: string): SeedPerson | undefined {
  for (let index = 0; index < ORGANIZATION_SIZE; index++) {
    const person = getPersonAt(index);
    if (person.user.uuid === uuid) return person;
  }
  return undefined;
}
