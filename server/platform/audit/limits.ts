// Numbers of the audit log: how long a look lasts, and when opened records become an alarm.

import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Whoever sees a patient again within this time goes on looking. */
export const VIEW_MS = 10 * 60_000;
/** More different records than this within `VIEW_MS` by one person are told to the owner. */
export const OPENED_LIMIT = 50;
/** Alarms are shown for so long, unless an owner has seen them. */
export const ALARM_MS = 30 * DAY_MS;
export const PAGE_SIZE = 50;
/** Entries of an export that are in memory at once. */
export const EXPORT_PIECE = 500;
