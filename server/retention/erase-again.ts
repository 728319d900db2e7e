// After a database went back in time: whoever was erased since is erased once more, before anybody is served.

import path from 'node:path';
import { berlinDay } from '../../shared/dates.ts';
import { KEPT_PERIODS } from '../../catalog/fristen/periods.ts';
import { xrayUntil } from '../../shared/retention.ts';
import { addErased, LEDGER, readErased } from '../db/erased-list.ts';
import { eraseRows, removeFiles } from './erase.ts';
import type { RetentionDeps } from './links.ts';
import { allPatients, xraysOf } from './store.ts';

/** @returns how many people were brought back and went again */
export async function eraseAgain(deps: RetentionDeps): Promise<number> {
  const own = path.join(deps.data, LEDGER);
  for (const file of await deps.otherLists()) await addErased(own, await readErased(file));
  const lines = await readErased(own);
  let again = 0;
  for (const cid of new Set(lines.map(one => one.cid))) {
    if (!(await deps.listCids()).includes(cid)) continue;
    const look = deps.workshop.look(cid, { kind: 'system', cid }), byLine = new Map<string, { at: number; whole: boolean }>();
    for (const { at, id, whole } of lines.filter(one => one.cid === cid)) if (at >= (byLine.get(id)?.at ?? 0)) byLine.set(id, { at, whole });
    // Made after the deletion: somebody else, or the same person who came again.
    const back = (await allPatients(look)).flatMap(row => { const line = byLine.get(deps.keys.lineOf(cid, row.patid)); return line && row.createdAt < line.at ? [{ row, line }] : []; });
    for (const { row, line } of back) {
      const today = berlinDay(deps.now()), keep = line.whole ? [] : (await xraysOf(look, [row.patid])).filter(one => xrayUntil(one.at, row.geburtsdatum, KEPT_PERIODS.xray) >= today).map(one => one.fileId);
      const blobs = await eraseRows(deps, cid, { patids: [row.patid], keep }, (w, { counts }) => w.audit('record.erased_again', { number: deps.keys.numberOf(cid, row.patid), ...counts }));
      await removeFiles(deps, cid, blobs);
      again++;
    }
  }
  return again;
}
