// Issues licences on the vendor's server: by hand, by contract, and as renewals; practices of this
// server get theirs at once, others by file.

import { randomBytes } from 'node:crypto';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { PLAN_TERMS, type LicenceTerms } from '../../../shared/vendor/licence.ts';
import { base32 } from '../../platform/keys/paper-code.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { readLicence, signLicence } from './file.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import type { LicenceDeps } from './links.ts';
import {
  ensureLicence,
  findIssued,
  insertIssued,
  isPractice,
  listContracts,
  listIssued,
  takeFile,
  type ContractLine,
  type IssuedRow,
} from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'follow-contract': true;
  }
}

/** Files are renewed well before they end. */
const RENEW_MS = 15 * DAY_MS;
/** A running contract is licensed beyond its period, which is extended in time. */
export const BEYOND_MS = 30 * DAY_MS;

type Change = Omit<LicenceTerms, 'v' | 'serialnumber' | 'issuedAt' | 'seq'>;
const newSerial = (): string => `MLR-${base32(randomBytes(5))}`;

/** Signs the next file of a practice and lists it, in a transaction of the vendor. */
export async function issueIn(
  deps: LicenceDeps,
  w: Work,
  change: Change,
  { isByHand, userId }: { isByHand: boolean; userId: string },
): Promise<string> {
  const last = await findIssued(w, change.tenant),
    terms: LicenceTerms = {
      v: 1,
      serialnumber: last?.serialnumber ?? newSerial(),
      ...change,
      issuedAt: w.now,
      seq: (last?.seq ?? 0) + 1,
    },
    { tenant, seq, serialnumber, isBlocked } = terms,
    file = signLicence(deps.keys, terms);
  await insertIssued(w, { tenant, seq, serialnumber, file, at: w.now, userId, isByHand });
  await w.audit('licence.issued', { tenant, seq, isBlocked });
  return file;
}
/** Issues a file, and hands it to a practice of this server. */
export async function issue(
  deps: LicenceDeps,
  actor: Actor,
  change: Change,
  isByHand: boolean,
): Promise<string> {
  const userId = actor.kind === 'user' ? actor.userId : '';
  const file = await deps.workshop.write(VENDOR_CID, actor, (w) =>
    issueIn(deps, w, change, { isByHand, userId }),
  );
  await installNewest(deps, change.tenant);
  return file;
}
/** Hands the newest file to its practice, if that is on this server; repeating changes nothing. */
export async function installNewest(deps: LicenceDeps, tenant: string): Promise<void> {
  const row = await findIssued(vendorLook(deps.workshop), tenant);
  if (row && (await isPractice(deps.store, tenant))) await install(deps, tenant, row.file, row.seq);
}
/** Stores a file for its practice, once. */
const install = (deps: LicenceDeps, cid: string, file: string, seq: number): Promise<boolean> =>
  deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    await ensureLicence(w);
    const isTaken = await takeFile(w, file, seq);
    if (isTaken) await w.audit('licence.installed', { seq });
    return isTaken;
  });

/** Blocks a licence, or opens it again. @throws AppError not_found for a practice without one */
export async function blockLicence(
  deps: LicenceDeps,
  actor: Actor,
  tenant: string,
  isBlocked: boolean,
): Promise<void> {
  const last = await findIssued(vendorLook(deps.workshop), tenant),
    terms = last && readLicence(deps.keys, last.file);
  if (!terms) throw new AppError('not_found');
  await issue(deps, actor, { ...changeOf(terms), isBlocked }, last.isByHand);
}
const changeOf = ({
  v: _v,
  serialnumber: _serial,
  issuedAt: _at,
  seq: _seq,
  ...rest
}: LicenceTerms): Change => rest;

/**
 * Takes a file that an owner uploads; the last good one stays otherwise.
 * @throws AppError validation for another practice's, a changed or an older file
 */
export async function takeUpload(deps: LicenceDeps, cid: string, file: string): Promise<void> {
  const terms = readLicence(deps.keys, file);
  if (terms?.tenant !== cid || !(await install(deps, cid, file, terms.seq)))
    throw new AppError('validation', { fields: { file: 'licence' } });
}

/** Returns the terms of a contract. */
export const termsOf = (
  tenant: string,
  plan: keyof typeof PLAN_TERMS,
  validUntil: number,
): Change => ({
  tenant,
  plan,
  modules: [...PLAN_TERMS[plan].modules],
  seats: PLAN_TERMS[plan].seats,
  tablets: PLAN_TERMS[plan].tablets,
  validFrom: 0,
  validUntil,
  isBlocked: false,
});

type ContractTerms = Pick<ContractLine, 'cid' | 'plan' | 'periodEnd' | 'isEnding' | 'endedAt'>;
/** Returns what a contract is licensed with now; undefined when the last file stays. */
function wantedOf(
  deps: LicenceDeps,
  { cid, plan, periodEnd, isEnding, endedAt }: ContractTerms,
  last: IssuedRow | undefined,
): Change | undefined {
  if (plan === null || periodEnd === null || endedAt !== null) return undefined;
  const terms = last && readLicence(deps.keys, last.file),
    until = isEnding ? periodEnd : periodEnd + BEYOND_MS;
  const isSame = terms?.plan === plan && terms.validUntil === until,
    isHandMade = last?.isByHand === true && terms !== undefined && terms.validUntil > deps.now();
  // A person's word stays: a licence by hand until its end, a block until it is lifted.
  return isSame || isHandMade || terms?.isBlocked === true ? undefined : termsOf(cid, plan, until);
}
const canSign = ({ keys }: LicenceDeps): boolean => keys.isOn && keys.signer !== undefined;

/** Licenses a practice as its contract runs; repeating it changes nothing. */
async function licenseContract(deps: LicenceDeps, contract: ContractTerms): Promise<void> {
  const { cid } = contract;
  // Most contracts are licensed already: no transaction for them.
  if (!wantedOf(deps, contract, await findIssued(vendorLook(deps.workshop), cid))) return;
  await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
    // A job of the same contract may have been first.
    const wanted = wantedOf(deps, contract, await findIssued(w, cid));
    if (wanted) await issueIn(deps, w, wanted, { isByHand: false, userId: '' });
  });
}
/** Licenses a contract of this server as it is now; a job after each change of it. */
export async function followContract(deps: LicenceDeps, cid: string): Promise<void> {
  if (!canSign(deps)) return;
  const [contract] = await listContracts(deps.store, cid);
  if (contract) await licenseContract(deps, contract);
  // A job may have ended between its two transactions.
  await installNewest(deps, cid);
}

/** Daily work of a practice: notes that it has no licence. */
export async function noteLicence(deps: LicenceDeps, cid: string): Promise<void> {
  if (deps.keys.isOn) await deps.workshop.write(cid, { kind: 'system', cid }, ensureLicence);
}

/** Daily work of the vendor's server: issues and renews licences. */
export async function licenceDaily(deps: LicenceDeps): Promise<void> {
  if (!canSign(deps)) return;
  for (const contract of await listContracts(deps.store)) await licenseContract(deps, contract);
  for (const row of await listIssued(deps.store)) {
    const terms = readLicence(deps.keys, row.file);
    // An approval's file may have been issued just before an end of the server.
    await installNewest(deps, row.tenant);
    if (!terms || terms.isBlocked || terms.validUntil <= deps.now()) continue;
    if (deps.now() - terms.issuedAt < RENEW_MS) continue;
    await issue(deps, VENDOR, changeOf(terms), row.isByHand);
  }
}
