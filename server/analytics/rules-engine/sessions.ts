/**
 * Sessions of a day: services that name different appointments. Where one service names none, the
 * day counts as one session.
 */
import type { Situation } from './day-state.ts';

/** Indexes of the services of each session of a day. */
export type Sessions = readonly (readonly number[])[];

/** Returns the sessions of the current day; null for a day of one session. */
export function sessionsOf(k: Situation): Sessions | null {
  if (k.b - k.a < 2) return null;
  const { rawRows, services } = k.m.snapshot,
    named = rawRows.tables.leistung.columns['terminId']!,
    sessions = new Map<number, number[]>();
  for (let i = k.a; i < k.b; i += 1) {
    const appointment = named[services.rawRows[k.serviceOf[i]!]!]!;
    if (appointment < 0) return null;
    const known = sessions.get(appointment);
    if (known) known.push(i);
    else sessions.set(appointment, [i]);
  }
  return sessions.size < 2 ? null : [...sessions.values()];
}

/** Runs a judgement once for each session, with the services of the others hidden. */
export function eachSession(k: Situation, sessions: Sessions, judge: () => void): void {
  const codes = Int32Array.from(k.code.subarray(k.a, k.b));
  for (const own of sessions) {
    k.code.fill(0, k.a, k.b);
    for (const i of own) k.code[i] = codes[i - k.a]!;
    judge();
    k.code.set(codes, k.a);
  }
}
