/** Report of prophylaxis by practitioner. */
import { type Selection, narrowToPractitioner } from '../../snapshot/selection.ts';
import { forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { isByPersonOnly } from '../../snapshot/selection/matches.ts';
import { SYSTEM, type Snapshot } from '../../snapshot/snapshot.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import { memoise, subsetOf } from '../../metrics/row-index.ts';
import type { RowSet } from '../../snapshot/row-set.ts';
import { pzrServices, servicesByNumber, uptServices } from '../../metrics/walks.ts';
import {
  type ReportBuilder,
  column,
  entityName,
  figureColumn,
  figureValue,
  idOfRow,
  kpisOf,
} from '../report-kind.ts';
import { practitionerIn } from '../revenue/practitioner-revenue.ts';

/**
 * Returns a function for services visited by day: whether one is the first of its practitioner at
 * its visit.
 */
export function firstPerVisit(snapshot: Snapshot): (i: number) => boolean {
  const { services, rawRows } = snapshot,
    many = rawRows.tables.behandler.count,
    seen = new Set<number>();
  let day = EMPTY;
  return (i) => {
    const b = services.visit[i]!,
      who = services.behandler[i]!,
      key = b * many + who;
    // A visit is on one day.
    if (services.day[i] !== day) {
      day = services.day[i]!;
      seen.clear();
    }
    if (b < 0 || who < 0 || seen.has(key)) return false;
    seen.add(key);
    return true;
  };
}

/** Visits of each practitioner with positions of a kind; `word` names it. */
function daysWith(a: Selection, word: string, kind: RowSet): Int32Array {
  const { services, rawRows } = a.snapshot,
    days = new Int32Array(rawRows.tables.behandler.count),
    count = (i: number): void => {
      days[services.behandler[i]!]! += 1;
    };
  // Which service of a visit is the first is irrelevant where only days and patients are filtered.
  if (isByPersonOnly(a)) {
    forEachServiceIn(
      a,
      memoise(a.snapshot, `tage ${word}`, () => subsetOf(kind, firstPerVisit(a.snapshot))),
      count,
    );
    return days;
  }
  const isFirst = firstPerVisit(a.snapshot);
  forEachServiceIn(a, kind, (i) => {
    if (isFirst(i)) count(i);
  });
  return days;
}

/**
 * Computes the days and hours of each prophylaxis practitioner in a span. Also computed in idle
 * time: the lists that it walks stay with the image.
 */
export function prophylaxisRows(a: Selection) {
  const { snapshot } = a,
    pzr = daysWith(a, 'pzr', pzrServices(snapshot)),
    upt = daysWith(a, 'upt', uptServices(snapshot)),
    ip = daysWith(a, 'ip', servicesByNumber(snapshot, SYSTEM.BEMA, /^IP\d$/));
  return practitionerIn(a)
    .filter((at) => pzr[at]! + upt[at]! + ip[at]! > 0)
    .map((at) => {
      const own = narrowToPractitioner(a, at);
      return {
        id: idOfRow(snapshot, 'behandler', at),
        behandler: entityName(snapshot, 'behandler', at),
        pzr: pzr[at]!,
        upt: upt[at]!,
        ip: ip[at]!,
        stunden: figureValue('behandlungsstunden', own),
        honorarProStunde: figureValue('stundensatz', own),
        pzrQuote: figureValue('pzrQuote', own),
      };
    });
}

export const prophylaxisReport: ReportBuilder = (k) => {
  const rows = prophylaxisRows(k.a);
  return {
    kpis: kpisOf(
      k,
      'pzrQuote',
      'pzrJePatient',
      'prophylaxeStundensatz',
      'uptAnteil',
      'ipQuote',
      'psiQuote',
      'uptTreue',
    ),
    columns: [
      column('behandler', 'Behandler', 'text'),
      column('pzr', 'PZR-Tage', 'zahl'),
      column('upt', 'UPT-Tage', 'zahl'),
      column('ip', 'IP-Tage', 'zahl'),
      column('stunden', 'Stunden', 'stunden'),
      column('honorarProStunde', 'Honorar je Stunde', 'eur'),
      figureColumn('pzrQuote'),
    ],
    rows,
    series: (['pzr', 'upt', 'ip'] as const).map((name) => ({
      name,
      punkte: rows.map((z) => ({ x: z.behandler, y: z[name] })),
    })),
  };
};
