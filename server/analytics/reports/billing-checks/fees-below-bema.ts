/** Report of private fees that are lower than what the insurer pays for the same work. */
import { findPosition } from '../../../../catalog/find-position.ts';
import { punktwertOn } from '../../../../catalog/point-value.ts';
import { STATUTORY_OF } from '../../../../catalog/same-work/same-fee.ts';
import { bemaCents, gozCents } from '../../../../shared/analytics/billing/fees.ts';
import { SERVICE_AREAS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import type { PunktwertArea } from '../../../../shared/analytics/deliveries/practice-value.ts';
import { dayText, EMPTY } from '../../snapshot/calendar.ts';
import { forEachService, forEachServiceIn } from '../../snapshot/selection/walk-services.ts';
import { SYSTEM, type Snapshot } from '../../snapshot/snapshot.ts';
import { growingNumbers, medianOf } from '../../snapshot/tables/sort-rows.ts';
import { regionOfPractice } from '../../snapshot/working-days.ts';
import { aboveStatutoryFilling, FILLING } from '../../metrics/fillings.ts';
import { memoise, serviceRowSet } from '../../metrics/row-index.ts';
import { buildSelection } from '../../snapshot/selection.ts';
import { UNFILTERED } from '../../../../shared/analytics/reports/report.ts';
import { positionText } from '../positions.ts';
import {
  column,
  eur,
  free,
  ratioOf,
  rounded,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from '../report-kind.ts';

/** Days over which the practice's own point value is read, and the least number of services. */
const DAYS = 365,
  LEAST = 5;
/** Fee of one GOZ point at the single rate, in cents. */
const GOZ_POINT_CENTS = 5.62421;
const USUAL_FACTOR = 2.3;

/** Ten-thousandths of a euro per point of an area; estimated where the practice was paid too seldom. */
interface PointValue {
  readonly value: number;
  readonly isEstimated: boolean;
}
/** BEMA services with points and a fee. */
const paidServices =
  ({ services }: Snapshot) =>
  (i: number) =>
    services.system[i] === SYSTEM.BEMA &&
    services.punkte[i] !== EMPTY &&
    services.punkte[i]! > 0 &&
    services.menge[i]! > 0 &&
    services.honorar[i]! > 0;

/** Returns the median payment for a point of an area in the year up to the last day. */
function paidValues(k: ReportContext): ReadonlyMap<string, number> {
  const { snapshot } = k.a,
    { services } = snapshot,
    to = Math.min(k.a.to, snapshot.today);
  return memoise(snapshot, `gezahlte Punktwerte ${to}`, () => {
    const all = buildSelection(snapshot, {
        ...k.filter,
        ...UNFILTERED,
        von: dayText(to - DAYS + 1),
        bis: dayText(to),
      }),
      byArea = SERVICE_AREAS.map(() => growingNumbers());
    forEachServiceIn(
      all,
      serviceRowSet(snapshot, 'bezahlte Punkte', paidServices(snapshot)),
      (i) => {
        byArea[services.bereich[i]!]?.take(
          (services.honorar[i]! * 100) / (services.punkte[i]! * services.menge[i]!),
        );
      },
    );
    return new Map(
      byArea.flatMap((numbers, area) => {
        const list = numbers.list();
        return list.length < LEAST ? [] : [[SERVICE_AREAS[area]!, Math.round(medianOf(list)!)]];
      }),
    );
  });
}
function pointValueOf(k: ReportContext, area: PunktwertArea): PointValue | undefined {
  const paid = paidValues(k).get(area);
  if (paid !== undefined) return { value: paid, isEstimated: false };
  const known = punktwertOn({
    region: regionOfPractice(k.state),
    kassenart: null,
    area,
    day: dayText(Math.min(k.a.to, k.a.snapshot.today)),
  });
  return known && { value: known.value, isEstimated: known.mark !== 'confirmed' };
}

/** Charge for one private position; `short` are the cents below the statutory fee. */
interface Charged {
  count: number;
  cents: number;
  factors: number;
  withFactor: number;
  short: number;
  below: number;
}

/** The statutory fee of one unit of the same work, in cents. */
interface StatutoryFee {
  readonly nr: string;
  readonly cents: number;
  readonly isEstimated: boolean;
}
/** Returns the statutory fee by private number; undefined without one. */
function statutoryFees(
  k: ReportContext,
  day: string,
): (number: string) => StatutoryFee | undefined {
  const known = new Map<string, StatutoryFee | undefined>();
  const feeOf = (number: string): StatutoryFee | undefined => {
    const nr = STATUTORY_OF.get(number),
      position = nr === undefined ? undefined : findPosition('BEMA', nr, day),
      value = position && pointValueOf(k, position.area as PunktwertArea);
    if (nr === undefined || !value || !position || position.points === null) return undefined;
    const { value: perPoint, isEstimated } = value;
    return { nr, cents: bemaCents(position.points, 1, perPoint), isEstimated };
  };
  return (number) => {
    if (!known.has(number)) known.set(number, feeOf(number));
    return known.get(number);
  };
}
/** Fillings of both schedules that may stand on one tooth, the private one for the rest. */
const isFilling = ({ nr }: StatutoryFee): boolean => FILLING.test(nr.toUpperCase());
/** Adds up the private services that have a statutory fee, by number. */
function chargedByNumber(
  k: ReportContext,
  statutoryOf: (number: string) => StatutoryFee | undefined,
): Map<string, Charged> {
  const { services } = k.a.snapshot,
    { words } = services.positionNumbers,
    isRest = aboveStatutoryFilling(k.a.snapshot),
    byNumber = new Map<string, Charged>();
  const charged = words.map((number) => {
    const least = statutoryOf(number);
    return (
      least && {
        least,
        isFilling: isFilling(least),
        own: { count: 0, cents: 0, factors: 0, withFactor: 0, short: 0, below: 0 },
      }
    );
  });
  forEachService(k.a, (i) => {
    if (services.system[i] !== SYSTEM.GOZ || services.menge[i]! <= 0 || services.honorar[i]! <= 0)
      return;
    const nr = services.nr[i]!,
      position = charged[nr];
    if (!position || (position.isFilling && isRest(i))) return;
    const { least, own } = position;
    if (own.count === 0) byNumber.set(words[nr]!, own);
    const short = least.cents * services.menge[i]! - services.honorar[i]!;
    own.count += services.menge[i]!;
    own.cents += services.honorar[i]!;
    if (services.faktor[i]! > 0) {
      own.factors += services.faktor[i]! * services.menge[i]!;
      own.withFactor += services.menge[i]!;
    }
    if (short > 0) {
      own.short += short;
      own.below += services.menge[i]!;
    }
  });
  return byNumber;
}

export const feesBelowBema: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    day = dayText(Math.min(k.a.to, snapshot.today)),
    statutoryOf = statutoryFees(k, day),
    byNumber = chargedByNumber(k, statutoryOf);
  const rows = [...byNumber]
    .map(([number, own]): Row & { short: number } => {
      const least = statutoryOf(number)!,
        points = findPosition('GOZ', number, day)?.points ?? null;
      return {
        id: `GOZ ${number}`,
        nr: number,
        text:
          positionText(snapshot, 'GOZ', number) || (findPosition('GOZ', number, day)?.text ?? ''),
        anzahl: own.count,
        mittlererFaktor:
          own.withFactor === 0 ? null : ratioOf(own.factors / 100, own.withFactor, 3),
        honorarJe: eur(own.cents / own.count),
        bei23: points === null ? null : eur(gozCents(points, USUAL_FACTOR)),
        bemaNr: least.nr,
        bemaJe: eur(least.cents),
        faktorFuerBema:
          points === null ? null : rounded(least.cents / (points * GOZ_POINT_CENTS), 2),
        darunter: own.below,
        fehlbetrag: eur(own.short),
        short: own.short,
      };
    })
    .sort((x, y) => y.short - x.short || (String(x['nr']) < String(y['nr']) ? -1 : 1));
  const used = [...byNumber.keys()].map((number) => statutoryOf(number)!);
  return {
    kpis: [
      free(
        'gozUnterBema',
        rows.reduce((sum, row) => sum + Number(row['darunter']), 0),
      ),
      free('gozFehlbetrag', eur(rows.reduce((sum, { short }) => sum + short, 0))),
    ],
    columns: [
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('mittlererFaktor', 'Mittlerer Faktor', 'faktor'),
      column('honorarJe', 'Honorar je Leistung', 'eur'),
      column('bei23', 'Beim 2,3-fachen', 'eur'),
      column('bemaNr', 'BEMA-Nr.', 'code'),
      column('bemaJe', 'BEMA je Leistung', 'eur'),
      column('faktorFuerBema', 'Faktor bis zum BEMA', 'faktor'),
      column('darunter', 'Darunter berechnet', 'zahl'),
      column('fehlbetrag', 'Fehlbetrag', 'eur'),
    ],
    rows: rows.map(({ short: _short, ...row }): Row => row),
    series: [
      {
        name: 'fehlbetrag',
        punkte: rows
          .filter(({ short }) => short > 0)
          .slice(0, 20)
          .map((row) => ({ x: String(row['nr']), y: row['fehlbetrag'] as number })),
      },
    ],
    hints: [
      'gozUnterBema',
      ...(used.some(({ isEstimated }) => isEstimated) ? ['punktwertGeschaetzt'] : []),
    ],
  };
};
