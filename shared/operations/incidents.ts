// Which incidents and maintenance staff should know about.

import { DAY_MS } from '../base/day-math.ts';
import type { Incident, IncidentFile, Maintenance } from './incidents.schema.ts';

/** Maintenance is announced this long before it begins. */
const ANNOUNCED_MS = 5 * DAY_MS;

/** Running maintenance counts until it is completed, a planned one until its end has passed. */
const isNear = ({ state, from, until }: Maintenance, now: number): boolean =>
  state === 'scheduled'
    ? now >= Date.parse(from) - ANNOUNCED_MS && now < Date.parse(until)
    : state !== 'completed';

/** Returns what staff should know now. @param now ms */
export const current = (
  { incidents, maintenance }: IncidentFile,
  now: number,
): { incidents: Incident[]; maintenance: Maintenance[] } => ({
  incidents: incidents.filter(({ state, impact }) => state !== 'resolved' && impact !== 'none'),
  maintenance: maintenance.filter((one) => isNear(one, now)),
});
