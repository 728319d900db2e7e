// Numbers of the relay for a monitor: no name of a practice and no address.

import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';

/** Ends of connections of phones. */
const ENDS = [
  'carried',
  'hello_wrong',
  'hello_late',
  'hello_crowd',
  'unknown',
  'offline',
  'box_full',
  'client_full',
  'too_fast',
  'box_silent',
  'gone',
] as const;
export type End = (typeof ENDS)[number];

export interface RelayCounters {
  end(end: End): void;
  bytes(direction: 'to_box' | 'to_phone', count: number): void;
  refusedBox(): void;
  /** Sets what is now. */
  set(now: { boxes: number; known: number; sessions: number; streams: number }): void;
  value(end: End): number;
  text(): Promise<string>;
  readonly contentType: string;
}

/** Creates the counters of one process. */
export function createCounters(): RelayCounters {
  const registry = new Registry(),
    registers = [registry],
    values = new Map<End, number>();
  collectDefaultMetrics({ register: registry });
  const gauge = (name: string, help: string): Gauge =>
    new Gauge({ name: `molar_relay_${name}`, help, registers });
  const ends = new Counter({
      name: 'molar_relay_connections_total',
      help: 'Connections of phones by their end',
      labelNames: ['end'],
      registers,
    }),
    bytes = new Counter({
      name: 'molar_relay_bytes_total',
      help: 'Bytes that were carried',
      labelNames: ['direction'],
      registers,
    }),
    refused = new Counter({
      name: 'molar_relay_boxes_refused_total',
      help: 'Connections of boxes with a name or key that is not in the table',
      registers,
    }),
    now = {
      boxes: gauge('boxes_connected', 'Boxes with a connection'),
      known: gauge('boxes_known', 'Boxes in the table'),
      sessions: gauge('sessions', 'Connections of boxes, with those that end'),
      streams: gauge('streams', 'Phones that are connected to a box'),
    };
  for (const end of ENDS) ends.inc({ end }, 0);
  return {
    contentType: registry.contentType,
    end(end) {
      values.set(end, (values.get(end) ?? 0) + 1);
      ends.inc({ end });
    },
    bytes: (direction, count) => bytes.inc({ direction }, count),
    refusedBox: () => refused.inc(),
    set(found) {
      for (const [name, one] of Object.entries(now)) one.set(found[name as keyof typeof now]);
    },
    value: (end) => values.get(end) ?? 0,
    text: () => registry.metrics(),
  };
}
