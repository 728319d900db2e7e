// Health of a practice's installation as the vendor's staff see it: facts without any patient, and
// the verdict on them.

import { DAY_MS, HOUR_MS } from '../base/day-math.ts';

export const FLEET_LIGHTS = ['bad', 'warn', 'ok'] as const;
export type FleetLight = (typeof FLEET_LIGHTS)[number];
export const FLEET_REASONS = [
  'jobsFailed',
  'jobsLate',
  'unsent',
  'silentLong',
  'silent',
  'jobsSlow',
  'grantUnreviewed',
  'parked',
  'mailsFailed',
  'tabletSilent',
  'tabletBehind',
  'deliveryOld',
] as const;
export type FleetReason = (typeof FLEET_REASONS)[number];

/** A class of errors: kind of job and code, never a message. */
export interface FleetError {
  kind: string;
  code: string;
  count: number;
  /** Last time, ms. */
  at: number;
}
export interface FleetFacts {
  /** Last call of a person or a tablet of the practice, ms. */
  signAt: number | null;
  people: number;
  tablets: {
    count: number;
    connected: number;
    /** Not seen for a week. */
    silent: number;
    /** Their app is of another version than the server. */
    behind: number;
    /** Submissions on tablets that the server does not have. */
    unsent: number;
    unsentSince: number | null;
  };
  /** Versions of the app on tablets, with how many have each. */
  versions: { version: string; count: number }[];
  /** Jobs whose time has come, and since when the oldest waits, ms. */
  jobs: { due: number; since: number | null };
  /** Failed within a week, the most frequent first. */
  errors: FleetError[];
  /** Failed within a week. */
  mailsFailed: number;
  /** Submissions that wait for staff, and since when. */
  parked: { count: number; since: number | null };
  /** Last delivery of the practice software, ms; null: never one. */
  deliveryAt: number | null;
  /** Emergency accesses that no owner has reviewed for a week; absent in older looks. */
  unreviewed?: number;
}

/** Tablets that called within this time are connected. */
export const CONNECTED_MS = 5 * 60_000;
/** Failures and silent tablets count for this long. */
export const FLEET_WINDOW_MS = 7 * DAY_MS;
/** Most classes of errors that are kept of a practice. */
export const MOST_ERRORS = 5;
/** Reasons of these make the light red, all others yellow. */
const GRAVE: ReadonlySet<FleetReason> = new Set(['jobsFailed', 'jobsLate', 'unsent', 'silentLong']);

/** Lists what is not in order, the gravest first. @param now ms */
export function fleetReasons(
  { signAt, tablets, jobs, errors, mailsFailed, parked, deliveryAt, unreviewed = 0 }: FleetFacts,
  now: number,
): FleetReason[] {
  const isOlder = (at: number | null, ms: number): boolean => at !== null && now - at >= ms,
    isLongSilent = isOlder(signAt, 21 * DAY_MS),
    isLate = isOlder(jobs.since, 2 * HOUR_MS);
  const holds: Record<FleetReason, boolean> = {
    jobsFailed: errors.length > 0,
    jobsLate: isLate,
    unsent: tablets.unsent > 0 && isOlder(tablets.unsentSince, 2 * HOUR_MS),
    silentLong: isLongSilent,
    silent: !isLongSilent && isOlder(signAt, FLEET_WINDOW_MS),
    jobsSlow: !isLate && isOlder(jobs.since, HOUR_MS / 4),
    grantUnreviewed: unreviewed > 0,
    parked: parked.count > 0 && isOlder(parked.since, DAY_MS),
    mailsFailed: mailsFailed > 0,
    tabletSilent: tablets.silent > 0,
    tabletBehind: tablets.behind > 0,
    deliveryOld: isOlder(deliveryAt, 3 * DAY_MS),
  };
  return FLEET_REASONS.filter((reason) => holds[reason]);
}
/** Returns the light of some reasons. */
export const fleetLight = (reasons: readonly FleetReason[]): FleetLight =>
  reasons.some((reason) => GRAVE.has(reason)) ? 'bad' : reasons.length > 0 ? 'warn' : 'ok';
