// Views of patients without opening a record: logged once per continued view, so that an open board
// does not flood the log.

import type { ListKind } from '../../../shared/operations/audit.ts';
import { VIEW_MS } from './limits.ts';
import type { RequestContext } from '../http/route.ts';
import { actorWord } from '../work.ts';

type ViewKind =
  | 'patient.on_board'
  | 'patient.found'
  | `patient.listed.${ListKind}`
  | 'answers.listed'
  | 'answers.alerts'
  | 'answers.scores'
  | 'patient.points'
  | 'answers.on_chair'
  | 'patient.changes'
  | 'rights.viewed';
export interface Views {
  /**
   * Logs one entry per person, kind of view and patient, and again after ten minutes without that
   * patient in view. Must be awaited before the response: data that cannot be audited is not shown.
   */
  note(context: RequestContext, kind: ViewKind, patids: readonly string[]): Promise<void>;
}
const MANY = 20_000;

export function createViews(): Views {
  const seen = new Map<string, number>();
  return {
    async note(context, kind, patids) {
      const { actor, now } = context;
      if (actor.kind !== 'user' && actor.kind !== 'machine') return;
      const keyOf = (patid: string): string =>
        `${context.cid}|${actorWord(actor)}|${kind}|${patid}`;
      const all = [...new Set(patids)],
        fresh = all.filter((patid) => (seen.get(keyOf(patid)) ?? -VIEW_MS) <= now - VIEW_MS);
      if (fresh.length > 0)
        await context.write(async (w) => {
          for (const patid of fresh) await w.audit(kind, {}, patid);
        });
      for (const patid of all) seen.set(keyOf(patid), now);
      if (seen.size > MANY) for (const [key, at] of seen) if (at <= now - VIEW_MS) seen.delete(key);
    },
  };
}
