/**
 * Checks of what a note of the day must say: measure, time, reason, finding. The words are ours, so
 * these checks are off from the start; without a delivered note they never warn. Pure.
 */
import type { Limit } from './limit.ts';
import type { LimitCheck, Maker } from './limit-check.ts';
import { tokenOf } from './limit-words.ts';

/** Minutes of a talk, where the note names them. */
const TALKS: ReadonlySet<string> = new Set(['3', '34']);
function talkCheck(one: Limit, own: string, minutes: string): LimitCheck {
  return {
    heuteAlle: own,
    zusatz: `dauer(gespraech)<${minutes}`,
    de: `${one.number} unter ${minutes} Minuten`,
    en: `${one.number} below ${minutes} minutes`,
  };
}
/** Makes the check that a note lacks what a row asks for; null where the row names no words. */
export const recordCheck: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    [, minutes] = /^(\d+) min$/.exec(one.value) ?? [];
  if (own === null) return null;
  if (minutes !== undefined)
    return one.system === 'GOAE' && TALKS.has(one.number) ? talkCheck(one, own, minutes) : null;
  const { note } = one;
  return note === undefined
    ? null
    : {
        heuteAlle: note.isAtTooth === true ? `${own}@Z` : own,
        zusatz: `notiz and doc!~'${note.pattern}'${note.when === undefined ? '' : ` and ${note.when}`}`,
        ...(note.from !== undefined && { gueltigVon: note.from }),
        isOwnWords: true,
        de: `${one.number} ohne ${note.de} in der Notiz`,
        en: `${one.number} without ${note.en} in the note`,
      };
};
