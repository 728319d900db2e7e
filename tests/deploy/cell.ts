/** Three built servers on one PostgreSQL database behind HAProxy, with tablets and staff at work. */
import 'fake-indexeddb/auto';
import { Desk } from '../chaos/desk.ts';
import { dice, pause, until } from '../chaos/dice.ts';
import { keepBusy } from '../chaos/kill.ts';
import { ServerLife } from '../chaos/process.ts';
import { ChaosTablet, registerTablet } from '../chaos/tablet.ts';
import { Witness } from '../chaos/witness.ts';
import { servingUrl, type FreshDatabase } from '../support/postgres.ts';
import { freePort } from '../support/server.ts';
import { startBalancer, type Balancer } from './haproxy.ts';

/** The example's ten seconds would only make the test slower. */
const DRAIN_SECONDS = 5;
const SIZE = 3,
  START_MS = 240_000;

export interface Cell {
  balancer: Balancer & { certificate: string };
  ports: { https: number; plain: number; redirect: number };
  desk: Desk;
  servers: readonly ServerLife[];
  /** Ends a process in order and waits until the balancer has noticed. @returns its exit code */
  leave(at: number): Promise<number | null>;
  /** Starts a process of a build in a free place and waits until it gets requests. */
  join(at: number, dist: string): Promise<void>;
  stop(): Promise<void>;
}

/** Starts the balancer and one process after another; the first one makes the practice. */
export async function startCell(
  database: FreshDatabase,
  data: string,
  dist: string,
): Promise<Cell> {
  const ports = { https: await freePort(), plain: await freePort(), redirect: await freePort() },
    own: number[] = [];
  // A process takes the next port for its dispatcher.
  while (own.length < SIZE) own.push(await freePort());
  const balancer = await startBalancer(ports, own);
  try {
    return await fillCell({ balancer, ports }, own, database, data, dist);
  } catch (error) {
    await balancer.stop();
    throw error;
  }
}

/** @param own port of each process */
async function fillCell(
  { balancer, ports }: Pick<Cell, 'balancer' | 'ports'>,
  own: readonly number[],
  database: FreshDatabase,
  data: string,
  dist: string,
): Promise<Cell> {
  const url = `http://localhost:${ports.plain}`,
    servers: ServerLife[] = [];
  const join = async (at: number, from: string): Promise<void> => {
    const before = balancer.seen(at + 1, 'UP');
    const life = new ServerLife({
      dist: from,
      data,
      port: own[at]!,
      env: {
        DATABASE_URL: servingUrl(database.url),
        MOLAR_DATABASE_OWNER_URL: database.url,
        MOLAR_SHARED_DATA: 'yes',
        MOLAR_PUBLIC_URL: url,
        MOLAR_DRAIN_SECONDS: String(DRAIN_SECONDS),
      },
    });
    if (!(await life.up(START_MS))) {
      await life.kill();
      throw new Error(`Server ${at + 1} did not start:\n${life.output}`);
    }
    servers[at] = life;
    if (!(await balancer.sees(at + 1, 'UP', before)))
      throw new Error(`HAProxy sees no server ${at + 1}:\n${balancer.output()}`);
  };
  const leave = async (at: number): Promise<number | null> => {
    const before = balancer.seen(at + 1, 'DOWN'),
      server = servers[at]!;
    server.signal('SIGTERM');
    const { code } = await server.ended;
    return (await balancer.sees(at + 1, 'DOWN', before)) ? code : null;
  };
  // The example expects all processes; the check marks the absent ones first.
  for (let at = 0; at < SIZE; at++) await balancer.sees(at + 1, 'DOWN', 0);
  await join(0, dist);
  const desk = new Desk(url);
  await desk.makePractice(servers[0]!.output);
  for (let at = 1; at < SIZE; at++) await join(at, dist);
  return {
    balancer,
    ports,
    desk,
    servers,
    leave,
    join,
    async stop() {
      await Promise.all(
        servers.map((one) => (one.end === undefined ? one.kill() : Promise.resolve())),
      );
      await balancer.stop();
    },
  };
}

export interface Traffic {
  witness: Witness;
  /** Statuses of answers to staff that were no success. */
  refused: readonly string[];
  /** Streams of the board that were opened: one, and one more for each that ended. */
  streams: { opened: number };
  /** Sends a Mappe and takes it back; true once the board has heard of both. */
  hears(): Promise<boolean>;
  /** Calls of staff that succeeded. */
  calls(): number;
  /** Ends the work; what tablets hold is sent. @returns whether everything arrived */
  settle(): Promise<boolean>;
}

/** Tablets that push, staff that read, change and listen. All of it goes through the balancer. */
export async function startTraffic({ desk }: Pick<Cell, 'desk'>, seed: number): Promise<Traffic> {
  const d = dice(seed),
    witness = new Witness(),
    tablets: ChaosTablet[] = [];
  for (const at of [1, 2]) {
    const who = await registerTablet(desk, `Tablet ${seed}-${at}`);
    await desk.send(await desk.addPatient('Anna', `Weber-${seed}-${at}`), who.device, 3);
    tablets.push(new ChaosTablet(who, desk.url, witness, d.between(0, 2 ** 31)));
  }
  // It lies switched off: what it gets can be taken back.
  const { device } = await registerTablet(desk, `Tablet ${seed}-3`),
    patient = await desk.addPatient('Berta', `Weber-${seed}`);
  for (const tablet of tablets) tablet.start();
  const load = keepBusy(tablets, d),
    refused: string[] = [],
    streams = { opened: 0 },
    end = new AbortController();
  let calls = 0,
    heard = 0;
  const work = async (): Promise<void> => {
    while (!end.signal.aborted) {
      await desk
        .board()
        .then(() => calls++)
        .catch((error: unknown) => refused.push(String(error)));
      await pause(d.between(20, 120));
    }
  };
  const listen = async (): Promise<void> => {
    while (!end.signal.aborted) {
      const answer = await desk.raw(`/r4c/${desk.r4cUuid}/tablet/live`, undefined, [], end.signal);
      if (answer.status !== 200) refused.push(`live: ${answer.status}`);
      streams.opened++;
      for await (const part of answer.body!)
        if (Buffer.from(part).includes('event: changed')) heard++;
    }
  };
  const all = [
    work(),
    listen().catch((error: unknown) => {
      if (!end.signal.aborted) refused.push(`live: ${String(error)}`);
    }),
  ];
  return {
    witness,
    refused,
    streams,
    calls: () => calls,
    async hears() {
      const hearsOf = async <T>(change: Promise<T>): Promise<T | undefined> => {
        const before = heard,
          changed = await change;
        return (await until(() => heard > before, 60_000)) ? changed : undefined;
      };
      const mappeId = await hearsOf(desk.send(patient, device, 1));
      if (mappeId === undefined) return false;
      const done = desk.call(`/tablet/mappen/${mappeId}/withdraw`, {}).then(() => true);
      return (await hearsOf(done)) ?? false;
    },
    async settle() {
      await load.stop();
      const isDrained = await Promise.all(tablets.map((tablet) => tablet.drained()));
      end.abort();
      await Promise.all(all);
      await Promise.all(tablets.map((tablet) => tablet.stop()));
      return isDrained.every(Boolean);
    },
  };
}
