// Reports that show key figures by period, each as its own definition gives it.

import { periodsBetween } from '../snapshot/calendar.ts';
import { withPeriod } from '../snapshot/selection.ts';
import { column, figureColumn, figureValue, kpisOf, type ReportBuilder } from './report-kind.ts';

/**
 * Builds a report of figures by period; each is also shown for the whole span.
 * @param keys figures with the clock of a period
 * @param above further figures that have a value for the whole span only
 */
const figureTimeline =
  (keys: readonly string[], above: readonly string[] = []): ReportBuilder =>
  (k) => {
    const rows = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung).map(
      ({ name, from, to }) => {
        const own = withPeriod(k.a, from, to);
        return {
          periode: name,
          ...Object.fromEntries(keys.map((key) => [key, figureValue(key, own)])),
        };
      },
    );
    return {
      kpis: kpisOf(k, ...keys, ...above),
      columns: [column('periode', 'Zeitraum', 'periode'), ...keys.map((key) => figureColumn(key))],
      rows,
      series: keys.map((key) => ({
        name: key,
        punkte: rows.map((row: Readonly<Record<string, string | number | null>>) => ({
          x: String(row['periode']),
          y: row[key] as number | null,
        })),
      })),
    };
  };

/** Reports by path. */
export const timelineReports: Readonly<Record<string, ReportBuilder>> = {
  'terminqualitaet/verlauf': figureTimeline(
    ['onlineAnteil', 'dauertreue', 'dokumentationsluecke', 'vorlaufzeit', 'wartezeit'],
    ['naechsterFreier'],
  ),
  'praxiskpi/patienten': figureTimeline(
    ['patientenGkv', 'patientenPkv', 'patientenSonst', 'planungsquote', 'gewaehrleistung'],
    ['recallTerminiert', 'recallUeberfaellig'],
  ),
  'praxiskpi/team': figureTimeline(['umsatzJeMitarbeiter', 'krankheitstage']),
  'praxiskpi/vorschlaege': figureTimeline(['vorschlagRealisiert']),
};
/** Reports with figures of billing proposals, which are not part of the delivered rows. */
export const PROPOSAL_PATHS: ReadonlySet<string> = new Set(['praxiskpi/vorschlaege']);
