// What a practice sets around its figures: targets, the fee limit's scheme, the figures of the association's letter, groups of appointment types; the one writer of these tables.

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

export const targetRowsOf = ({ db, t: { ziel } }: Look): Promise<TargetRow[]> =>
  db.find(ziel, undefined, {
    orderBy: [asc(ziel.kennzahl), asc(ziel.behandler), asc(ziel.validFrom)],
  });
/** Puts it in place of what was said for that day. */
export async function putTarget(
  w: Work,
  {
    kennzahl,
    behandler,
    validFrom,
    ...said
  }: Pick<TargetRow, 'kennzahl' | 'behandler' | 'validFrom' | 'value' | 'changedBy'>,
): Promise<void> {
  const { ziel } = w.t,
    set = { ...said, changedAt: w.now };
  const changed = await w.tx.update(ziel, set, { kennzahl, behandler, validFrom });
  if (changed.length === 0) await w.tx.insert(ziel, { kennzahl, behandler, validFrom, ...set });
}

/** Newest first. */
export const hvmOf = ({ db, t: { hvmConfig } }: Look, region: string): Promise<HvmRow[]> =>
  db.find(hvmConfig, eq(hvmConfig.region, region), {
    orderBy: [desc(hvmConfig.jahr), desc(hvmConfig.quartal)],
  });
/** Puts it in place of what was said for that quarter. */
export async function putHvm(
  w: Work,
  { region, jahr, quartal, ...said }: Omit<HvmRow, 'cid' | 'changedAt'>,
): Promise<void> {
  const { hvmConfig } = w.t,
    set = { ...said, changedAt: w.now };
  const changed = await w.tx.update(hvmConfig, set, { region, jahr, quartal });
  if (changed.length === 0) await w.tx.insert(hvmConfig, { region, jahr, quartal, ...set });
}

/** Newest letter first, its positions in the order of their numbers. */
export const lettersOf = ({ db, t: { kzvBrief } }: Look): Promise<LetterRow[]> =>
  db.find(kzvBrief, undefined, {
    orderBy: [desc(kzvBrief.jahr), desc(kzvBrief.quartal), asc(kzvBrief.nr)],
  });
/** Puts a letter in place of what was typed in for its quarter. */
export async function putLetter(
  w: Work,
  { jahr, quartal, changedBy }: Pick<LetterRow, 'jahr' | 'quartal' | 'changedBy'>,
  zeilen: ReadonlyMap<string, number>,
): Promise<void> {
  const { kzvBrief } = w.t;
  await w.tx.remove(kzvBrief, { jahr, quartal });
  await w.tx.insert(
    kzvBrief,
    [...zeilen].map(([nr, je100]) => ({ jahr, quartal, nr, je100, changedBy, changedAt: w.now })),
  );
}

/** What was said or guessed of appointment types, by their ids. */
export const appointmentTypeGroups = async ({
  db,
  t: { pattermapi },
}: Look): Promise<Map<string, PatternRow>> =>
  new Map(
    (await db.find(pattermapi, eq(pattermapi.kind, 'terminart'))).map((row) => [row.word, row]),
  );
/** Puts the group of a type in place of what was there; a guess never replaces what somebody said. Without a group nothing is said any more. */
export async function putAppointmentTypeGroup(
  w: Work,
  {
    word,
    gruppe,
    isProposed,
    changedBy,
  }: { word: string; gruppe: string | null; isProposed: boolean; changedBy: string },
): Promise<void> {
  const { pattermapi } = w.t,
    mine = and(eq(pattermapi.kind, 'terminart'), eq(pattermapi.word, word))!;
  await w.tx.remove(pattermapi, isProposed ? and(mine, eq(pattermapi.isProposed, true))! : mine);
  if (gruppe !== null)
    await w.tx.insert(
      pattermapi,
      { kind: 'terminart', word, gruppe, isProposed, changedBy, changedAt: w.now },
      { ifAbsent: true },
    );
}

type StoredPattern = KeywordPattern & Pick<PatternRow, 'isProposed' | 'changedBy' | 'changedAt'>;
/** Patterns of keywords in their order; a group that an older program wrote otherwise maps nothing. */
export const keywordsFrom = (rows: readonly PatternRow[]): StoredPattern[] =>
  rows.flatMap(({ kind, word, gruppe, isProposed, changedBy, changedAt }) => {
    const known = STANDARD_GROUPS.find((one) => one === gruppe);
    return kind === 'stichwort' && known
      ? [{ muster: word, gruppe: known, isProposed, changedBy, changedAt }]
      : [];
  });
/** What was said or guessed of keywords. */
export async function keywordsOf(s: Look | Work): Promise<StoredPattern[]> {
  const { pattermapi } = s.t;
  return keywordsFrom(
    await readerOf(s).find(pattermapi, eq(pattermapi.kind, 'stichwort'), {
      orderBy: [asc(pattermapi.position), asc(pattermapi.word)],
    }),
  );
}
/**
 * Puts patterns in place of those that were said, or guesses in place of those that were guessed. Whoever said one that stays is still named.
 * A guess that looks for the same as what is said goes.
 */
export async function putKeywords(
  w: Work,
  {
    muster,
    isProposed,
    changedBy,
  }: { muster: readonly KeywordPattern[]; isProposed: boolean; changedBy: string },
): Promise<void> {
  const { pattermapi } = w.t,
    before = await keywordsOf(w),
    mine = eq(pattermapi.kind, 'stichwort');
  const said = isProposed
    ? before.filter((one) => !one.isProposed)
    : muster.map(({ muster: word, gruppe }) => {
        const same = before.find(
          (one) => !one.isProposed && one.muster === word && one.gruppe === gruppe,
        );
        return {
          muster: word,
          gruppe,
          isProposed: false,
          changedBy: same?.changedBy ?? changedBy,
          changedAt: same?.changedAt ?? w.now,
        };
      });
  const known = new Set(said.map((one) => searchable(one.muster))),
    guessed = isProposed
      ? muster.map((one) => ({ ...one, isProposed: true, changedBy, changedAt: w.now }))
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
