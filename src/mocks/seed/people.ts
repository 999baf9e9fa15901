import { seededRandom, seededUuid } from "./random";

/** Levels in the organization: 1 member, 8 administrator, 15 owner (upstream-facts, Explicit members). */
type Employee = readonly [
  first: string,
  last: string,
  role: string,
  level?: 1 | 8 | 15,
  isVerified?: boolean,
];

const EMPLOYEES: readonly Employee[] = [
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

function toEmailPart(name: string): string {
  const letters = name.replace("ø", "o").replaceAll("ı", "i").normalize("NFD").toLowerCase();
  return letters.replace(/[^a-z]/g, "");
}

function createPerson(employee: Employee, index: number) {
  const [first_name, last_name, role_at_organization, level = 1, is_email_verified = true] = employee;
  const random = seededRandom(`person 1 ${index}`);
  return {
    /** The format of `created_by` and `user` (contract, User summary). */
    user: {
      id: 101 + index,
      uuid: seededUuid(random),
      // Servers send null for people who have never opened the product.
      distinct_id: is_email_verified ? seededUuid(random) : null,
      first_name,
      last_name,
      // Domains under `.example` never receive email (RFC 2606).
      email: `${toEmailPart(first_name)}.${toEmailPart(last_name)}@harbourline.example`,
      is_email_verified,
      hedgehog_config: null,
      role_at_organization,
    },
    level,
    joinedDaysAgo: 30 + Math.floor(random() * 1_100),
    membershipId: seededUuid(random),
  };
}

export type SeedPerson = Readonly<ReturnType<typeof createPerson>>;
export type ServedUser = Readonly<SeedPerson["user"]>;

/** The organization's people. The first owns the demo keys. */
export const people: readonly SeedPerson[] = EMPLOYEES.map(createPerson);

export function getUser(index: number): ServedUser {
  const person = people[index % people.length];
  if (!person) throw new RangeError("There are no people");
  return person.user;
}
