// Current lists of the practice, and the fee catalogue with the practice's own entries on top.

import { BEMA, BEMA_FORMER, BEMA_SOURCE } from '../../../catalog/bema/positions.ts';
import { FINDINGS, FINDINGS_SOURCE } from '../../../catalog/festzuschuss/findings.ts';
import { GOAE, GOAE_SOURCE } from '../../../catalog/goae/positions.ts';
import { GOZ, GOZ_SOURCE } from '../../../catalog/goz/schedule.ts';
import { KZVEN } from '../../../catalog/kzv/kzv.ts';
import { isValidOn } from '../../../catalog/position.ts';
import { PUNKTWERTE } from '../../../catalog/point-values/values.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { ownValueOn } from '../../../shared/analytics/deliveries/practice-value.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import type {
  FeeCatalogue,
  StaticList,
  StaticListAnswer,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import type { Look } from '../../platform/work.ts';
import { listRows, listValues, visible, type ListRow } from './store.ts';

/**
 * Reads for each id the row with the highest version, then hash, among the valid deliveries;
 * deleted ones are left out. Ordered by id.
 */
export function trueRows(rows: readonly ListRow[], numbers: ReadonlySet<number>): ListRow[] {
  const best = new Map<string, ListRow>();
  for (const row of rows) {
    const known = best.get(row.id);
    if (
      numbers.has(row.batch) &&
      (!known ||
        row.version > known.version ||
        (row.version === known.version && row.hash > known.hash))
    )
      best.set(row.id, row);
  }
  return [...best.values()]
    .filter((row) => !row.deleted)
    .toSorted((a, b) => a.id.localeCompare(b.id, 'de', { numeric: true }));
}
async function trueOf(
  look: Look,
  entity: PvsEntity,
): Promise<{ asOf: number | null; rows: ListRow[] }> {
  const { numbers, asOf: state } = await visible(look);
  return { asOf: state, rows: trueRows(await listRows(look, entity), numbers) };
}
export async function readList(look: Look, list: StaticList): Promise<StaticListAnswer> {
  const { asOf: state, rows } = await trueOf(look, list);
  return {
    stand: state,
    items: rows.map((row) =>
      Object.fromEntries([
        ['id', row.id],
        ...PVS_FIELDS[list].map((field) => [field.name, row[field.name] ?? null] as const),
      ]),
    ),
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const dayOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
const centsOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
/**
 * Reads the delivered list with the practice's own values.
 * @param people names of users who entered a value
 */
export async function readCatalogue(
  look: Look,
  dayNumber: string | undefined,
  people: ReadonlyMap<string, string>,
): Promise<FeeCatalogue> {
  const day = dayNumber ?? berlinDay(look.now),
    values = await listValues(look),
    delivered = await trueOf(look, 'bemagoz'),
    params = await trueOf(look, 'params');
  const own = delivered.rows.filter(
    (row) =>
      row.system === 'EIGEN' &&
      isValidOn({ from: dayOf(row.gueltigVon), to: dayOf(row.gueltigBis) }, day),
  );
  const kzv = textOf(params.rows.find((row) => row.id === 'kzv')?.wert);
  return {
    tag: day,
    stand: delivered.asOf,
    region: KZVEN.some((one) => one.region === kzv) ? kzv : null,
    regionen: KZVEN.map(({ region, short, name }) => ({ region, kurz: short, name })),
    positionen: [
      ...[...BEMA, ...BEMA_FORMER, ...GOZ, ...GOAE]
        .filter((one) => isValidOn(one, day))
        .map((one) => ({
          system: one.system,
          nr: one.number,
          kuerzel: one.abbr,
          text: one.text,
          punkte: one.points,
          bereich: one.area,
          einheit: one.unit,
          grenzen: one.limits,
          zeichen: one.mark,
          gueltigVon: one.from,
          gueltigBis: one.to,
          preis: null,
          istEigen: false,
        })),
      ...own.map((row) => ({
        system: 'EIGEN' as const,
        nr: textOf(row.nr),
        kuerzel: '',
        text: textOf(row.text),
        punkte: null,
        bereich: 'SONSTIGE' as const,
        einheit: '',
        grenzen: '',
        zeichen: null,
        gueltigVon: dayOf(row.gueltigVon),
        gueltigBis: dayOf(row.gueltigBis),
        preis: ownValueOn(values, 'PREIS', textOf(row.nr), day)?.wert ?? centsOf(row.preis),
        istEigen: true,
      })),
    ],
    punktwerte: PUNKTWERTE.filter((one) => isValidOn(one, day)).map((one) => ({
      region: one.region,
      kassenart: one.kassenart,
      bereich: one.area,
      wert: one.value,
      zeichen: one.mark,
      quelle: one.source,
      gueltigVon: one.from,
      gueltigBis: one.to,
    })),
    festzuschuesse: FINDINGS.filter((one) => isValidOn(one, day)).map((one) => ({
      befund: one.number,
      text: one.text,
      regelversorgung: one.standard,
      betraege: { ...one.cents },
      zeichen: one.mark,
      gueltigVon: one.from,
      gueltigBis: one.to,
    })),
    quellen: {
      bema: BEMA_SOURCE.source,
      goz: GOZ_SOURCE.source,
      goae: GOAE_SOURCE.source,
      festzuschuss: FINDINGS_SOURCE.source,
    },
    werte: values.map(({ cid: _cid, changedBy, ...one }) => ({
      ...one,
      changedBy: people.get(changedBy) ?? '',
    })),
  };
}
