// Reads the audit log for users: pages with plain words and names, the accesses to one patient,
// alarms.

import { auditWord, AUDIT_WORDS } from '../../../shared/operations/audit.ts';
import type {
  AccessReport,
  AuditFilters,
  AuditItem,
  AuditPage,
} from '../../../shared/operations/audit.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Look } from '../work.ts';
import { ALARM_MS, EXPORT_PIECE, PAGE_SIZE } from './limits.ts';
import {
  findEntries,
  findOfTypes,
  patientsOf,
  type AuditRow,
  type EntryFilters,
} from './store-read.ts';

/** Names of the people and patients in entries; provided by the slices that store them. */
export interface AuditNames {
  people: (look: Look) => Promise<{ id: string; name: string }[]>;
  tablets: (look: Look) => Promise<{ id: string; name: string }[]>;
  patients: (look: Look, patids: string[]) => Promise<Map<string, string>>;
  /** Every number of this person: records are merged, entries keep their original number. */
  numbersOf: (look: Look, patid: string) => Promise<string[]>;
}

/**
 * Only the practice's owners see names; the vendor's administrators see actions without identities.
 * @throws AppError forbidden
 */
function seesNames({ actor }: Look): boolean {
  // A job that runs on behalf of an owner.
  if (actor.kind === 'system') return true;
  if (actor.kind === 'machine') return actor.machine === 'api';
  if (actor.kind !== 'user' || actor.role === 'support') throw new AppError('forbidden');
  return actor.role === 'owner';
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
/** `user:ID`, `support:ID@GRANT`, `tablet:ID`, `system`. */
function whoOf(word: string, names: ReadonlyMap<string, string>): AuditItem['who'] {
  const [, kind = word, id = '', grant] = /^([\w]+):([^@]*)(?:@(.+))?$/.exec(word) ?? [];
  return { kind, id, name: names.get(id) ?? '', grant: grant ?? null };
}

async function show(
  names: AuditNames,
  look: Look,
  rows: readonly AuditRow[],
  isNamed: boolean,
): Promise<AuditItem[]> {
  const patids = isNamed
    ? await patientsOf(
        look,
        rows.map((r) => r.seq),
      )
    : new Map<number, string>();
  const patients =
    patids.size === 0
      ? new Map<string, string>()
      : await names.patients(look, [...new Set(patids.values())]);
  const known = new Map(
    isNamed
      ? [...(await names.people(look)), ...(await names.tablets(look))].map(({ id, name }) => [
          id,
          name,
        ])
      : [],
  );
  return rows.map((row) => {
    const { kind, result, de, en } = auditWord(row.type),
      patid = patids.get(row.seq) ?? null;
    const who = whoOf(row.actor, known);
    return {
      seq: row.seq,
      at: row.at,
      type: row.type,
      kind,
      result,
      de,
      en,
      who: isNamed ? who : { ...who, name: '' },
      role: text(row.data.role),
      patid,
      patient: patid === null ? '' : (patients.get(patid) ?? ''),
      purpose: text(row.data.purpose),
      requestId: text(row.data.requestId),
      device: text(row.data.device) || text(row.data.tabletId),
    };
  });
}

/** @throws AppError forbidden */
async function entryFilters(
  names: AuditNames,
  look: Look,
  { patid, ...filters }: AuditFilters,
): Promise<EntryFilters> {
  // A filter by patient must not reveal identities either.
  if (!seesNames(look) && patid !== undefined) throw new AppError('forbidden');
  return { ...filters, ...(patid !== undefined && { patids: await names.numbersOf(look, patid) }) };
}

export async function readAudit(
  names: AuditNames,
  look: Look,
  { cursor, ...filters }: AuditFilters & { cursor?: string | undefined },
  limit = PAGE_SIZE,
): Promise<AuditPage> {
  const isNamed = seesNames(look);
  const rows = await findEntries(
    look,
    await entryFilters(names, look, filters),
    cursor === undefined ? undefined : Number(cursor),
    limit + 1,
  );
  const page = rows.slice(0, limit);
  return {
    items: await show(names, look, page, isNamed),
    cursor: rows.length > limit ? String(page.at(-1)!.seq) : null,
    people: isNamed ? await names.people(look) : [],
  };
}

/**
 * Yields every entry up to `upTo`, newest first, in chunks: however long the log is, only one chunk
 * is in memory.
 * @throws AppError forbidden, before the first chunk
 */
export async function eachEntry(
  names: AuditNames,
  look: Look,
  asked: AuditFilters,
  upTo: number,
): Promise<AsyncIterable<AuditItem[]>> {
  const isNamed = seesNames(look),
    filters = await entryFilters(names, look, asked);
  return (async function* pieces() {
    for (let before = upTo + 1; ;) {
      const rows = await findEntries(look, filters, before, EXPORT_PIECE);
      if (rows.length > 0) yield await show(names, look, rows, isNamed);
      if (rows.length < EXPORT_PIECE) return;
      before = rows.at(-1)!.seq;
    }
  })();
}

const ACCESS = Object.entries(AUDIT_WORDS)
  .filter(([, w]) => w.kind === 'access')
  .map(([type]) => type);
/** Larger than any patient's number of entries; databases require a number. */
const ALL = 1_000_000;
/**
 * Lists accesses to one patient, newest first.
 * @throws AppError forbidden, not_found for an unknown number
 */
export async function readAccess(
  names: AuditNames,
  look: Look,
  patid: string,
): Promise<AccessReport> {
  if (!seesNames(look)) throw new AppError('forbidden');
  const rows = await findEntries(
    look,
    { patids: await names.numbersOf(look, patid) },
    undefined,
    ALL,
  );
  const patient = (await names.patients(look, [patid])).get(patid);
  if (patient === undefined && rows.length === 0) throw new AppError('not_found');
  return {
    patid,
    patient: patient ?? '',
    at: look.now,
    items: await show(
      names,
      look,
      rows.filter(
        (r) => ACCESS.includes(r.type) || /^(user|administrator|support|api|r4c):/.test(r.actor),
      ),
      true,
    ),
  };
}

/** Entries that an owner must see, and what each is about. */
export const ALARM_KINDS = {
  'access.bulk': 'records',
  'auth.login.alarm': 'sign_in',
  'auth.reset.alarm': 'reset',
  'tablet.code_alarm': 'tablet_code',
  'auth.factor.alarm': 'factor',
  'auth.pin.alarm': 'pin',
  'tablet.pin_alarm': 'tablet_pin',
} as const;
type AlarmType = keyof typeof ALARM_KINDS;
export const isAlarm = (type: string | undefined): type is AlarmType =>
  type !== undefined && Object.hasOwn(ALARM_KINDS, type);

/**
 * Returns alarms that no owner has seen yet: unusually many opened records, wrong passwords, second
 * factors, PINs or requested links for one account, wrong tablet codes and PINs of tablets.
 */
export async function openAlarms(
  names: AuditNames,
  look: Look,
): Promise<
  { seq: number; at: number; kind: (typeof ALARM_KINDS)[AlarmType]; name: string; count: number }[]
> {
  if (!seesNames(look)) return [];
  const rows = await findOfTypes(
    look,
    [...(Object.keys(ALARM_KINDS) as AlarmType[]), 'access.bulk_seen'],
    look.now - ALARM_MS,
  );
  const done = new Set(rows.filter((r) => r.type === 'access.bulk_seen').map((r) => r.data.seq));
  const open = rows.filter((r) => isAlarm(r.type) && !done.has(r.seq));
  if (open.length === 0) return [];
  const known = new Map((await names.people(look)).map(({ id, name }) => [id, name]));
  return open.map((r) => ({
    seq: r.seq,
    at: r.at,
    kind: ALARM_KINDS[r.type as AlarmType],
    name:
      r.type === 'access.bulk'
        ? whoOf(r.actor, known).name
        : (known.get(String(r.data.userId)) ?? ''),
    count: Number(r.data.count),
  }));
}
