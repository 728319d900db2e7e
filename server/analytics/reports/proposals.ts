// Morning report of billing proposals: forgotten positions of the last working day, and open or
// possible ones for today's patients. The day is the first of the filter.

import { withPeriod } from '../snapshot/selection.ts';
import { forEachAppointment } from '../snapshot/selection/walk-appointments.ts';
import { matchesPractitioner } from '../snapshot/selection/matches.ts';
import { STATUS } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths, dayText } from '../snapshot/calendar.ts';
import { isCancelledState } from '../metrics/walks.ts';
import { practitionerName } from '../proposal-engine/wire.ts';
import type { OpenTotals, Row as Vorschlagszeile } from '../proposal-engine/row.ts';
import {
  eur,
  patientNameOf,
  rounded,
  column,
  type ReportContext,
  type ReportBuilder,
  type Row,
} from './report-kind.ts';
import { clockTime } from './today/day-frame.ts';

/** Older chances are shown at the next visit. */
const MONTHS_BACK = 12,
  DAYS_BACK = 14;
/** The last earlier day with a kept appointment; EMPTY without one in two weeks. */
function lastDayOf(k: ReportContext): number {
  const { appointments } = k.a.snapshot;
  let day = EMPTY;
  forEachAppointment(withPeriod(k.a, k.a.from - DAYS_BACK, k.a.from - 1), (i) => {
    if (appointments.status[i] === STATUS.WAHRGENOMMEN) day = Math.max(day, appointments.day[i]!);
  });
  return day;
}
const todayProposals: ReportBuilder = async (k) => {
  const { snapshot } = k.a,
    { appointments } = snapshot,
    today = new Map<number, number>(),
    before = lastDayOf(k),
    earlier = before === EMPTY ? '' : dayText(before),
    to = dayText(k.a.from),
    rows: Row[] = [];
  forEachAppointment(withPeriod(k.a, k.a.from, k.a.from), (i) => {
    if (!isCancelledState(appointments.status[i]!) && !today.has(appointments.pat[i]!))
      today.set(appointments.pat[i]!, appointments.minute[i]!);
  });
  const open = (
      await k.proposals(dayText(plusMonths(k.a.from, -MONTHS_BACK)), to, {
        matches: (pat, day) => today.has(pat) || day === earlier,
      })
    ).filter((z) => z.state === 'NEU' && z.finding.art !== 'PRUEFUNG'),
    chances = new Map<string, Vorschlagszeile>();
  const add = (reason: string, z: Vorschlagszeile): void => {
    rows.push({
      grund: reason,
      zeit: today.has(z.pat) ? clockTime(today.get(z.pat)!) : null,
      patid: z.pat < 0 ? null : snapshot.rawRows.tables.patient.ids[z.pat]!,
      name: patientNameOf(snapshot, z.pat),
      tag: z.finding.tag,
      art: z.finding.art,
      titel: z.rule?.titel.de ?? z.finding.regel,
      titelEn: z.rule?.titel.en ?? z.finding.regel,
      position: z.finding.nr,
      zahn: z.finding.zahn,
      wert: z.finding.wertArt === 'UNBEKANNT' ? null : eur(z.finding.cents),
      wertArt: z.finding.wertArt ?? null,
      konfidenz: rounded(z.confidence, 3),
      behandler: practitionerName(snapshot, z.finding.behandler),
      regel: z.finding.regel,
      rev: z.row?.rev ?? 0,
    });
  };
  for (const z of open) {
    if (z.finding.art === 'VERGESSEN') {
      const isBefore =
        z.finding.tag === earlier &&
        matchesPractitioner(
          k.a,
          snapshot.rawRows.tables.behandler.slotById.get(z.finding.behandler) ?? -1,
        );
      if (isBefore || today.has(z.pat)) add(isBefore ? 'GESTERN' : 'HEUTE_DA', z);
    } else if (today.has(z.pat)) {
      // The same chance existed at each visit: the newest is shown.
      const key = `${z.pat} ${z.finding.regel} ${z.finding.zahn}`,
        known = chances.get(key);
      if (!known || known.finding.tag < z.finding.tag) chances.set(key, z);
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
  const sortOrder = rows
    .map((row) => ({ row, text: text(row) }))
    .sort((x, y) => (x.text < y.text ? -1 : 1))
    .map(({ row }) => row);
  return {
    columns: [
      column('grund', 'Warum', 'wort'),
      column('zeit', 'Zeit', 'uhrzeit'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('tag', 'Behandelt am', 'tag'),
      column('art', 'Art', 'wort'),
      column('titel', 'Vorschlag', 'text'),
      column('position', 'Position', 'code'),
      column('zahn', 'Zahn', 'code'),
      column('wert', 'Wert', 'eur'),
      column('wertArt', 'Wert ist', 'wort'),
      column('konfidenz', 'Sicherheit', 'anteil'),
      column('behandler', 'Behandler', 'text'),
    ],
    rows: sortOrder,
  };
};
/**
 * Sums the open proposals of forgotten positions in the twelve months up to today, for the
 * overview; null while they are computed, since the overview does not wait for them.
 */
export async function openProposals(k: ReportContext): Promise<OpenTotals | null> {
  const { today, rawRows } = k.a.snapshot,
    sums = await k.openProposals(dayText(plusMonths(today, -MONTHS_BACK)), dayText(today));
  if (sums === null) return null;
  const all: OpenTotals = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 };
  for (const [who, one] of sums) {
    if (!matchesPractitioner(k.a, rawRows.tables.behandler.slotById.get(who) ?? -1)) continue;
    all.anzahl += one.anzahl;
    all.cents += one.cents;
    all.geschaetzt += one.geschaetzt;
    all.ohneWert += one.ohneWert;
  }
  return all;
}
export const proposalReports: Readonly<Record<string, ReportBuilder>> = {
  'heute/vorschlaege': todayProposals,
};
