// Puts the relay together: its key, its table, the two listeners, and the numbers for a monitor.

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { openIdentity } from '../platform/tunnel/identity.ts';
import type { Beat } from '../platform/tunnel/wire.ts';
import type { Log } from '../platform/http/log.ts';
import { createBoxes } from './boxes.ts';
import { followTable } from './box-table.ts';
import { createCounters, type RelayCounters } from './counters.ts';
import type { RelaySettings } from './parse-settings.ts';
import { createPhones, type PhonesOptions } from './phones.ts';

/** Time for running phones when the relay stops, ms. */
const LEAVE_MS = 10_000;

/** Returns the file of the table in the folder of a relay. */
export const tableIn = (data: string): string => path.join(data, 'boxes.json');

export interface Relay {
  /** Pin of the key that boxes must find. */
  pin: string;
  ports: { phones: number; boxes: number; monitor: number | undefined };
  counters: RelayCounters;
  counts(): { boxes: number; sessions: number; streams: number };
  /** Sends boxes away, lets running phones end for a while, and ends. */
  stop(leaveMs?: number): Promise<void>;
}
export interface RelayOptions extends Partial<
  Pick<PhonesOptions, 'helloMs' | 'answerMs' | 'idleMs'>
> {
  beat?: Beat;
  /** How often the table is looked at. */
  lookMs?: number;
}

/** Starts the relay. @throws Error if a port is taken or the table cannot be read */
export async function startRelay(
  settings: RelaySettings,
  log: Log,
  { beat, lookMs, ...limits }: RelayOptions = {},
): Promise<Relay> {
  const identity = await openIdentity(settings.data),
    counters = createCounters();
  const table = followTable(
    tableIn(settings.data),
    () => {
      boxes.recheck();
      log.note('relay.table', { boxes: table.size });
    },
    (error) => log.failure({ code: 'relay.table', error }),
    lookMs,
  );
  const boxes = createBoxes({ table, identity, counters, log, ...(beat && { beat }) }),
    phones = createPhones({ table, boxes, counters, ...limits });
  const monitor = createServer((request, response) => {
    if (request.url === '/livez') {
      response.setHeader('content-type', 'application/json').end('{"isAlive":true}');
    } else if (request.url === '/metrics') {
      counters.set({ ...boxes.counts(), known: table.size });
      counters.text().then(
        (text) => response.setHeader('content-type', counters.contentType).end(text),
        () => response.destroy(),
      );
    } else response.writeHead(404).end();
  });
  const ports = {
    boxes: await boxes.listen(settings.boxes.host, settings.boxes.port),
    phones: await phones.listen(settings.phones.host, settings.phones.port),
    monitor: await new Promise<number | undefined>((resolve, reject) => {
      if (settings.monitor === undefined) {
        resolve(undefined);
        return;
      }
      monitor.once('error', reject);
      monitor.listen(settings.monitor.port, settings.monitor.host, () => {
        resolve((monitor.address() as AddressInfo).port);
      });
    }),
  };
  return {
    pin: identity.pin,
    ports,
    counters,
    counts: () => boxes.counts(),
    async stop(leaveMs = LEAVE_MS) {
      table.close();
      phones.close();
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise((end) => (timer = setTimeout(end, leaveMs)));
      await Promise.race([boxes.leave(), late]);
      clearTimeout(timer);
      boxes.destroy();
      phones.destroy();
      monitor.close();
      monitor.closeAllConnections();
    },
  };
}
