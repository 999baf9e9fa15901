import { hashText, pickRandom, type Random, seededRandom, seededUuid } from "@/emulator/random/seed-random";

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

export interface People {
  /** The people who are listed in the organization. */
  readonly list: readonly SeedPerson[];
  find(uuid: string): SeedPerson | undefined;
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

/** Returns a person by index: the 30 people of the roster, then colleagues with numbered addresses. */
export function getPersonAt(seed: number, index: number): SeedPerson {
  const row = EMPLOYEES[index];
  if (row) return createPerson(seededRandom(hashText(`person ${seed} ${index}`)), row, 101 + index, "");
  const random = seededRandom(hashText(`crowd ${seed} ${index}`));
  const [first] = pickRandom(random, EMPLOYEES);
  const [, last, role] = pickRandom(random, EMPLOYEES);
  const generatedRow: EmployeeRow = [first, last, role, index % 40 === 0 ? 8 : 1, index % 11 !== 0];
  return createPerson(random, generatedRow, 101 + index, String(index - EMPLOYEES.length + 2));
}

/**
 * Returns the 30 people of the roster, which depend only on the seed. The first person is an
 * administrator and owns the demo keys. The second person is the organization's owner.
 */
export function listEmployees(seed: number): readonly SeedPerson[] {
  return EMPLOYEES.map((_, index) => getPersonAt(seed, index));
}

export function listPeople(seed: number, size: number): readonly SeedPerson[] {
  return Array.from({ length: size }, (_, index) => getPersonAt(seed, index));
}

// People by seed and UUID. Contains only the roster until a lookup of an unknown UUID adds all
// other people.
const directories = new Map<number, Map<string, DirectoryEntry>>();

interface DirectoryEntry {
  readonly index: number;
  readonly person: SeedPerson;
}

function findEntry(seed: number, uuid: string): DirectoryEntry | undefined {
  const directory = directories.get(seed) ?? new Map<string, DirectoryEntry>();
  directories.set(seed, directory);
  const addPeople = (size: number) => {
    for (let index = directory.size; index < size; index++) {
      const person = getPersonAt(seed, index);
      directory.set(person.user.uuid, { index, person });
    }
  };
  addPeople(EMPLOYEES.length);
  if (!directory.has(uuid)) addPeople(ORGANIZATION_SIZE);
  return directory.get(uuid);
}

/** Returns a person's index in the organization. Returns undefined for people outside it. */
export function findPersonIndex(seed: number, uuid: string): number | undefined {
  return findEntry(seed, uuid)?.index;
}

/** Lists the roster. Finds the people of the large project as well. */
export function createPeople(seed: number): People {
  return { list: listEmployees(seed), find: (uuid) => findEntry(seed, uuid)?.person };
}
