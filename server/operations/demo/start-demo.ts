// The demo practice of an empty data folder: created once, opened at each start with today's
// appointments and a fresh tablet code.

import { randomInt } from 'node:crypto';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { berlinDay } from '../../../shared/base/dates.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { tabletPinProblem, type Settings } from '../../../shared/accounts/settings.ts';
import type { Actor, Work, Workshop } from '../../platform/work.ts';
import {
  makePast,
  makePatients,
  makeAppointments,
  type DemoPatient,
  type DemoAppointment,
} from './people.ts';

export interface DemoDeps {
  workshop: Workshop;
  now: () => number;
  newId: () => string;
  /** Folder for `demo-login.txt`. */
  data: string;
  hash: (word: string) => Promise<string>;
  /** Practice and host of a user; undefined when there is none. */
  findOwner: (email: string) => Promise<{ cid: string; r4cUuid: string } | undefined>;
  createPractice: (
    w: Work,
    input: { name: string; settings: Partial<Omit<Settings, 'praxisName'>>; tabletPinHash: string },
  ) => Promise<{ r4cUuid: string }>;
  createUser: (
    w: Work,
    input: {
      email: string;
      firstName: string;
      lastname: string;
      role: UserRole;
      behandler: boolean;
      passwordHash: string;
    },
  ) => Promise<unknown>;
  /** Replaces passwords and PIN of the demo when their file is missing. */
  resetSecrets: (
    w: Work,
    input: { emails: readonly string[]; passwordHash: string; tabletPinHash: string },
  ) => Promise<void>;
  addPatients: (w: Work, records: readonly DemoPatient[]) => Promise<unknown>;
  hasAppointments: (cid: string, day: string) => Promise<boolean>;
  addAppointments: (w: Work, records: readonly DemoAppointment[]) => Promise<unknown>;
  /** A tablet code that is valid until its first use. */
  createCode: (w: Work, input: { r4cUuid: string }) => Promise<string>;
}
export interface DemoStart {
  praxisName: string;
  emails: readonly string[];
  password: string;
  tabletPin: string;
  code: string;
}

// Every screen, tablet and paper of it is marked as a demo.
const PRACTICE = 'Demopraxis Dr. Özlem Müller-Yıldız';
const PEOPLE = [
  {
    email: 'owner@demo.molar',
    firstName: 'Özlem',
    lastname: 'Müller-Yıldız',
    role: 'owner',
    behandler: true,
  },
  {
    email: 'staff@demo.molar',
    firstName: 'Jonas',
    lastname: 'Weber',
    role: 'staff',
    behandler: false,
  },
  {
    email: 'empfang@demo.molar',
    firstName: 'Fatma',
    lastname: 'Kaya',
    role: 'reception',
    behandler: false,
  },
] as const satisfies readonly {
  email: string;
  firstName: string;
  lastname: string;
  role: UserRole;
  behandler: boolean;
}[];
export const DEMO_EMAILS: readonly string[] = PEOPLE.map((p) => p.email);
const OWNER = PEOPLE[0].email;

const SYMBOLS = 'abcdefghjkmnpqrstuvwxyz23456789';
/** Four groups of four: 79 random bits that can be typed. */
const newPassword = (): string =>
  Array.from({ length: 4 }, () =>
    Array.from({ length: 4 }, () => SYMBOLS[randomInt(SYMBOLS.length)]).join(''),
  ).join('-');
function newPin(): string {
  for (;;) {
    const pin = String(randomInt(1_000_000)).padStart(6, '0');
    if (tabletPinProblem(pin) === undefined) return pin;
  }
}

interface Secrets {
  password: string;
  tabletPin: string;
}
const fileOf = (data: string): string => join(data, 'demo-login.txt');

