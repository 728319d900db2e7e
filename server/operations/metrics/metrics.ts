// Metrics in the format of Prometheus. Labels are route patterns, kinds and states from closed
// lists: no practice, person, address or typed text.

import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import type { Log } from '../../platform/http/log.ts';
import { TICKET_PRIORITIES } from '../../../shared/vendor/tickets.ts';
import type { LinkState } from '../../platform/tunnel/box-link.ts';
import type { ServerState } from './store.ts';

/** Bounds of response times in seconds; the last one is the patience of a browser. */
const BOUNDS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
type Answered = Parameters<Log['request']>[0];

/** What a scrape shows: the state, whether the hours suit an update, and the link to a relay. */
type Shown = ServerState & { isUpdateTime: boolean; link?: LinkState | undefined };

export interface Metrics {
  /** Counts an answered request. */
  observe(line: Answered): void;
  /** Renders all metrics; the state is read again for each. */
  text(state: Shown, now: number): Promise<string>;
  readonly contentType: string;
}

/** Gauges that are set from the database with every scrape. */
function createGauges(registers: Registry[]) {
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `molar_${name}`, help, labelNames, registers });
  return {
    due: gauge('jobs_due', 'Jobs whose time has come', ['kind']),
    oldest: gauge('job_oldest_seconds', 'Age of the oldest due job', ['kind']),
    failed: gauge('jobs_failed', 'Jobs that gave up', ['kind']),
    tablets: gauge('tablets', 'Registered tablets', ['state']),
    mails: gauge('mails', 'Mails by state', ['state']),
    tickets: gauge('tickets_waiting', 'Requests for help that wait for an answer', ['priority']),
    practices: gauge('practices', 'Practices of this installation'),
    update: gauge('update_window_open', '1 while the hours for updates suit most practices'),
    link: gauge('relay_link_up', '1 while the link to the relay stands; absent: no relay'),
    linkAge: gauge('relay_link_state_seconds', 'How long the link has been up or down'),
    backup: gauge('backup_age_seconds', 'Age of the last good backup; absent: none yet'),
    drill: gauge('drill_age_seconds', 'Age of the last good restore drill; absent: none yet'),
  };
}

function setGauges(
  gauges: ReturnType<typeof createGauges>,
  { jobs, tablets, mails, tickets, practices, isUpdateTime, backupAt, drillAt, link }: Shown,
  now: number,
): void {
  for (const gauge of Object.values(gauges)) gauge.reset();
  for (const { kind, state, count, oldestAt } of jobs) {
    gauges[state].set({ kind }, count);
    if (state === 'due') gauges.oldest.set({ kind }, Math.max(0, now - oldestAt) / 1000);
  }
  gauges.tablets.set({ state: 'connected' }, tablets.connected);
  gauges.tablets.set({ state: 'away' }, tablets.away);
  for (const { state, count } of mails) gauges.mails.set({ state }, count);
  for (const priority of TICKET_PRIORITIES)
    gauges.tickets.set({ priority }, tickets.find((one) => one.priority === priority)?.count ?? 0);
  gauges.practices.set(practices);
  gauges.update.set(isUpdateTime ? 1 : 0);
  if (link === undefined) gauges.link.remove();
  else gauges.link.set(link.isUp ? 1 : 0);
  // A reset gauge is zero, which would read as a backup of this second.
  for (const [gauge, at] of [
    [gauges.backup, backupAt],
    [gauges.drill, drillAt],
    [gauges.linkAge, link?.since ?? null],
  ] as const)
    if (at === null) gauge.remove();
    else gauge.set(Math.max(0, now - at) / 1000);
}

/** Creates the metrics of one process. */
export function createMetrics(): Metrics {
  const registry = new Registry(),
    registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'molar_http_requests_total',
    help: 'Answered requests',
    labelNames: ['route', 'method', 'class'],
    registers,
  });
  // By class only: each further label multiplies the number of series by that of the bounds.
  const seconds = new Histogram({
    name: 'molar_http_seconds',
    help: 'Response times in seconds',
    labelNames: ['class'],
    buckets: BOUNDS,
    registers,
  });
  const gauges = createGauges(registers);
  return {
    contentType: registry.contentType,
    observe({ route, method, status, ms }) {
      const group = `${Math.floor(status / 100)}xx`;
      // A path of no route has a method that may be any typed word.
      requests.inc({ route, method: route === 'none' ? 'ANY' : method, class: group });
      seconds.observe({ class: group }, ms / 1000);
    },
    text(state, now) {
      setGauges(gauges, state, now);
      return registry.metrics();
    },
  };
}

/** Returns a log that also counts the requests it writes. */
export const counting = (log: Log, metrics: Metrics): Log => ({
  request(line) {
    metrics.observe(line);
    log.request(line);
  },
  failure: (line) => log.failure(line),
  note: (event, facts) => log.note(event, facts),
});
