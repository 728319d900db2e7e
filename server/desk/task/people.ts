// People of a Mappe: the person of each paper, the order, and who signs it or why it is signed by
// hand (shared/desk/mappe-family).

import {
  mayBeSignedByFinger,
  type DocumentData,
  type DocumentTemplate,
} from '../../../shared/desk/document.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Signer } from '../../../shared/desk/mappe.ts';
import {
  CUSTODY_REASON,
  custodyOf,
  inFamilyOrder,
  isAdult,
  mayConsent,
  standingsFor,
  type Custody,
  type Standing,
} from '../../../shared/desk/mappe-family.ts';
import type { Work } from '../../platform/work.ts';
import { findPatient, type PatientRow, type TaskRow } from './store.ts';

/**
 * Returns all people once, in the requested order.
 * @throws AppError `not_found`, `validation` for a person named twice
 */
export async function findPeople(
  w: Work,
  patids: readonly string[],
): Promise<[PatientRow, ...PatientRow[]]> {
  const people: PatientRow[] = [];
  for (const [at, patid] of patids.entries()) {
    const patient = await findPatient(w, patid);
    if (!patient) throw new AppError('not_found');
    if (people.some((one) => one.patid === patient.patid))
      throw new AppError('validation', { fields: { [`patids.${at}`]: 'twice' } });
    people.push(patient);
  }
  const [first, ...rest] = people;
  if (!first) throw new AppError('not_found');
  return [first, ...rest];
}

/**
 * Returns the papers in working order, each with its person; common papers belong to the first one.
 * @throws AppError `validation`
 */
export function itemsOf<T extends { patid?: string | undefined }>(
  { items, patids }: { items: readonly T[]; patids: readonly string[] },
  people: readonly [PatientRow, ...PatientRow[]],
): (T & { patient: PatientRow; at: number; isForAll: boolean })[] {
  const placed = items.map((item, at) => {
    const patient = item.patid === undefined ? people[0] : people[patids.indexOf(item.patid)];
    if (!patient)
      throw new AppError('validation', { fields: { [`items.${at}.patid`]: 'unknown' } });
    return { ...item, patient, at, isForAll: people.length > 1 && item.patid === undefined };
  });
  return inFamilyOrder(placed, patids);
}

/**
 * Returns the signers for each person, by their number. Every signer must be required by some
 * document, every document to be signed needs one who may consent, and a person who only
 * accompanies a child never signs.
 * @throws AppError `validation`: `signers` with `missing`, `adult_signs`, `child_alone`;
 * `signers.n.role` with `not_asked`, `twice` (an absent signer); `signers.n.patid` with `unknown`
 */
export function whoSigns(
  standings: readonly Standing[],
  people: readonly PatientRow[],
  chosen: readonly { patient: PatientRow; template?: DocumentTemplate }[],
  day: string,
): Map<string, Custody> {
  const wrong = (field: string, why: string): AppError =>
    new AppError('validation', { fields: { [field]: why } });
  const stranger = standings.findIndex((one) =>
    one.patid === undefined ? people.length > 1 : !people.some((p) => p.patid === one.patid),
  );
  if (stranger >= 0) throw wrong(`signers.${stranger}.patid`, 'unknown');
  const signedBy = (patid: string): DocumentTemplate[] =>
    chosen.flatMap((c) =>
      c.patient.patid === patid && c.template && c.template.signerRoles.length > 0
        ? [c.template]
        : [],
    );
  const asked = people.flatMap((p) => signedBy(p.patid));
  if (asked.length === 0) return new Map();
  const stray = standings.findIndex(
    (one) =>
      one.role !== 'companion' &&
      !people.some(
        (p) =>
          standingsFor([one], p.patid).length > 0 &&
          signedBy(p.patid).some((t) => asks(t, one.role)),
      ),
  );
  if (stray >= 0) throw wrong(`signers.${stray}.role`, 'not_asked');
  // Parts of a signature are distinguished by their signers.
  const twin = standings.findIndex(
    (one, at) =>
      one.isAway === true &&
      standings.some(
        (other, n) =>
          n !== at &&
          other.role === one.role &&
          (other.patid === undefined || one.patid === undefined || other.patid === one.patid),
      ),
  );
  if (twin >= 0) throw wrong(`signers.${twin}.role`, 'twice');
  return new Map(
    people.flatMap((person): [string, Custody][] => {
      const templates = signedBy(person.patid);
      if (templates.length === 0) return [];
      const custody = custodyOf(person, standingsFor(standings, person.patid), day);
      if (custody.way === 'refused') throw wrong('signers', custody.why);
      const isOpen = templates.some(
        (t) => !custody.signers.some((s) => mayConsent(s.role) && t.signerRoles.includes(s.role)),
      );
      if (isOpen && !(custody.way === 'paper' && custody.why === 'companion'))
        throw wrong('signers', 'missing');
      return [[person.patid, custody]];
    }),
  );
}
const asks = (template: DocumentTemplate, role: Standing['role']): boolean =>
  role !== 'companion' && template.signerRoles.includes(role);

/** Persons with custody sign at home: their names are written there. */
const BLANK: readonly Signer[] = [
  { role: 'parent1', name: '' },
  { role: 'parent2', name: '' },
];

/** Returns the signers that a document is resolved with. */
export function signersFor(template: DocumentTemplate, custody: Custody | undefined): Signer[] {
  if (!custody || custody.way === 'refused') return [];
  const isForHome = custody.way === 'paper' && custody.why === 'companion';
  return (isForHome ? BLANK : custody.signers)
    .filter((s) => template.signerRoles.includes(s.role))
    .map((s) => ({ ...s }));
}

/**
 * Turns a document without a permitted signer here into one that is read here and signed by hand; a
 * paper requirement by law keeps its own reason.
 */
export function forCustody(
  data: DocumentData,
  template: DocumentTemplate,
  custody: Custody | undefined,
): DocumentData {
  if (
    custody?.way !== 'paper' ||
    template.signerRoles.length === 0 ||
    !mayBeSignedByFinger(data.formRequirement).ok
  )
    return data;
  const { reason, source } = CUSTODY_REASON[custody.why];
  return { ...data, formRequirement: { form: 'custody', reason, source } };
}

/**
 * Checks whether a Mappe composed on an earlier day would be signed by a parent for a person who
 * has come of age since.
 * @param people birth dates by number
 */
export function isOfAgeNow(
  tasks: readonly Pick<TaskRow, 'patid' | 'data' | 'kind'>[],
  people: ReadonlyMap<string, { geburtsdatum: string }>,
  day: string,
): boolean {
  return tasks.some(({ patid, data, kind }) => {
    const person = people.get(patid);
    return (
      kind !== 'notice' &&
      person !== undefined &&
      isAdult(person.geburtsdatum, day) &&
      (JSON.parse(data) as DocumentData).signers.some(
        (s) => s.role === 'parent1' || s.role === 'parent2',
      )
    );
  });
}
