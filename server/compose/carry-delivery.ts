// Job after a delivery: its patients and appointments of the next days are copied to records and
// board; repeated daily for the newly visible day.

import { berlinDay, berlinInstant, berlinTime } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import { FIELD_EXCHANGE, saidBy } from '../../shared/records/field-exchange.ts';
import type { PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import {
  allRows,
  rowsById,
  rowsOfBatch,
  appointmentsBetween,
  type KeptRow,
} from '../analytics/collector/store.ts';
import { countingBatches, truest } from '../platform/db/pvs-rows.ts';
import {
  carriedSpan,
  carryPeople,
  carryTermine,
  type DeliveredPerson,
} from '../desk/patient/carry-delivered.ts';
import { carryMerges } from '../desk/patient/carry-merges.ts';
import type { Look, Workshop } from '../platform/work.ts';
import type { JobHandler } from '../platform/jobs/attempt-job.ts';

/** Rows per transaction. */
const PIECE = 100;
const said = (row: KeptRow, name: string): string | undefined =>
  row[name] === null || row[name] === undefined ? undefined : String(row[name]);

/** Returns the effective row of each id. */
const truth = (rows: readonly KeptRow[], visible: ReadonlySet<number>): Map<string, KeptRow> =>
  new Map(truest(rows, visible).map((row) => [row.id, row]));
async function lists(
  look: Look,
  visible: ReadonlySet<number>,
  entity: PvsEntity,
): Promise<(id: string | undefined) => string> {
  const names = truth(await allRows(look, entity), visible);
  return (id) => (id === undefined ? '' : (said(names.get(id) ?? ({} as KeptRow), 'name') ?? ''));
}
const GENDER: Readonly<Record<string, string>> = { W: 'female', M: 'male', D: 'divers' };
function personOf(row: KeptRow): DeliveredPerson {
  const delivered = {
    ...saidBy('pvs', (name) => said(row, name)),
    gender: GENDER[said(row, FIELD_EXCHANGE.gender.pvs) ?? ''],
  };
  return {
    patid: row.id,
    version: row.version,
    hash: row.hash,
    said: Object.fromEntries(Object.entries(delivered).filter(([, value]) => value !== undefined)),
  };
}
/** States in which a patient is not expected. */
const OFF: ReadonlySet<string> = new Set(['ABGESAGT_PATIENT', 'ABGESAGT_PRAXIS', 'VERSCHOBEN']);

export interface CarryDeps {
  workshop: Workshop;
}
/** Yields ids of rows in order, in chunks. */
async function* idsOf(
  read: (after: string, limit: number) => Promise<KeptRow[]>,
): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    // An id may have more rows than a chunk: the last id of a full chunk is queried again by the
    // next.
    const ids = [...new Set((await read(last, PIECE * 3)).map((row) => row.id))].slice(0, PIECE);
    if (ids.length === 0) return;
    yield ids;
    last = ids[ids.length - 1]!;
  }
}
async function carryAppointments(
  look: Look,
  workshop: Workshop,
  visible: ReadonlySet<number>,
  span: { from: number; until: number; batch?: number },
): Promise<void> {
  const { cid } = look,
    days = carriedSpan(look.now),
    [roomName, practitionerName, typeName] = [
      await lists(look, visible, 'zimmer'),
      await lists(look, visible, 'behandler'),
      await lists(look, visible, 'terminarten'),
    ];
  for await (const ids of idsOf((after, limit) => appointmentsBetween(look, span, after, limit))) {
    const found = truth(await rowsById(look, 'termin', ids), visible);
    const put = [...found.values()].flatMap((row) => {
      const start = Number(row.start),
        day = berlinDay(start);
      if (OFF.has(said(row, 'status') ?? '') || day < days.from || day > days.to) return [];
      return [
        {
          terminId: row.id,
          patid: said(row, 'patid') ?? '',
          day,
          time: berlinTime(start),
          minutes: Number(row.dauerMin),
          zimmer: roomName(said(row, 'zimmer')),
          behandler: practitionerName(said(row, 'behandler')),
          art: typeName(said(row, 'terminart')),
        },
      ];
    });
    const stay = new Set(put.map((one) => one.terminId));
    await workshop.write(cid, { kind: 'system', cid }, (w) =>
      carryTermine(
        w,
        put,
        ids.filter((id) => !stay.has(id)),
      ),
    );
  }
}

/** Appointments that began earlier are irrelevant on the board, whatever their state. */
const LATE_DAYS = 30,
  YEARS_AHEAD = 4000;
/** Copies the rows of one delivery; after its withdrawal the same restores the previous state. */
async function carryDelivery({ workshop }: CarryDeps, cid: string, batch: number): Promise<void> {
  const look = workshop.look(cid, { kind: 'system', cid }),
    visible = new Set((await countingBatches(look)).map((one) => one.batch)),
    merges: { patid: string; into: string | null }[] = [];
  for await (const ids of idsOf((after, limit) =>
    rowsOfBatch(look, 'patient', batch, after, limit),
  )) {
    const found = truth(await rowsById(look, 'patient', ids), visible);
    if (found.size === 0) continue;
    const { joined } = await workshop.write(cid, { kind: 'system', cid }, (w) =>
        carryPeople(w, batch, [...found.values()].map(personOf)),
      ),
      before = new Set(joined);
    for (const row of found.values()) {
      const into = said(row, 'zusammengefuehrtIn') ?? null;
      if (into !== null || before.has(row.id)) merges.push({ patid: row.id, into });
    }
  }
  // After all patients are written: a record may be merged into a later one.
  for (let at = 0; at < merges.length; at += PIECE) {
    const piece = merges.slice(at, at + PIECE);
    await workshop.write(cid, { kind: 'system', cid }, (w) => carryMerges(w, piece));
  }
  const { from } = carriedSpan(look.now);
  await carryAppointments(look, workshop, visible, {
    from: berlinInstant(addDays(from, -LATE_DAYS), '00:00'),
    until: berlinInstant(addDays(from, YEARS_AHEAD), '00:00'),
    batch,
  });
}
/**
 * Returns the last visible day, for the daily run; a separate job updates the proposals of the new
 * day.
 */
export async function carryNewDay({ workshop }: CarryDeps, cid: string): Promise<void> {
  const look = workshop.look(cid, { kind: 'system', cid }),
    visible = new Set((await countingBatches(look)).map((one) => one.batch)),
    { to } = carriedSpan(look.now);
  if (visible.size === 0) return;
  await carryAppointments(look, workshop, visible, {
    from: berlinInstant(addDays(to, -2), '00:00'),
    until: berlinInstant(addDays(to, 1), '00:00'),
  });
  // A rule's findings may depend on the day alone.
  await workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('follow-delivery', `follow:day:${to}`, {}),
  );
}
/**
 * Creates the handler that carries a delivery. Derived values follow in a separate job: it waits
 * for the report worker.
 */
export const carryHandler = (deps: CarryDeps): JobHandler => ({
  tries: 20,
  async run(job) {
    await carryDelivery(deps, job.cid, Number(job.payload.batch));
    await deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
      w.job('follow-delivery', `follow:${job.key}`, {}),
    );
  },
});
