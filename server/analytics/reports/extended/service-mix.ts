/** Report of the positions that carry the revenue. */
import type { ChartSeries } from '../../../../shared/analytics/reports/report.ts';
import { GEBUEHREN, SERVICE_AREAS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { memoise } from '../../metrics/row-index.ts';
import { forEachCase } from '../../metrics/walks.ts';
import { type ReportBuilder, column, eur, kpisOf, ratioOf, rounded } from '../report-kind.ts';
import { type Positions, positionText, positionsOf, sessionsPerTooth } from '../positions.ts';
import { rowName } from '../cells/row-name.ts';
import { sumsBy, totalOf } from '../revenue/revenue-sums.ts';

/** Returns the distinct positions of each area, and the one of each service. */
export function areaPositions(
  snapshot: Snapshot,
): Positions & { bereich: number[]; position: number[] } {
  return memoise(snapshot, 'bereichspositionen', () => {
    const { bereich } = snapshot.services,
      known = positionsOf(snapshot),
      from = new Int32Array(snapshot.services.n),
      areas: number[] = [],
      position: number[] = [],
      places = new Int32Array(known.nr.length * 64).fill(-1);
    for (let i = 0; i < from.length; i += 1) {
      const key = known.ofService[i]! * 64 + bereich[i]! + 1;
      let at = places[key]!;
      if (at < 0) {
        places[key] = at = areas.length;
        areas.push(bereich[i]!);
        position.push(known.ofService[i]!);
      }
      from[i] = at;
    }
    return { ...known, ofService: from, bereich: areas, position };
  });
}

/** Positions of each area, the area with the highest fees first. */
function seriesByArea(
  rows: readonly { bereich: string; nr: string; text: string; honorar: number }[],
): ChartSeries[] {
  const areas = new Map<string, { nr: string; text: string; honorar: number }[]>();
  for (const z of rows) {
    const own = areas.get(z.bereich);
    if (own) own.push(z);
    else areas.set(z.bereich, [z]);
  }
  const sum = (rows: readonly { honorar: number }[]): number =>
    rows.reduce((all, z) => all + z.honorar, 0);
  return [...areas]
    .sort(([, x], [, y]) => sum(y) - sum(x))
    .map(([name, rows]) => ({
      name,
      punkte: rows.map((z) => ({ x: `${z.nr}: ${z.text}`, y: z.honorar })),
    }));
}

export const serviceMix: ReportBuilder = (k) => {
  const { services } = k.a.snapshot,
    places = areaPositions(k.a.snapshot),
    sums = sumsBy(k.a, places.ofService),
    before = k.previous && sumsBy(k.previous, places.ofService),
    all = totalOf(k.a),
    sessions = sessionsPerTooth(k.a, places.ofService);
  let cases = 0;
  forEachCase(k.a, () => {
    cases += 1;
  });
  const rows = [...sums]
    .map(([key, sum]) => {
      const at = places.position[key]!,
        nr = services.positionNumbers.words[places.nr[at]!] ?? '',
        system = GEBUEHREN[places.system[at]!] ?? 'EIGEN';
      return {
        bereich: SERVICE_AREAS[places.bereich[key]!] ?? 'SONSTIGE',
        system,
        nr,
        teil: `bereich:${SERVICE_AREAS[places.bereich[key]!] ?? 'SONSTIGE'}`,
        nur: rowName('position', `${system} ${nr}`),
        text: positionText(k.a.snapshot, system, nr),
        anzahl: rounded(sum.anzahl, 2),
        je100Faelle: ratioOf((sessions.get(key) ?? sum.anzahl) * 100, cases, 2),
        honorar: eur(sum.honorar),
        anteil: ratioOf(sum.honorar, all.honorar),
        vorjahr: before && eur(before.get(key)?.honorar ?? 0),
      };
    })
    .sort((x, y) => y.honorar - x.honorar || (x.nr < y.nr ? -1 : 1));
  return {
    kpis: kpisOf(k, 'honorarumsatz', 'fuellungenJe100', 'punkteJeFall'),
    columns: [
      column('bereich', 'Bereich', 'wort'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('je100Faelle', 'Je 100 Fälle', 'zahl'),
      column('honorar', 'Honorar', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('vorjahr', 'Honorar im Vergleich', 'eur'),
    ],
    rows,
    series: seriesByArea(rows),
    hints: sessions.size > 0 ? ['jeZahnAlsSitzung'] : [],
  };
};
