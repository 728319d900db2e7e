// After a restored database: erases everyone again who was erased since the backup, before any
// request is served.

import path from 'node:path';
import { berlinDay } from '../../../shared/base/dates.ts';
import { KEPT_PERIODS } from '../../../catalog/retention/periods.ts';
import { xrayUntil } from '../../../shared/records/retention.ts';
import {
  addErased,
  LEDGER,
  readErased,
  readLines,
  readMarked,
} from '../../platform/db/carry/erased-list.ts';
import { eraseRows, removeFiles } from './erase.ts';
import type { RetentionDeps } from './links.ts';
import { closeRecord, liftRecord } from './restrictions.ts';
import { keptPeople } from './due.ts';
import { restNow } from './demand.ts';
import { allPatients, openRestrictions, restrictionsOf, xraysOf } from './store.ts';

/** Erases again after a restore. @returns how many restored people were erased again */
export async function eraseAgain(deps: RetentionDeps): Promise<number> {
  const own = path.join(deps.data, LEDGER);
  for (const file of await deps.otherLists()) await addErased(own, await readLines(file));
  const lines = await readErased(own),
    cids = lines.length === 0 ? [] : await deps.listCids();
  let again = 0;
  for (const cid of new Set(lines.map((one) => one.cid))) {
    if (!cids.includes(cid)) continue;
    const look = deps.workshop.look(cid, { kind: 'system', cid }),
      byLine = new Map<string, { at: number; whole: boolean }>();
    for (const { at, id, whole } of lines.filter((one) => one.cid === cid))
      if (at >= (byLine.get(id)?.at ?? 0)) byLine.set(id, { at, whole });
    // Created after the deletion: another person, or the same person who came again.
    const back = (await allPatients(look)).flatMap((row) => {
      const line = byLine.get(deps.keys.lineOf(cid, row.patid));
      return line && row.createdAt < line.at ? [{ row, line }] : [];
    });
    for (const { row, line } of back) {
      const today = berlinDay(deps.now()),
        keep = line.whole
          ? []
          : (await xraysOf(look, [row.patid]))
              .filter((one) => xrayUntil(one.at, row.geburtsdatum, KEPT_PERIODS.xray) >= today)
              .map((one) => one.fileId);
      const blobs = await eraseRows(deps, cid, { patids: [row.patid], keep }, (w, { counts }) =>
        w.audit('record.erased_again', { number: deps.keys.numberOf(cid, row.patid), ...counts }),
      );
      await removeFiles(deps, cid, blobs);
      again++;
    }
  }
  return again + (await markAgain(deps, own));
}

/**
 * Reason of a record that was closed since the backup: the original words were lost with the newer
 * database.
 */
const FROM_LIST =
  'Geschlossen; der Grund ging mit dem Zurückspielen einer älteren Sicherung verloren';
/**
 * Records that were closed or reopened since, and data erased on demand while the record stayed.
 */
async function markAgain(deps: RetentionDeps, own: string): Promise<number> {
  const marks = await readMarked(own),
    cids = await deps.listCids();
  let again = 0;
  for (const cid of new Set(marks.map((one) => one.cid))) {
    if (!cids.includes(cid)) continue;
    const actor = { kind: 'system', cid } as const,
      look = deps.workshop.look(cid, actor);
    const ofId = new Map<string, typeof marks>();
    for (const one of marks.filter((mark) => mark.cid === cid))
      ofId.set(
        one.id,
        [...(ofId.get(one.id) ?? []), one].sort((a, b) => a.at - b.at),
      );
    const people = (await keptPeople(look)).flatMap((one) => {
      const own_ = ofId.get(deps.keys.lineOf(cid, one.patid));
      return own_ ? [{ one, marks: own_ }] : [];
    });
    for (const { one, marks: own_ } of people) {
      const rows = await restrictionsOf(look, one.patids),
        rest = own_.findLast((mark) => mark.mark === 'rest'),
        last = own_.findLast((mark) => mark.mark !== 'rest');
      if (rest && !rows.some((row) => row.erasedAt !== null && row.erasedAt >= rest.at)) {
        await restNow(deps, cid, actor, deps.newId(), one);
        again++;
      }
      if (
        last?.mark === 'closed' &&
        (rest?.at ?? 0) < last.at &&
        !rows.some((row) => row.setAt >= last.at)
      ) {
        await deps.workshop.write(cid, actor, async (w) => {
          if ((await openRestrictions(w, one.patids)).length === 0)
            await closeRecord(w, { id: w.newId(), reason: FROM_LIST }, one, null, true);
        });
        again++;
      }
      if (
        last?.mark === 'lifted' &&
        (rest?.at ?? 0) < last.at &&
        rows.some((row) => row.liftedAt === null && row.setAt < last.at)
      ) {
        await deps.workshop.write(cid, actor, (w) => liftRecord(w, one));
        again++;
      }
    }
    deps.closedChanged(cid);
  }
  return again;
}
