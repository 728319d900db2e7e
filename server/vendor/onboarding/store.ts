// Queries of the guided start: facts of all practices in a few grouped queries, and notes of the
// vendor's staff; the only writer of the notes. Numbers and times only, no patient.

import { and, asc, desc, eq, isNotNull, isNull, max, min, ne } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { OnboardingFacts, OnboardingStep } from '../../../shared/vendor/onboarding.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type NoteRow = Row<Schema['onboardingNote']>;
const MOST_NOTES = 200;

export interface StartRow {
  cid: string;
  name: string;
  phone: string;
  mail: string;
  /** Names of the owners. */
  owner: string;
  calledAt: number | null;
  facts: OnboardingFacts;
}
/** Times by practice. */
type Times = ReadonlyMap<string, number | null>;
const timesOf = (rows: readonly { cid: string; at: number | null }[]): Times =>
  new Map(rows.map(({ cid, at }) => [cid, at]));

/** Reads what each practice did first; `only` narrows to one practice. */
async function readFirsts({ read, t }: Store, only: string | undefined) {
  const one = (column: PgColumn) => (only === undefined ? undefined : eq(column, only));
  const {
      termsAcceptance: a,
      processingContract: p,
      contract: c,
      licence: l,
      issuedLicence: i,
      tablet: d,
    } = t,
    { envelope: e, pvsBatch: b, tabletCode: o } = t;
  const terms = await read
    .select({ cid: a.cid, at: min(a.at) })
    .from(a)
    .where(one(a.cid))
    .groupBy(a.cid);
  const processing = await read
    .select({ cid: p.cid, at: min(p.acceptedAt) })
    .from(p)
    .where(and(one(p.cid), isNotNull(p.acceptedAt)))
    .groupBy(p.cid);
  const contract = await read
    .select({ cid: c.cid, at: c.startedAt })
    .from(c)
    .where(and(one(c.cid), isNotNull(c.startedAt)));
  const licence = await read
    .select({ cid: l.cid })
    .from(l)
    .where(and(one(l.cid), isNotNull(l.file)));
  const issued = await read
    .select({ cid: i.tenant, at: min(i.at) })
    .from(i)
    .where(and(eq(i.cid, VENDOR_CID), one(i.tenant)))
    .groupBy(i.tenant);
  const tablet = await read
    .select({ cid: d.cid, at: min(d.registeredAt) })
    .from(d)
    .where(and(one(d.cid), isNull(d.revokedAt), isNull(d.guestOf)))
    .groupBy(d.cid);
  const paper = await read
    .select({ cid: e.cid, at: min(e.sealedAt) })
    .from(e)
    .where(and(one(e.cid), isNotNull(e.sealedAt), isNull(e.voidedAt)))
    .groupBy(e.cid);
  const delivered = await read
    .select({ cid: b.cid, at: min(b.closedAt) })
    .from(b)
    .where(and(one(b.cid), isNotNull(b.closedAt), isNull(b.withdrawnAt)))
    .groupBy(b.cid);
  const code = await read
    .select({ cid: o.cid, at: max(o.createdAt) })
    .from(o)
    .where(and(one(o.cid), isNull(o.usedAt)))
    .groupBy(o.cid);
  return {
    code: timesOf(code),
    terms: timesOf(terms),
    processing: timesOf(processing),
    contract: timesOf(contract),
    licence: new Set(licence.map(({ cid }) => cid)),
    issued: timesOf(issued),
    tablet: timesOf(tablet),
    paper: timesOf(paper),
    delivered: timesOf(delivered),
  };
}

/** Reads when target and sheet of the backup were set up; they belong to the installation. */
async function readBackup({ read, t }: Store) {
  const [config] = await read
      .select({ path: t.backupConfig.path, since: t.backupConfig.targetSince })
      .from(t.backupConfig)
      .limit(1),
    [sheet] = await read.select({ at: max(t.recoverySheet.confirmedAt) }).from(t.recoverySheet);
  return {
    target: config === undefined || config.path === null ? null : (config.since ?? (true as const)),
    sheet: sheet?.at ?? null,
  };
}

