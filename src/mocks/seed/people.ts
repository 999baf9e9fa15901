import { pickRandom, type Random, seededRandom, seededUuid } from "./random";

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
type OrganizationLevel = 1 | 8 | 15;

export interface SeedPerson {
  readonly user: ServedUser;
  readonly level: OrganizationLevel;
  readonly joinedDaysAgo: number;
  readonly membershipId: string;
}

/** Domain of the fictional company. Domains under `.example` never receive email (RFC 2606). */
export const DOMAIN = "harbourline.example";

type Employee = readonly [
  first: string,
  last: string,
  role: string,
  level?: OrganizationLevel,
  isVerified?: boolean,
];

/** The organization's people. The first owns the demo keys. */
const EMPLOYEES: readonly [Employee, ...Employee[]] = [
  ["Ana", "Ferreira", "data", 8],
  ["Tomasz", "Wierzbicki", "founder", 15],
  ["Priya", "Raghavan", "leadership", 8],
  ["Jonas", "Lindqvist", "engineering", 8],
  ["Mei", "Tanaka", "product"],
  ["Oluwaseun", "Adeyemi", "engineering"],
  ["Claire", "Dubois", "marketing"],
  ["Mateo", "Salazar", "sales"],
  ["Ingrid", "Haugen", "data"],
  ["Samir", "Khoury", "product"],
  ["Hannah", "O'Rourke", "marketing"],
  ["Luca", "Moretti", "engineering"],
  ["Zeynep", "Yıldız", "data"],
  ["Daniel", "Okafor", "sales"],
  ["Freya", "Nielsen", "engineering"],
  ["Arjun", "Mehta", "engineering"],
  ["Sofia", "Petrova", "product", 1, false],
  ["Gabriel", "Santos", "sales"],
  ["Nora", "van der Berg", "leadership"],
  ["Kwame", "Boateng", "data"],
  ["Elise", "Fontaine", "marketing"],
  ["Yusuf", "Demir", "engineering"],
  ["Charlotte", "Whitfield", "other"],
  ["Henrik", "Sørensen", "sales", 1, false],
  ["Aaliyah", "Brooks", "product"],
  ["Viktor", "Novák", "engineering"],
  ["Isabel", "Navarro", "other"],
  ["Ravi", "Subramaniam", "data"],
  ["Maeve", "Gallagher", "", 1, false],
  ["Lin", "Zhao", "marketing"],
];

/** Converts a name to the letters a to z for an email address. */
function toEmailPart(name: string): string {
  const letters = name.replace("ø", "o").replaceAll("ı", "i").normalize("NFD").toLowerCase();
  return letters.replace(/[^a-z]/g, "");
}

function createPerson(random: Random, id: number, employee: Employee, suffix = ""): SeedPerson {
  const [first_name, last_name, role_at_organization, level = 1, isVerified = true] = employee;
  return {
    user: {
      id,
      uuid: seededUuid(random),
      // Servers send null for people who have never opened the product.
      distinct_id: isVerified ? seededUuid(random) : null,
      first_name,
      last_name,
      email: `${toEmailPart(first_name)}.${toEmailPart(last_name)}${suffix}@${DOMAIN}`,
      is_email_verified: isVerified,
      hedgehog_config: id % 3 === 0 ? { color: pickRandom(random, ["red", "green", "blue"]) } : null,
      role_at_organization,
    },
    level,
    joinedDaysAgo: 30 + Math.floor(random() * 1_100),
    membershipId: seededUuid(random),
  };
}

/** People of the organization, with those who appear only in the large project. */
const ORGANIZATION_SIZE = 520;
const people: SeedPerson[] = [];

function createPersonAt(index: number): SeedPerson {
  const employee = EMPLOYEES[index];
  if (employee) return createPerson(seededRandom(`person 1 ${index}`), 101 + index, employee);
  const random = seededRandom(`crowd 1 ${index}`);
  const [first] = pickRandom(random, EMPLOYEES);
  const [, last, role] = pickRandom(random, EMPLOYEES);
  const generated: Employee = [first, last, role, index % 40 === 0 ? 8 : 1, index % 11 !== 0];
  return createPerson(random, 101 + index, generated, String(index - EMPLOYEES.length + 2));
}

/** Returns a person by index: the 30 employees, then colleagues with numbered addresses. */
export function getPersonAt(index: number): SeedPerson {
  people[index] ??= createPersonAt(index);
  return people[index];
}

export const listEmployees = (): readonly SeedPerson[] => EMPLOYEES.map((_, index) => getPersonAt(index));

/** Finds anyone in the organization, the employees first. */
export function findPerson(uuid: string): SeedPerson | undefined {
  for (let index = 0; index < ORGANIZATION_SIZE; index++)
    if (getPersonAt(index).user.uuid === uuid) return getPersonAt(index);
  return undefined;
}
