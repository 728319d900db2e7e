// Lines of tables that were not imported: kept with their delivery for a while.

import type { Actor, Work, Workshop } from '../../platform/work.ts';
import { REFUSED_DAYS } from '../../../shared/analytics/deliveries/collector.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { RefusedLine } from './csv/read-file.ts';
import { insertRefused, removeRefusedBefore } from './store.ts';

/** Refused lines of one delivery that are kept; further ones are only counted. */
export const MOST_REFUSED = 20_000;
/** Lines of one transaction. */
const CHUNK = 500;

/**
 * Creates the keeper of a delivery's refused lines. The same lines of a repeated import have the
 * same numbers and are kept once.
 */
export function createRefusedKeeper(
  { workshop, cid, actor }: { workshop: Workshop; cid: string; actor: Actor },
  batch: number,
): (lines: readonly RefusedLine[]) => Promise<void> {
  let n = 0;
  return async (lines) => {
    const rows = lines.slice(0, MOST_REFUSED - n).map((line) => ({ ...line, n: ++n }));
    for (let at = 0; at < rows.length; at += CHUNK)
      await workshop.write(cid, actor, async (w) => {
        await insertRefused(
          w,
          rows.slice(at, at + CHUNK).map(({ n: number, file, line, field, why, cells }) => ({
            batch,
            n: number,
            file,
            line,
            field,
            why,
            cells,
            at: w.now,
          })),
        );
      });
  };
}

/** Deletes refused lines whose time is over. */
export const forgetRefused = (w: Work): Promise<number> =>
  removeRefusedBefore(w, w.now - REFUSED_DAYS * DAY_MS);
