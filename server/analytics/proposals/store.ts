// Store of decisions about proposals, labels, enabled rules, custom rules and submitted billings:
// the only writer of their tables.

import { and, asc, desc, eq, inArray, isNotNull, isNull, lt, lte } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import type { FindingPlace } from './links.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

type Source = Look | Work;
export type DecisionRow = Row<Schema['vorschlag']>;
export type LabelRow = Row<Schema['abrechnungslabel']>;
export type SettingsRow = Row<Schema['abrechnungEinstellung']>;
export type OwnRuleRow = Row<Schema['eigeneRegel']>;
export type FilingRow = Row<Schema['abrechnungAbgabe']>;

const an = (
  t: Schema['vorschlag'] | Schema['abrechnungslabelOn'] | Schema['vorschlagAngeboten'],
  placeOf: FindingPlace,
) =>
  and(
    eq(t.patid, placeOf.patid),
    eq(t.tag, placeOf.tag),
    eq(t.regel, placeOf.regel),
    eq(t.zahn, placeOf.zahn),
  )!;
export const findDecision = (s: Source, placeOf: FindingPlace): Promise<DecisionRow | undefined> =>
  readerOf(s).one(s.t.vorschlag, an(s.t.vorschlag, placeOf));
/**
 * Writes a decision and its history entry; returns false where another decision came first.
 * @param seen the previous decision that the caller saw
 */
export async function putDecision(
  w: Work,
  seen: DecisionRow | undefined,
  row: Omit<DecisionRow, 'cid'>,
): Promise<boolean> {
  const { tx, t } = w,
    { patid, tag: day, regel: rule, zahn: tooth, rev, state, grund: reason, comment, by, at } = row;
  const done = seen
    ? await tx.update(t.vorschlag, row, and(an(t.vorschlag, row), eq(t.vorschlag.rev, seen.rev))!)
    : await tx.insert(t.vorschlag, row, { ifAbsent: true });
  if (done.length === 0) return false;
  await tx.insert(t.vorschlagVerlauf, {
    id: w.newId(),
    patid,
    tag: day,
    regel: rule,
    zahn: tooth,
    rev,
    state,
    grund: reason,
    comment,
    by,
    at,
  });
  return true;
}
/**
 * Reads when a finding was first offered; where that was not recorded, since when the practice has
 * had proposals.
 */
export async function loadOfferedAt(s: Source, placeOf: FindingPlace): Promise<number> {
  const { t } = s,
    known = await readerOf(s).one(t.vorschlagAngeboten, an(t.vorschlagAngeboten, placeOf)),
    [first] = known
      ? [known]
      : await readerOf(s).find(t.vorschlagAngeboten, undefined, {
          orderBy: asc(t.vorschlagAngeboten.at),
          limit: 1,
        });
  return first?.at ?? s.now;
}
/** Records offered findings; those that are recorded already keep their first time. */
export async function recordOffered(w: Work, places: readonly FindingPlace[]): Promise<void> {
  await w.tx.insert(
    w.t.vorschlagAngeboten,
    places.map(({ patid, tag: day, regel: rule, zahn: tooth }) => ({
      patid,
      tag: day,
      regel: rule,
      zahn: tooth,
      at: w.now,
    })),
    { ifAbsent: true },
  );
}
/** Checks whether the follow-up of a delivery or a change is due and not recorded yet. */
export async function isFollowDue(s: Source): Promise<boolean> {
  const { job } = s.t;
  return (
    (await readerOf(s).count(
      job,
      and(
        eq(job.kind, 'follow-delivery'),
        inArray(job.state, ['queued', 'running']),
        lte(job.runAfter, s.now),
      ),
    )) > 0
  );
}
export const historyOn = (
  s: Source,
  patids: readonly string[],
  day: string,
): Promise<Row<Schema['vorschlagVerlauf']>[]> =>
  readerOf(s).find(
    s.t.vorschlagVerlauf,
    and(inArray(s.t.vorschlagVerlauf.patid, [...patids]), eq(s.t.vorschlagVerlauf.tag, day)),
    { orderBy: [desc(s.t.vorschlagVerlauf.at), desc(s.t.vorschlagVerlauf.rev)] },
  );

export const labelsOf = (s: Source): Promise<LabelRow[]> =>
  readerOf(s).find(s.t.abrechnungslabel, isNull(s.t.abrechnungslabel.goneAt), {
    orderBy: [asc(s.t.abrechnungslabel.position), asc(s.t.abrechnungslabel.name)],
  });
/** How long a removed label is kept. */
const KEPT_MS = DAY_MS;
/** Counts the proposals of each label. */
export async function labelCounts(s: Source): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  for (const { labelId } of await readerOf(s).pick(s.t.abrechnungslabelOn, ['labelId']))
    found.set(labelId, (found.get(labelId) ?? 0) + 1);
  return found;
}
export const addLabel = async (w: Work, row: Omit<LabelRow, 'cid'>): Promise<boolean> =>
  (await w.tx.insert(w.t.abrechnungslabel, row, { ifAbsent: true })).length > 0;
export const changeLabel = async (
  w: Work,
  id: string,
  set: Partial<Pick<LabelRow, 'name' | 'color' | 'position'>>,
): Promise<void> => {
  if (Object.keys(set).length > 0) await w.tx.update(w.t.abrechnungslabel, set, { id });
};
/**
 * Removes a label from all its proposals; it can be restored for `KEPT_MS`.
 * @returns false where it is removed already
 */
