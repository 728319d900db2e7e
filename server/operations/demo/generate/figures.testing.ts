/** Figures of a generated practice, and their comparison with a published range. */
import type { PvsEntity, PvsValue } from '../../../../shared/analytics/deliveries/pvs.ts';
import { dayText } from './calendar.ts';
import { generate } from './generate.ts';
import type { TemplateName } from './templates.ts';
import type { Truth } from './truth.ts';

export const TODAY = '2026-11-20';

export type Values = Readonly<Record<string, PvsValue>> & { readonly id: string };

export interface Made {
  readonly of: (entity: PvsEntity) => readonly Values[];
  readonly truth: Truth;
  readonly years: number;
}

/** Entities not tested here are left out: findings of teeth are half of all rows. */
const LEFT_OUT = new Set<PvsEntity>([
  'zahnbefund',
  'tagesnotiz',
  'bemagoz',
  'epaupload',
  'arbeitszeit',
  'fehlzeit',
]);

export function make(template: TemplateName, years: number, seed: number): Made {
  const rows = new Map<PvsEntity, Values[]>();
  const truth = generate(
    { template, years, seed, today: TODAY },
    (entity, id, _version, values, isDeleted) => {
      if (isDeleted || LEFT_OUT.has(entity)) return;
      const list = rows.get(entity),
        one = { ...values, id };
      if (list) list.push(one);
      else rows.set(entity, [one]);
    },
  );
  return { of: (entity) => rows.get(entity) ?? [], truth, years };
}

/** Named figures outside their known range: value, expected, and tolerance. */
export const outside = (
  figures: Readonly<Record<string, readonly [value: number, wanted: number, off: number]>>,
): string[] =>
  Object.entries(figures)
    .filter(([, [value, wanted, off]]) => !(Math.abs(value - wanted) <= off))
    .map(
      ([name, [value, wanted, off]]) =>
        `${name}: ${value.toFixed(2)} instead of ${wanted} ± ${off.toFixed(2)}`,
    );

export const near = (
  value: number,
  wanted: number,
  share: number,
): readonly [number, number, number] => [value, wanted, wanted * share];

export const share = <T>(list: readonly T[], fits: (one: T) => boolean): number =>
  (100 * list.filter(fits).length) / list.length;

export const middle = (list: readonly number[], at = 0.5): number =>
  list.toSorted((a, b) => a - b)[Math.floor(list.length * at)] ?? Number.NaN;

export const days = (from: PvsValue | undefined, to: PvsValue | undefined): number =>
  (Date.parse(String(to)) - Date.parse(String(from))) / 86_400_000;

/** There are no visits at night, so that the day in Berlin equals the UTC day. */
export const dayOf = (one: Values): string => dayText(Math.floor(Number(one.start) / 86_400_000));

export const services = ({ of }: Made): Values[] =>
  of('leistung').filter((one) => one.storno === false);

export const past = ({ of }: Made): Values[] => of('termin').filter((one) => dayOf(one) < TODAY);

export const cases = (made: Made): number =>
  new Set(
    services(made)
      .filter((one) => one.bereich === 'KCH' && one.kostentraeger === 'GKV')
      .map(
        (one) =>
          `${String(one.patid)} ${String(one.datum).slice(0, 4)} ${Math.floor((Number(String(one.datum).slice(5, 7)) - 1) / 3)}`,
      ),
  ).size;

export const privateBills = ({ of }: Made): Values[] =>
  of('rechnung').filter(
    (one) => one.art !== 'KZV' && one.stornoAm === null && one.gutschriftZu === null,
  );
