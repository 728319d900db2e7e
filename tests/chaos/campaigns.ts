/** Campaigns of `npm run chaos` and their default number of runs. */
import { buildServer, EARLY, NORMAL, type Plant } from './build.ts';
import { expectThat, newTally, type Lab, type Tally } from './lab.ts';
import { browserRuns, whyNoBrowser } from './browser.ts';
import { clockJumps, whyNoClock } from './clock.ts';
import { whyNoDisks } from './disk.ts';
import { failedSync, fileLimit, readOnlyDisk, smallDisk } from './full.ts';
import { killLane } from './kill.ts';
import { networkLane } from './network.ts';
import { powerLane } from './power.ts';
import { emptied, restored } from './replaced.ts';
import { rot } from './rot.ts';
import { rotated } from './rotate.ts';
import { whyNoTrace } from './strace.ts';
import { syscallLane } from './syscalls.ts';

interface Order {
  lab: Lab;
  count: number;
  seed: number;
  lanes: number;
  tally: Tally;
}
export interface Campaign {
  name: string;
  count: number;
  /** Unit of the count, such as runs. */
  what: string;
  run(order: Order): Promise<void>;
  /** Reason why it cannot run here. */
  missing?: () => string | undefined;
}

/** Distributes the runs over parallel lanes, each with its own data and port. */
async function inLanes(
  { count, seed, lanes, tally }: Order,
  run: (count: number, seed: number, lane: number, tally: Tally) => Promise<void>,
): Promise<void> {
  await Promise.all(
    Array.from({ length: lanes }, async (_, lane) => {
      const share = Math.floor(count / lanes) + (lane < count % lanes ? 1 : 0);
      if (share > 0) await run(share, seed + lane, lane, tally);
    }),
  );
}

/** Runs sequentially, each with its own seed. */
async function each({ count, seed }: Order, run: (seed: number) => Promise<void>): Promise<void> {
  for (let at = 0; at < count; at++) await run(seed + at);
}

/** Tests the campaigns: each must catch a server with its planted bug. */
async function catches(
  { lab, seed, tally }: Order,
  name: string,
  plant: Plant,
  run: (dist: string, caught: Tally) => Promise<void>,
): Promise<void> {
  const caught = newTally();
  await run(await buildServer(name, plant), caught);
  tally.runs += 1;
  lab.say(`planted ${name}: ${caught.lost} lost in ${caught.runs} runs`);
  expectThat(tally, caught.lost > 0, `seed ${seed}: the planted fault ${name} loses something`);
}
async function planted(order: Order): Promise<void> {
  const { lab, seed } = order;
  await catches(order, 'early-acknowledgement', EARLY, (dist, caught) =>
    killLane(lab, 25, seed, 0, caught, { dist }),
  );
  await catches(order, 'unchecked-commit', EARLY, (dist, caught) =>
    syscallLane(lab, 25, seed, 0, caught, dist),
  );
  if (whyNoDisks() === undefined)
    await catches(order, 'synchronous-normal', NORMAL, (dist, caught) =>
      powerLane(lab, 10, seed, 0, caught, dist),
    );
}

export const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'kill',
    count: 1000,
    what: 'kills of the server',
    run: (order) =>
      inLanes(order, (count, seed, lane, tally) =>
        killLane(order.lab, count, seed, lane, tally, { isTraced: whyNoTrace() === undefined }),
      ),
  },
  {
    name: 'calls',
    count: 300,
    what: 'failed system calls',
    missing: whyNoTrace,
    run: (order) =>
      inLanes(order, (count, seed, lane, tally) =>
        syscallLane(order.lab, count, seed, lane, tally),
      ),
  },
  {
    name: 'power',
    count: 300,
    what: 'power cuts',
    missing: whyNoDisks,
    run: (order) =>
      inLanes(order, (count, seed, lane, tally) => powerLane(order.lab, count, seed, lane, tally)),
  },
  {
    name: 'sync',
    count: 10,
    what: 'commits that cannot be synced',
    missing: whyNoTrace,
    run: (order) => each(order, (seed) => failedSync(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'network',
    count: 60,
    what: 'spells of bad network',
    run: (order) =>
      inLanes(order, (count, seed, lane, tally) =>
        networkLane(order.lab, count, seed, lane, tally),
      ),
  },
  {
    name: 'limit',
    count: 10,
    what: 'logs without room',
    run: (order) => each(order, (seed) => fileLimit(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'full',
    count: 20,
    what: 'full disks',
    missing: whyNoDisks,
    run: (order) => each(order, (seed) => smallDisk(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'readonly',
    count: 10,
    what: 'disks turned read-only',
    missing: whyNoDisks,
    run: (order) => each(order, (seed) => readOnlyDisk(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'clock',
    count: 20,
    what: 'runs with jumping clocks',
    missing: whyNoClock,
    run: (order) => each(order, (seed) => clockJumps(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'rot',
    count: 80,
    what: 'flipped bytes',
    run: ({ lab, count, seed, tally }) => rot(lab, count, seed, tally),
  },
  {
    name: 'rotate',
    count: 20,
    what: 'new root keys under load',
    run: (order) => each(order, (seed) => rotated(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'restore',
    count: 20,
    what: 'databases brought back from backup',
    run: (order) => each(order, (seed) => restored(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'empty',
    count: 10,
    what: 'empty databases behind the same address',
    run: (order) => each(order, (seed) => emptied(order.lab, seed, 0, order.tally)),
  },
  {
    name: 'browser',
    count: 40,
    what: 'faults of real tablets',
    missing: whyNoBrowser,
    run: ({ lab, count, seed, tally }) => browserRuns(lab, count, seed, tally),
  },
  {
    name: 'planted',
    count: 3,
    what: 'planted faults that must be caught',
    missing: whyNoTrace,
    run: planted,
  },
];
