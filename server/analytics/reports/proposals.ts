// Morning report of billing proposals: forgotten positions of the last working day, and open or
// possible ones for today's patients. The day is the first of the filter.

import { withPeriod, forEachAppointment, matchesPractitioner } from '../snapshot/selection.ts';
import { S } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths, dayText, dayNumberOf } from '../snapshot/calendar.ts';
import { isCancelledState } from '../metrics/walks.ts';
import { behandlerName } from '../proposal-engine/wire.ts';
import type { OpenTotals, Row as Vorschlagszeile } from '../proposal-engine/rows.ts';
import {
  eur,
  patientNameOf,
  rounded,
  spalte,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { uhrzeit } from './today.ts';

/** Older chances are shown at the next visit. */
const MONTHS_BACK = 12,
  DAYS_BACK = 14;
/** The last earlier day with a kept appointment; LEER without one in two weeks. */
function lastDayOf(k: ReportContext): number {
  const { T } = k.a.snapshot;
  let day = EMPTY;
  forEachAppointment(withPeriod(k.a, k.a.von - DAYS_BACK, k.a.von - 1), (i) => {
    if (T.status[i] === S.WAHRGENOMMEN) day = Math.max(day, T.tag[i]!);
  });
  return day;
}
const todayProposals: ReportBuilder = async (k) => {
  const { snapshot } = k.a,
    { T } = snapshot,
    today = new Map<number, number>(),
    before = lastDayOf(k),
    vorher = before === EMPTY ? '' : dayText(before),
    bis = dayText(k.a.von),
    zeilen: Row[] = [];
  forEachAppointment(withPeriod(k.a, k.a.von, k.a.von), (i) => {
    if (!isCancelledState(T.status[i]!) && !today.has(T.pat[i]!))
      today.set(T.pat[i]!, T.minute[i]!);
  });
  const open = (
      await k.vorschlaege(dayText(plusMonths(k.a.von, -MONTHS_BACK)), bis, {
        matches: (pat, tag) => today.has(pat) || tag === vorher,
      })
    ).filter((z) => z.state === 'NEU' && z.fund.art !== 'PRUEFUNG'),
    chances = new Map<string, Vorschlagszeile>();
  const add = (grund: string, z: Vorschlagszeile): void => {
    zeilen.push({
      grund,
      zeit: today.has(z.pat) ? uhrzeit(today.get(z.pat)!) : null,
      patid: z.pat < 0 ? null : snapshot.rawRows.tables.patient.ids[z.pat]!,
      name: patientNameOf(snapshot, z.pat),
      tag: z.fund.tag,
      art: z.fund.art,
      titel: z.regel?.titel.de ?? z.fund.regel,
      titelEn: z.regel?.titel.en ?? z.fund.regel,
      position: z.fund.nr,
      zahn: z.fund.zahn,
      wert: z.fund.wertArt === 'UNBEKANNT' ? null : eur(z.fund.cents),
      wertArt: z.fund.wertArt ?? null,
      konfidenz: rounded(z.konfidenz, 3),
      behandler: behandlerName(snapshot, z.fund.behandler),
      regel: z.fund.regel,
      rev: z.row?.rev ?? 0,
    });
  };
  for (const z of open) {
    if (z.fund.art === 'VERGESSEN') {
      const isBefore =
        z.fund.tag === vorher &&
        matchesPractitioner(
          k.a,
          snapshot.rawRows.tables.behandler.nach.get(z.fund.behandler) ?? -1,
        );
      if (isBefore || today.has(z.pat)) add(isBefore ? 'GESTERN' : 'HEUTE_DA', z);
    } else if (today.has(z.pat)) {
      // The same chance existed at each visit: the newest is shown.
      const key = `${z.pat} ${z.fund.regel} ${z.fund.zahn}`,
        known = chances.get(key);
      if (!known || known.fund.tag < z.fund.tag) chances.set(key, z);
    }
  }
  for (const z of chances.values()) add('HEUTE_DA', z);
  const text = (row: Row): string =>
    [
      row['grund'],
      row['zeit'] ?? '',
      row['patid'] ?? '',
      row['regel'],
      row['zahn'],
      row['tag'],
    ].join('\u0000');
  const sortOrder = zeilen
    .map((row) => ({ row, text: text(row) }))
    .sort((x, y) => (x.text < y.text ? -1 : 1))
    .map(({ row }) => row);
  return {
    spalten: [
      spalte('grund', 'Warum', 'wort'),
      spalte('zeit', 'Zeit', 'uhrzeit'),
      spalte('patid', 'Patient', 'patient'),
      spalte('name', 'Name', 'text'),
      spalte('tag', 'Behandelt am', 'tag'),
      spalte('art', 'Art', 'wort'),
      spalte('titel', 'Vorschlag', 'text'),
      spalte('position', 'Position', 'code'),
      spalte('zahn', 'Zahn', 'code'),
      spalte('wert', 'Wert', 'eur'),
      spalte('wertArt', 'Wert ist', 'wort'),
      spalte('konfidenz', 'Sicherheit', 'anteil'),
      spalte('behandler', 'Behandler', 'text'),
    ],
    zeilen: sortOrder,
  };
};
/**
 * Open proposals of forgotten positions in the twelve months up to today, for the overview; null
 * while they are computed, since the overview does not wait for them.
 */
export async function openProposals(k: ReportContext): Promise<OpenTotals | null> {
  const { heute, rawRows } = k.a.snapshot,
    sums = await k.openProposals(dayText(plusMonths(heute, -MONTHS_BACK)), dayText(heute));
  if (sums === null) return null;
  const all: OpenTotals = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 };
  for (const [who, one] of sums) {
    if (!matchesPractitioner(k.a, rawRows.tables.behandler.nach.get(who) ?? -1)) continue;
    all.anzahl += one.anzahl;
    all.cents += one.cents;
    all.geschaetzt += one.geschaetzt;
    all.ohneWert += one.ohneWert;
  }
  return all;
}
/** Proposals counted by key figure 63: forgotten positions. */
export const toProposalValues = (k: Pick<ReportContext, 'a'>, zeilen: readonly Vorschlagszeile[]) =>
  zeilen
    .filter((z) => z.fund.art === 'VERGESSEN')
    .map((z) => ({
      pat: z.pat,
      tag: dayNumberOf(z.fund.tag),
      behandler: k.a.snapshot.rawRows.tables.behandler.nach.get(z.fund.behandler) ?? -1,
      cents: z.fund.cents,
      isEstimated: z.fund.wertArt !== undefined,
      isRealised: z.state === 'UMGESETZT',
    }));
export const proposalReports: Readonly<Record<string, ReportBuilder>> = {
  'heute/vorschlaege': todayProposals,
};
