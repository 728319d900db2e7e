// Rights of one person and their status: the data that the law requires to keep and until when, the
// data erased on demand, holds, a closed record and who opened it, exports.

import { PERIODS } from '../../../catalog/retention/periods.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { dueOf, KEPT_THINGS, type KeptThing } from '../../../shared/records/retention.ts';
import { KEPT_PERIODS } from '../../../catalog/retention/periods.ts';
import type { PersonExport, PersonRights } from '../../../shared/records/retention.schema.ts';
import { END_STATES } from '../../../shared/desk/task.ts';
import { actorWord, type Actor, type Look } from '../../platform/work.ts';
import { stopsOf, wayOf } from './demand.ts';
import type { KeptPerson } from './due.ts';
import type { RetentionDeps } from './links.ts';
import { OPEN_MS } from './restrictions.ts';
import {
  exportsOf,
  findRun,
  itemsUnderWay,
  openHolds,
  openingsOf,
  openRestrictions,
  openTasks,
  type ExportRow,
} from './store.ts';
import { countKept, countRest, restOf } from './store-rest.ts';

const SHOWN = 20;
const lawOf = (key: 'record' | 'xray'): string => PERIODS.find((one) => one.key === key)!.law;

const exportOf = (row: ExportRow): PersonExport => ({
  id: row.id,
  state: row.state,
  size: row.size,
  askedAt: row.askedAt,
  askedByName: row.askedByName,
  expiresAt: row.expiresAt,
  takenAt: row.takenAt,
  done: row.done,
  total: row.total,
});

/** Returns the data kept of a person, each kind with the last day and the law. */
function keptOf(
  one: KeptPerson,
  counts: Readonly<Record<KeptThing, number>>,
  today: string,
): PersonRights['kept'] {
  const record = dueOf('record', one.facts, KEPT_PERIODS, today).until,
    all = dueOf('xray', one.facts, KEPT_PERIODS, today).until;
  return KEPT_THINGS.filter((thing) => counts[thing] > 0).map((thing) =>
    thing === 'xrays'
      ? { thing, count: counts[thing], until: all, law: lawOf('xray') }
      : { thing, count: counts[thing], until: record, law: lawOf('record') },
  );
}

/**
 * Reads the rights of a person.
 * @param look a database access that includes closed records
 * @param actor the requesting user
 */
export async function readRights(
  deps: RetentionDeps,
  look: Look,
  actor: Actor,
  one: KeptPerson,
): Promise<PersonRights> {
  const today = berlinDay(look.now),
    due = dueOf('xray', one.facts, KEPT_PERIODS, today),
    [hold] = await openHolds(look, one.patids),
    [under] = await itemsUnderWay(look, one.patids),
    run = under && (await findRun(look, under.runId));
  const closed = (await openRestrictions(look, one.patids)).find((row) => row.patid === one.patid),
    openings = closed ? await openingsOf(look, one.patid, SHOWN) : [],
    rest = await restOf(look, one.patids);
  const name = one.name,
    open = openings
      .filter((row) => row.by === actorWord(actor) && row.until > look.now)
      .map((row) => row.until);
  return {
    patid: one.patid,
    name,
    geburtsdatum: one.facts.geburtsdatum,
    lastContact: one.facts.lastContact,
    isContactKnown: one.isContactKnown,
    isTreated: one.isTreated,
    until: due.until,
    keptBy: due.keptBy,
    isDue: due.until < today,
    kept: keptOf(one, await countKept(look, one.patids), today),
    rest: await countRest(look, rest, await deps.mailsOf(look, rest.all.emails, one.patids)),
    demand: { way: wayOf(one, today), stops: await stopsOf(look, one) },
    hold: hold
      ? { id: hold.id, reason: hold.reason, setAt: hold.setAt, setByName: hold.setByName }
      : null,
    run: run ? { id: run.id, runAfter: run.runAfter } : null,
    restriction: closed
      ? {
          id: closed.id,
          reason: closed.reason,
          until: closed.until,
          setAt: closed.setAt,
          setByName: closed.setByName,
          erasedAt: closed.erasedAt,
          openToMeUntil: open.length > 0 ? Math.max(...open) : null,
          openings: openings.map(({ at, byName, reason, until }) => ({
            at,
            byName,
            reason,
            until,
          })),
        }
      : null,
    openPapers: await openTasks(look, one.patids, [...END_STATES], look.now - OPEN_MS),
    exports: (await exportsOf(look, one.patids, SHOWN)).map(exportOf),
  };
}
