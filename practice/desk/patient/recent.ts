// The people opened last at this workstation: in memory only, and gone with the session's lock.

import { useSyncExternalStore } from 'react';
import { currentSession, onSession } from '../../session.ts';

export interface RecentPerson {
  patid: string;
  name: string;
  geburtsdatum: string;
}
const MOST = 5;
let people: readonly RecentPerson[] = [];
const listeners = new Set<() => void>();
const put = (next: readonly RecentPerson[]): void => {
  people = next;
  for (const listener of listeners) listener();
};
/** Puts a person in front; an earlier entry of the same person is replaced. */
export const noteRecent = (person: RecentPerson): void =>
  put([person, ...people.filter(({ patid }) => patid !== person.patid)].slice(0, MOST));
onSession(() => {
  if (currentSession().status !== 'in' && people.length > 0) put([]);
});
/** Returns the people opened last, the newest first. */
export const useRecent = (): readonly RecentPerson[] =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => people,
  );
