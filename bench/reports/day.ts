/** One more day of the practice: delivered in the evening, and shown by a report. */
import { createHash } from 'node:crypto';
import type { ReportWorker } from '../../server/analytics/snapshot/report-worker.ts';
import type { Delivery } from '../../server/operations/demo/deliver-demo.ts';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import type { CheckedRow } from '../../shared/analytics/deliveries/pvs-check.ts';
import { PVS_ENTITIES, PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import { TODAY } from '../kit/practice.ts';
import { askToday, DAY_MS, dayText, patient } from './ask.ts';
import { TEMPLATE } from './run.ts';

/** One more day of the same practice, generated before the clock starts. */
function makeDay(): Map<PvsEntity, CheckedRow[]> {
  const rows = new Map<PvsEntity, CheckedRow[]>(),
    day = TODAY;
  // Last day of a practice of the same size, with ids distinct from the existing ones.
  generate(
    {
      template: TEMPLATE,
      years: 0.1,
      seed: 77,
      today: dayText(Date.parse(TODAY) + DAY_MS),
      isSynthetic: true,
    },
    (entity, id, version, values, isDeleted) => {
      if (
        isDeleted ||
        (entity !== 'leistung' && entity !== 'tagesnotiz') ||
        values['datum'] !== day
      )
        return;
      const own = { ...values, hkpid: null, rechnungId: null, terminId: null };
      const row: CheckedRow = {
        id: `day-${id}`,
        version,
        isDeleted: false,
        values: PVS_FIELDS[entity].map((field) => {
          const value = own[field.name as keyof typeof own] as
            | CheckedRow['values'][number]
            | boolean
            | undefined;
          return typeof value === 'boolean' ? Number(value) : (value ?? null);
        }),
      };
      const list = rows.get(entity) ?? [];
      rows.set(entity, list);
      list.push(row);
    },
  );
  return rows;
}

/** Delivers it as the practice software does in the evening. @returns number of rows */
async function deliverDay(
  to: Delivery,
  rows: ReadonlyMap<PvsEntity, readonly CheckedRow[]>,
): Promise<number> {
  const batch = await to.open('bench-day', 'bench');
  if (batch === null) throw new Error('the day was there already');
  let part = 0;
  for (const entity of PVS_ENTITIES) {
    const list = rows.get(entity);
    if (list) {
      part += 1;
      await to.put({
        batch,
        part,
        entity,
        sha256: createHash('sha256').update(JSON.stringify(list)).digest('hex'),
        rows: list,
      });
    }
  }
  await to.close(batch, part);
  return [...rows.values()].reduce((sum, list) => sum + list.length, 0);
}

/**
 * Measures how long a delivered day takes to appear in a report.
 * @throws if it does not appear within two minutes
 */
export async function showDay(
  reportWorker: ReportWorker,
  to: Delivery,
): Promise<{ delivered: number; ms: number }> {
  const before = await reportWorker.practiceReport(askToday());
  const day = makeDay();
  const began = performance.now();
  const delivered = await deliverDay(to, day);
  for (;;) {
    const now = await patient(() => reportWorker.practiceReport(askToday()));
    if (now.kpis[0]?.wert !== before.kpis[0]?.wert) break;
    if (performance.now() - began > 120_000) throw new Error('the day does not show');
  }
  return { delivered, ms: performance.now() - began };
}
