// Read-only calls: their transaction may append to the audit log, and nothing else.

import type { Work } from '../work.ts';
import type { PolicyName } from './policy.ts';

interface Place {
  policy: PolicyName;
  path: string;
}

/** Reading routes that must write, by policy and path below their mount, with the reason. */
export const WRITES_ON_READING: ReadonlyMap<string, string> = new Map([
  [
    'share.open /ssf/list',
    'a visit at home ends after idle minutes: when somebody was last here is kept',
  ],
  [
    'share.open /ssf/read/{itemId}',
    'the practice sees what was opened, and a document is done with once it was opened',
  ],
  [
    'share.open /ssf/download/{itemId}',
    'the practice sees what was fetched, and a document is done with once it was fetched',
  ],
  [
    'board.work /pdf',
    'when the emergency papers were last saved is kept, so that the page can say that they are old',
  ],
  [
    'retention.read /exports/{exportId}',
    "that the person's export was handed over is part of the record of the demand",
  ],
  [
    'tablet.self /sync/v1/pull',
    'a draft that can no longer be read is marked for the staff before the tablet goes on without it',
  ],
]);

/** Returns the key of a route in the list. */
export const placeOf = ({ policy, path }: Place): string => `${policy} ${path}`;

/** Checks whether a call reads and has no reason to write. */
export function onlyReads({ method, ...place }: Place & { method: string }): boolean {
  return method === 'get' && !WRITES_ON_READING.has(placeOf(place));
}

/** A programming error: answered like any other, and the transaction is rolled back. */
const refuse = (): never => {
  throw new Error('a call that reads tried to write');
};

/**
 * The transaction of a reading call: it may append to the audit log.
 * @throws Error on any other change, job or event
 */
function onlyNoting(w: Work): Work {
  const tx = { ...w.tx, run: refuse, insert: refuse, update: refuse, remove: refuse };
  return { ...w, tx, job: refuse, emit: refuse };
}

/**
 * Returns the operations of a call in its transaction: unrestricted, or auditing only for reads.
 */
export const unitFor = <T>(
  spec: Place & { method: string },
  work: (w: Work) => Promise<T>,
): ((w: Work) => Promise<T>) => (onlyReads(spec) ? (w) => work(onlyNoting(w)) : work);