export async function dropLabel(w: Work, id: string): Promise<boolean> {
  const { abrechnungslabel: label, abrechnungslabelOn: on } = w.t,
    old = (await w.tx.find(label, lt(label.goneAt, w.now - KEPT_MS))).map((row) => row.id);
  if (old.length > 0) {
    await w.tx.remove(on, inArray(on.labelId, old));
    await w.tx.remove(label, inArray(label.id, old));
  }
  return (await w.tx.update(label, { goneAt: w.now }, { id, goneAt: NOTHING })).length > 0;
}
/**
 * Restores a label with all its assignments.
 * @returns it; undefined where it is not removed, or permanently deleted
 */
export const bringLabelBack = async (w: Work, id: string): Promise<LabelRow | undefined> =>
  (
    await w.tx.update(
      w.t.abrechnungslabel,
      { goneAt: null },
      and(eq(w.t.abrechnungslabel.id, id), isNotNull(w.t.abrechnungslabel.goneAt))!,
    )
  )[0];
export const labelsAn = async (s: Source, placeOf: FindingPlace): Promise<string[]> =>
  (
    await readerOf(s).pick(
      s.t.abrechnungslabelOn,
      ['labelId'],
      an(s.t.abrechnungslabelOn, placeOf),
      {
        orderBy: asc(s.t.abrechnungslabelOn.labelId),
      },
    )
  ).map((row) => row.labelId);
export async function putLabels(
  w: Work,
  { patid, tag: day, regel: rule, zahn: tooth }: FindingPlace,
  add: readonly string[],
  remove: readonly string[],
  by: string,
): Promise<void> {
  const { tx, t } = w;
  if (remove.length > 0)
    await tx.remove(
      t.abrechnungslabelOn,
      and(
        an(t.abrechnungslabelOn, { patid, tag: day, regel: rule, zahn: tooth }),
        inArray(t.abrechnungslabelOn.labelId, [...remove]),
      )!,
    );
  if (add.length > 0)
    await tx.insert(
      t.abrechnungslabelOn,
      add.map((labelId) => ({ labelId, patid, tag: day, regel: rule, zahn: tooth, by, at: w.now })),
      { ifAbsent: true },
    );
}

export async function putRuleSwitch(
  w: Work,
  rule: string,
  isOn: boolean | null,
  by: string,
): Promise<void> {
  await w.tx.remove(w.t.regelSchalter, { regel: rule });
  if (isOn !== null) await w.tx.insert(w.t.regelSchalter, { regel: rule, isOn, by, at: w.now });
}
export const settingsOf = (s: Source): Promise<SettingsRow | undefined> =>
  readerOf(s).one(s.t.abrechnungEinstellung);
/**
 * Stores settings.
 * @param seen the row that the caller saw; the result is false where another change came first
 */
export async function putSettings(
  w: Work,
  seen: SettingsRow | undefined,
  set: Omit<SettingsRow, 'cid' | 'rev' | 'by' | 'at'>,
  by: string,
): Promise<boolean> {
  const row = { ...set, rev: (seen?.rev ?? 0) + 1, by, at: w.now },
    { tx, t } = w;
  return (
    (seen
      ? await tx.update(t.abrechnungEinstellung, row, { rev: seen.rev })
      : await tx.insert(t.abrechnungEinstellung, row, { ifAbsent: true })
    ).length > 0
  );
}

/** Lists every version, newest first. */
export const versionsOf = (s: Source, rule: string): Promise<OwnRuleRow[]> =>
  readerOf(s).find(s.t.eigeneRegel, eq(s.t.eigeneRegel.regel, rule), {
    orderBy: desc(s.t.eigeneRegel.version),
  });
export const ownRules = (s: Source): Promise<OwnRuleRow[]> =>
  readerOf(s).find(s.t.eigeneRegel, undefined, {
    orderBy: [asc(s.t.eigeneRegel.regel), desc(s.t.eigeneRegel.version)],
  });
export const addVersion = async (w: Work, row: Omit<OwnRuleRow, 'cid'>): Promise<boolean> =>
  (await w.tx.insert(w.t.eigeneRegel, row, { ifAbsent: true })).length > 0;
/** Changes a version unless it was changed since. */
export const changeVersion = async (
  w: Work,
  { regel: rule, version, rev }: Pick<OwnRuleRow, 'regel' | 'version' | 'rev'>,
  set: Partial<Omit<OwnRuleRow, 'cid' | 'regel' | 'version'>>,
): Promise<boolean> =>
  (await w.tx.update(w.t.eigeneRegel, set, { regel: rule, version, rev })).length > 0;

export const filingsOf = (s: Source): Promise<FilingRow[]> =>
  readerOf(s).find(s.t.abrechnungAbgabe, isNull(s.t.abrechnungAbgabe.undoneAt), {
    orderBy: [desc(s.t.abrechnungAbgabe.zeitraum), asc(s.t.abrechnungAbgabe.bereich)],
  });
export const findFiling = (s: Source, id: string): Promise<FilingRow | undefined> =>
  readerOf(s).one(s.t.abrechnungAbgabe, { id });
export const addFiling = async (
  w: Work,
  row: Omit<FilingRow, 'cid' | 'undoneAt' | 'undoneBy'>,
): Promise<boolean> =>
  (
    await w.tx.insert(
      w.t.abrechnungAbgabe,
      { ...row, undoneAt: null, undoneBy: null },
      { ifAbsent: true },
    )
  ).length > 0;
export const undoFiling = async (w: Work, id: string, by: string): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.abrechnungAbgabe,
      { undoneAt: w.now, undoneBy: by },
      { id, undoneAt: NOTHING },
    )
  ).length > 0;
