// After a delivery: its people and appointments of the next days are carried over to records and board; every day again for the day that came into sight.

import { berlinDay, berlinInstant, berlinTime } from '../../shared/base/dates.ts';
import { addDays } from '../../shared/base/day-math.ts';
import type { MasterField } from '../../shared/desk/master-data.ts';
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
import type { JobHandler } from '../platform/jobs/runner.ts';

/** Rows of one unit of work. */
const PIECE = 100;
const said = (row: KeptRow, name: string): string | undefined =>
  row[name] === null || row[name] === undefined ? undefined : String(row[name]);

/** What is true of each id, by id. */
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
  const fields: readonly (readonly [MasterField, string | undefined])[] = [
    ['title', said(row, 'titel')],
    ['firstName', said(row, 'vorname')],
    ['lastName', said(row, 'nachname')],
    ['geburtsdatum', said(row, 'geburtsdatum')],
    ['gender', GENDER[said(row, 'geschlecht') ?? '']],
    ['street', said(row, 'strasse')],
    ['plz', said(row, 'plz')],
    ['city', said(row, 'ort')],
    ['country', said(row, 'land')],
    ['landline', said(row, 'telefon')],
    ['mobile', said(row, 'mobil')],
    ['email', said(row, 'email')],
  ];
  return {
    patid: row.id,
    version: row.version,
    hash: row.hash,
    said: Object.fromEntries(fields.filter(([, value]) => value !== undefined)),
  };
}
/** States in which somebody is not expected (any more). */
const OFF: ReadonlySet<string> = new Set(['ABGESAGT_PATIENT', 'ABGESAGT_PRAXIS', 'VERSCHOBEN']);

export interface CarryDeps {
  workshop: Workshop;
}
/** Ids of rows in their order, in pieces. */
async function* idsOf(
  read: (after: string, limit: number) => Promise<KeptRow[]>,
): AsyncGenerator<string[]> {
  for (let last = ''; ;) {
    // Of one id there may be more rows than a piece is long: the last one of a full piece is asked for again by the next.
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
    [zimmer, behandler, terminart] = [
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
          zimmer: zimmer(said(row, 'zimmer')),
          behandler: behandler(said(row, 'behandler')),
          art: terminart(said(row, 'terminart')),
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

/** Appointments that began earlier are of no use on the board, whatever is said of them now. */
const LATE_DAYS = 30,
  YEARS_AHEAD = 4000;
/** Carries what one delivery speaks of; after its withdrawal the same puts back what was true before. */
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
  // After everybody is here: a record may be merged into one that came behind it.
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
/** The last day in sight, for the work of each day; what follows from the new day for proposals is done by a job. */
export async function carryNewDay({ workshop }: CarryDeps, cid: string): Promise<void> {
  const look = workshop.look(cid, { kind: 'system', cid }),
    visible = new Set((await countingBatches(look)).map((one) => one.batch)),
    { to } = carriedSpan(look.now);
  if (visible.size === 0) return;
  await carryAppointments(look, workshop, visible, {
    from: berlinInstant(addDays(to, -2), '00:00'),
    until: berlinInstant(addDays(to, 1), '00:00'),
  });
  // What a rule finds may depend on the day alone.
  await workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('follow-delivery', `follow:day:${to}`, {}),
  );
}
/** What is worked out from it follows in a job of its own: it waits for the thread of reports. */
export const carryHandler = (deps: CarryDeps): JobHandler => ({
  tries: 20,
  async run(job) {
    await carryDelivery(deps, job.cid, Number(job.payload.batch));
    await deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, (w) =>
      w.job('follow-delivery', `follow:${job.key}`, {}),
    );
  },
});