async function readOwners({ read, t: { user } }: Store, only: string | undefined) {
  const rows = await read
    .select({ cid: user.cid, firstName: user.firstName, lastname: user.lastname })
    .from(user)
    .where(
      and(
        eq(user.role, 'owner'),
        isNull(user.disabledAt),
        only === undefined ? ne(user.cid, VENDOR_CID) : eq(user.cid, only),
      ),
    )
    .orderBy(asc(user.createdAt));
  const names = new Map<string, string[]>();
  for (const { cid, firstName, lastname } of rows)
    names.set(cid, [...(names.get(cid) ?? []), `${firstName} ${lastname}`.trim()]);
  return names;
}

/** Reads skips that count, and the last call of each practice. */
async function readMarks({ read, t: { onboardingNote: n } }: Store, only: string | undefined) {
  const rows = await read
    .select()
    .from(n)
    .where(only === undefined ? undefined : eq(n.cid, only))
    .orderBy(asc(n.at), asc(n.id));
  const skips = new Map<string, OnboardingFacts['skips']>(),
    calls = new Map<string, number>();
  for (const { cid, kind, step, at, name, text } of rows) {
    if (kind === 'call') calls.set(cid, at);
    if (step === null) continue;
    const own = skips.get(cid) ?? {};
    if (kind === 'skip') own[step] = { name, why: text, at };
    else delete own[step];
    skips.set(cid, own);
  }
  return { skips, calls };
}

export interface Asked {
  /** Whether this server asks for contracts and licences. */
  contract: boolean;
  licence: boolean;
}
/**
 * Reads the facts of all practices, or of one.
 * @param asked steps that only some servers have
 */
export async function readStarts(store: Store, asked: Asked, only?: string): Promise<StartRow[]> {
  const { read, t } = store,
    practices = await read
      .select()
      .from(t.praxis)
      .where(only === undefined ? undefined : eq(t.praxis.cid, only)),
    // Where several practices share a server, its operator takes care of the backup.
    isShared = (await read.$count(t.praxis)) > 1;
  const firsts = await readFirsts(store, only),
    backup = await readBackup(store),
    owners = await readOwners(store, only),
    { skips, calls } = await readMarks(store, only);
  return practices.map(({ cid, name, settings, createdAt }) => {
    const at = (times: Times): number | null => times.get(cid) ?? null,
      word = (key: 'phone' | 'mail' | 'street'): string => {
        const value: unknown = settings[key];
        return typeof value === 'string' ? value : '';
      };
    const steps: Partial<Record<OnboardingStep, number | true | null>> = {
      terms: at(firsts.terms),
      // A practice whose start was over before the contract existed accepts it outside of its start.
      ...((at(firsts.processing) !== null || at(firsts.paper) === null) && {
        processing: at(firsts.processing),
      }),
      ...(asked.contract && { contract: at(firsts.contract) }),
      ...(asked.licence && {
        licence: firsts.licence.has(cid) ? (at(firsts.issued) ?? (true as const)) : null,
      }),
      praxis: word('street') !== '' && word('phone') !== '' ? (true as const) : null,
      ...(!isShared && backup),
      tablet: at(firsts.tablet),
      paper: at(firsts.paper),
      import: at(firsts.delivered),
    };
    return {
      cid,
      name,
      phone: word('phone'),
      mail: word('mail'),
      owner: (owners.get(cid) ?? []).join(', '),
      calledAt: calls.get(cid) ?? null,
      facts: { createdAt, steps, skips: skips.get(cid) ?? {}, codeAt: at(firsts.code) },
    };
  });
}

/** Stores a note once; false for a repeated one. */
export const insertNote = async (
  w: Work,
  row: NewRow<Schema['onboardingNote']>,
): Promise<boolean> => (await w.tx.insert(w.t.onboardingNote, row, { ifAbsent: true })).length > 0;
/** Lists the notes of a practice, the newest first. */
export const listNotes = (s: Look | Work): Promise<NoteRow[]> =>
  readerOf(s).find(s.t.onboardingNote, undefined, {
    orderBy: [desc(s.t.onboardingNote.at), desc(s.t.onboardingNote.id)],
    limit: MOST_NOTES,
  });
