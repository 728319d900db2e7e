/** A practice in the running server with its users, signed in by e-mail and password. */
import { createUser } from '../../server/accounts/users/create-user.ts';
import type { Passwords } from '../../server/accounts/sign-in/passwords.ts';
import { setUser } from '../../server/accounts/account-store/store-links.ts';
import { addPatients } from '../../server/desk/patient/add-records.ts';
import { createPractice } from '../../server/accounts/settings/create-practice.ts';
import { acceptProcessing } from '../../server/accounts/terms/processing.ts';
import { acceptTerms } from '../../server/accounts/terms/terms.ts';
import type { Actor } from '../../server/platform/work.ts';
import { VENDOR_CID } from '../../shared/base/roles.ts';
import type { Answer, Bearer, CallOptions, TestApp } from './in-process.ts';

export const PASSWORD = 'Kastanien im Herbst 1958';
export const PIN = '736251';
const ROLES = ['owner', 'staff', 'reception'] as const;
type StaffRole = (typeof ROLES)[number];

export interface Person {
  patid: string;
  title: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
  street: string;
  plz: string;
  city: string;
}
export const person = (
  patid: string,
  firstName: string,
  lastName: string,
  geburtsdatum: string,
): Person => ({
  patid,
  title: '',
  firstName,
  lastName,
  geburtsdatum,
  street: 'Weg 1',
  plz: '10115',
  city: 'Berlin',
});

export interface Practice {
  t: TestApp;
  cid: string;
  r4cUuid: string;
  /** `/r4c/{r4cUuid}` */
  base: string;
  system: Actor;
  /** Signed-in people; the owner is a dentist. */
  users: Record<StaffRole, Bearer & { userId: string; email: string }>;
  patients: Person[];
  /** A call below the practice's r4c base. */
  call(path: string, options?: CallOptions): Promise<Answer>;
  post(path: string, as: Bearer, json?: unknown): Promise<Answer>;
}

/** One hash for every user of a server: hashing is not tested here. */
const hashes = new WeakMap<Passwords, Promise<[password: string, pin: string]>>();
function hashesOf({ deps: { passwords } }: TestApp): Promise<[password: string, pin: string]> {
  let made = hashes.get(passwords);
  if (!made)
    hashes.set(passwords, (made = Promise.all([passwords.hash(PASSWORD), passwords.hash(PIN)])));
  return made;
}

export async function login(
  t: TestApp,
  email: string,
  password = PASSWORD,
): Promise<Bearer & { userId: string }> {
  const answer = await t.call('/auth/login', {
    method: 'POST',
    json: { credentials: { email, password }, longLogin: false },
  });
  if (answer.status !== 200) throw new Error(`login: ${answer.status} ${answer.text}`);
  const { authToken, user } = answer.json as { authToken: string; user: { id: string } };
  return { token: authToken, userId: user.id };
}

/** Confirms by the password, or by another proof; the bearer uses the new token afterwards. */
export async function stepUp(
  t: TestApp,
  as: Bearer,
  json: unknown = { password: PASSWORD },
): Promise<void> {
  const answer = await t.call('/auth/createMidSessionToken', {
    as,
    method: 'POST',
    json,
  });
  if (answer.status !== 200) throw new Error(`step-up: ${answer.status} ${answer.text}`);
  as.token = (answer.json as { authToken: string }).authToken;
}

/** Adds a practice. @param name ASCII word that distinguishes the practice's users */
export async function addPractice(
  t: TestApp,
  name: string,
  patients: Person[] = [
    person('1001', 'Anna', 'Groß', '1941-03-04'),
    person('1002', 'Emil', 'Özkan', '1990-07-11'),
  ],
): Promise<Practice> {
  const [hashed, tabletPinHash] = await hashesOf(t);
  const cid = t.deps.newId(),
    system: Actor = { kind: 'system', cid };
  const { r4cUuid } = await t.deps.workshop.write(cid, system, async (w) => {
    const made = await createPractice(w, {
      name: `Zahnarztpraxis ${name}`,
      tabletPinHash,
      settings: {
        phone: '030 23125 140',
        street: 'Kastanienallee 12',
        plz: '10585',
        city: 'Berlin',
      },
    });
    for (const role of ROLES) {
      await createUser(w, {
        email: `${role}@${name}.test`,
        firstName: 'Özlem',
        lastname: `Yıldız-${role}`,
        role,
        behandler: role === 'owner',
        passwordHash: hashed,
      });
    }
    await addPatients(w, 'pvs', patients);
    const who = { userId: 'test', name: 'Test' };
    await acceptTerms({}, w, who);
    await acceptProcessing(w, who);
    return made;
  });
  const signedIn = async (role: StaffRole) => ({
    ...(await login(t, `${role}@${name}.test`)),
    email: `${role}@${name}.test`,
  });
  const base = `/r4c/${r4cUuid}`;
  return {
    t,
    cid,
    r4cUuid,
    base,
    system,
    patients,
    users: {
      owner: await signedIn('owner'),
      staff: await signedIn('staff'),
      reception: await signedIn('reception'),
    },
    call: (path, options) => t.call(base + path, options),
    post: (path, as, json) =>
      t.call(base + path, { as, method: 'POST', ...(json !== undefined && { json }) }),
  };
}

/** Adds a reception user with the right to design forms and texts. */
export async function addDesigner({
  t,
  cid,
  system,
}: Pick<Practice, 't' | 'cid' | 'system'>): Promise<Bearer & { userId: string }> {
  const [hashed] = await hashesOf(t),
    email = `gestaltet@${cid}.test`;
  await t.deps.workshop.write(cid, system, async (w) => {
    const { id } = await createUser(w, {
      email,
      firstName: 'Gesa',
      lastname: 'Gestalt',
      role: 'reception',
      behandler: false,
      passwordHash: hashed,
    });
    await setUser(w, id, { mayDesign: true });
  });
  return login(t, email);
}

/**
 * Adds the vendor's own users, who belong to no practice.
 * @param name word that distinguishes several administrators
 */
export async function addVendor(
  t: TestApp,
  name = 'molar',
): Promise<Record<'administrator' | 'support', Bearer & { userId: string }>> {
  const [hashed] = await hashesOf(t);
  await t.deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, async (w) => {
    for (const role of ['administrator', 'support'] as const)
      await createUser(w, {
        email: `${role}@${name}.test`,
        firstName: 'Vera',
        lastname: `Hersteller-${role}`,
        role,
        behandler: false,
        passwordHash: hashed,
      });
  });
  return {
    administrator: await login(t, `administrator@${name}.test`),
    support: await login(t, `support@${name}.test`),
  };
}

/** Signs all users in again after the clock moved (bearer tokens last fifteen minutes). */
export async function renew(p: Practice): Promise<void> {
  for (const role of ROLES) Object.assign(p.users[role], await login(p.t, p.users[role].email));
}
