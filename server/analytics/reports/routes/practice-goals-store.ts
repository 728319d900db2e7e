// Settings for the figures of a practice: targets, the fee limit scheme, figures of the KZV's
// letter, groups of appointment types; the only writer of these tables.

import { and, asc, desc, eq } from 'drizzle-orm';
import { STANDARD_GROUPS } from '../../../../shared/analytics/deliveries/standard-groups.ts';
import {
  searchable,
  type KeywordPattern,
} from '../../../../shared/analytics/deliveries/keywords.ts';
import type { Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

type TargetRow = Row<Schema['ziel']>;
type HvmRow = Row<Schema['hvmConfig']>;
type LetterRow = Row<Schema['kzvBrief']>;
type PatternRow = Row<Schema['pattermapi']>;

export const targetRowsOf = ({ db, t: { ziel: target } }: Look): Promise<TargetRow[]> =>
  db.find(target, undefined, {
    orderBy: [asc(target.kennzahl), asc(target.behandler), asc(target.validFrom)],
  });
/** Replaces the entry of that day. */
export async function putTarget(
  w: Work,
  {
    kennzahl,
    behandler,
    validFrom,
    ...said
  }: Pick<TargetRow, 'kennzahl' | 'behandler' | 'validFrom' | 'value' | 'changedBy'>,
): Promise<void> {
  const { ziel: target } = w.t,
    set = { ...said, changedAt: w.now };
  const changed = await w.tx.update(target, set, { kennzahl, behandler, validFrom });
  if (changed.length === 0) await w.tx.insert(target, { kennzahl, behandler, validFrom, ...set });
}

/** Lists the HVM limits, newest first. */
export const hvmOf = ({ db, t: { hvmConfig } }: Look, region: string): Promise<HvmRow[]> =>
  db.find(hvmConfig, eq(hvmConfig.region, region), {
    orderBy: [desc(hvmConfig.jahr), desc(hvmConfig.quartal)],
  });
/** Replaces the entry of that quarter. */
export async function putHvm(
  w: Work,
  { region, jahr: year, quartal: quarter, ...said }: Omit<HvmRow, 'cid' | 'changedAt'>,
): Promise<void> {
  const { hvmConfig } = w.t,
    set = { ...said, changedAt: w.now };
  const changed = await w.tx.update(hvmConfig, set, { region, jahr: year, quartal: quarter });
  if (changed.length === 0)
    await w.tx.insert(hvmConfig, { region, jahr: year, quartal: quarter, ...set });
}

/** Lists the letters, newest first, their positions ordered by number. */
export const lettersOf = ({ db, t: { kzvBrief } }: Look): Promise<LetterRow[]> =>
  db.find(kzvBrief, undefined, {
    orderBy: [desc(kzvBrief.jahr), desc(kzvBrief.quartal), asc(kzvBrief.nr)],
  });
/** Replaces the letter entered for its quarter. */
export async function putLetter(
  w: Work,
  { jahr: year, quartal: quarter, changedBy }: Pick<LetterRow, 'jahr' | 'quartal' | 'changedBy'>,
  rows: ReadonlyMap<string, number>,
): Promise<void> {
  const { kzvBrief } = w.t;
  await w.tx.remove(kzvBrief, { jahr: year, quartal: quarter });
  await w.tx.insert(
    kzvBrief,
    [...rows].map(([nr, je100]) => ({
      jahr: year,
      quartal: quarter,
      nr,
      je100,
      changedBy,
      changedAt: w.now,
    })),
  );
}

/** Reads the entered or guessed groups of appointment types, by id. */
export const appointmentTypeGroups = async ({
  db,
  t: { pattermapi },
}: Look): Promise<Map<string, PatternRow>> =>
  new Map(
    (await db.find(pattermapi, eq(pattermapi.kind, 'terminart'))).map((row) => [row.word, row]),
  );
/**
 * Replaces the group of a type; a guess never replaces a user's entry. Without a group the entry is
 * deleted.
 */
export async function putAppointmentTypeGroup(
  w: Work,
  {
    word,
    gruppe: group,
    isProposed,
    changedBy,
  }: { word: string; gruppe: string | null; isProposed: boolean; changedBy: string },
): Promise<void> {
  const { pattermapi } = w.t,
    mine = and(eq(pattermapi.kind, 'terminart'), eq(pattermapi.word, word))!;
  await w.tx.remove(pattermapi, isProposed ? and(mine, eq(pattermapi.isProposed, true))! : mine);
  if (group !== null)
    await w.tx.insert(
      pattermapi,
      { kind: 'terminart', word, gruppe: group, isProposed, changedBy, changedAt: w.now },
      { ifAbsent: true },
    );
}

type StoredPattern = KeywordPattern & Pick<PatternRow, 'isProposed' | 'changedBy' | 'changedAt'>;
/**
 * Reads the patterns of keywords in order; an unknown group written by an older program maps
 * nothing.
 */
export const keywordsFrom = (rows: readonly PatternRow[]): StoredPattern[] =>
  rows.flatMap(({ kind, word, gruppe: group, isProposed, changedBy, changedAt }) => {
    const known = STANDARD_GROUPS.find((one) => one === group);
    return kind === 'stichwort' && known
      ? [{ muster: word, gruppe: known, isProposed, changedBy, changedAt }]
      : [];
  });
/** Reads the entered or guessed patterns of keywords. */
export async function keywordsOf(s: Look | Work): Promise<StoredPattern[]> {
  const { pattermapi } = s.t;
  return keywordsFrom(
    await readerOf(s).find(pattermapi, eq(pattermapi.kind, 'stichwort'), {
      orderBy: [asc(pattermapi.position), asc(pattermapi.word)],
    }),
  );
}
/**
 * Replaces the entered patterns, or the guessed ones. The author of a retained pattern stays
 * recorded. A guess that duplicates an entered pattern is deleted.
 */
export async function putKeywords(
  w: Work,
  {
    muster: patterns,
    isProposed,
    changedBy,
  }: { muster: readonly KeywordPattern[]; isProposed: boolean; changedBy: string },
): Promise<void> {
  const { pattermapi } = w.t,
    before = await keywordsOf(w),
    mine = eq(pattermapi.kind, 'stichwort');
  const said = isProposed
    ? before.filter((one) => !one.isProposed)
    : patterns.map(({ muster: word, gruppe: group }) => {
        const same = before.find(
          (one) => !one.isProposed && one.muster === word && one.gruppe === group,
        );
        return {
          muster: word,
          gruppe: group,
          isProposed: false,
          changedBy: same?.changedBy ?? changedBy,
          changedAt: same?.changedAt ?? w.now,
        };
      });
  const known = new Set(said.map((one) => searchable(one.muster))),
    guessed = isProposed
      ? patterns.map((one) => ({ ...one, isProposed: true, changedBy, changedAt: w.now }))
      : before.filter((one) => one.isProposed);
  await w.tx.remove(pattermapi, mine);
  await w.tx.insert(
    pattermapi,
    [...said, ...guessed.filter((one) => !known.has(searchable(one.muster)))].map(
      ({ muster: word, ...rest }, position) => ({
        kind: 'stichwort' as const,
        word,
        position,
        ...rest,
      }),
    ),
    { ifAbsent: true },
  );
}