/** The demo's logins are no secret to readers of this folder; the database holds hashes only. */
async function readSecrets(data: string): Promise<Secrets | undefined> {
  const text = await readFile(fileOf(data), 'utf8').catch(() => '');
  const password = /^password (\S+)$/m.exec(text)?.[1],
    tabletPin = /^pin (\d{6})$/m.exec(text)?.[1];
  return password !== undefined && tabletPin !== undefined ? { password, tabletPin } : undefined;
}
async function makeSecrets(data: string): Promise<Secrets> {
  const secrets = { password: newPassword(), tabletPin: newPin() };
  await writeFile(
    fileOf(data),
    `${PEOPLE.map((p) => `login ${p.email}`).join('\n')}\npassword ${secrets.password}\npin ${secrets.tabletPin}\n`,
    { mode: 0o600 },
  );
  await chmod(fileOf(data), 0o600);
  return secrets;
}

/**
 * Creates the practice, its users and patients in one transaction, so that an aborted start leaves
 * nothing.
 */
async function makeDemo(
  deps: DemoDeps,
): Promise<{ cid: string; r4cUuid: string; secrets: Secrets }> {
  const secrets = await makeSecrets(deps.data);
  const passwordHash = await deps.hash(secrets.password),
    tabletPinHash = await deps.hash(secrets.tabletPin);
  const cid = deps.newId();
  const { r4cUuid } = await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const made = await deps.createPractice(w, {
      name: PRACTICE,
      tabletPinHash,
      // 030 23125 is a range that is never assigned to subscribers.
      settings: {
        phone: '030 23125 140',
        mail: 'empfang@mueller-yildiz.example',
        street: 'Kastanienallee 12',
        plz: '10585',
        city: 'Berlin',
      },
    });
    for (const person of PEOPLE) await deps.createUser(w, { ...person, passwordHash });
    const patients = makePatients(berlinDay(w.now));
    await deps.addPatients(w, patients);
    await deps.addAppointments(w, makePast(berlinDay(w.now), patients));
    return made;
  });
  return { cid, r4cUuid, secrets };
}

async function openDemo(
  deps: DemoDeps,
  found: { cid: string; r4cUuid: string },
): Promise<{ cid: string; r4cUuid: string; secrets: Secrets }> {
  const kept = await readSecrets(deps.data);
  if (kept) return { ...found, secrets: kept };
  const secrets = await makeSecrets(deps.data);
  const passwordHash = await deps.hash(secrets.password),
    tabletPinHash = await deps.hash(secrets.tabletPin);
  await deps.workshop.write(found.cid, { kind: 'system', cid: found.cid }, (w) =>
    deps.resetSecrets(w, { emails: DEMO_EMAILS, passwordHash, tabletPinHash }),
  );
  return { ...found, secrets };
}

/**
 * Creates appointments for the current day in Berlin, when there are none yet; also called when the
 * day changes while the server runs.
 */
export async function ensureDemoDay(
  deps: Pick<DemoDeps, 'workshop' | 'now' | 'hasAppointments' | 'addAppointments'>,
  cid: string,
): Promise<void> {
  const day = berlinDay(deps.now());
  if (await deps.hasAppointments(cid, day)) return;
  await deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
    deps.addAppointments(w, makeAppointments(day, makePatients(day))),
  );
}

/**
 * Opens the demo, creating it when `isEmpty`. `undefined` where this database contains something
 * else.
 * @param isEmpty no practice exists yet
 */
export async function startDemo(
  deps: DemoDeps,
  isEmpty: boolean,
): Promise<(DemoStart & { cid: string }) | undefined> {
  const found = await deps.findOwner(OWNER);
  if (!found && !isEmpty) return undefined;
  const { cid, r4cUuid, secrets } = found ? await openDemo(deps, found) : await makeDemo(deps);
  await ensureDemoDay(deps, cid);
  const actor: Actor = { kind: 'system', cid };
  const code = await deps.workshop.write(cid, actor, (w) => deps.createCode(w, { r4cUuid }));
  return { cid, praxisName: PRACTICE, emails: DEMO_EMAILS, ...secrets, code };
}
