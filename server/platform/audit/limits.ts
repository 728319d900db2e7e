// Constants of the audit log: duration of a view, and the alarm threshold of opened records.

import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Opening the same patient again within this time continues the view. */
export const VIEW_MS = 10 * 60_000;
/**
 * An alarm for the owner is raised when one person opens more distinct records than this within
 * `VIEW_MS`.
 */
export const OPENED_LIMIT = 50;
/** How long alarms are shown, unless an owner has seen them. */
export const ALARM_MS = 30 * DAY_MS;
export const PAGE_SIZE = 50;
/** Entries of an export that are in memory at once. */
export const EXPORT_PIECE = 500;
