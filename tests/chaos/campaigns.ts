/** The campaigns of `npm run chaos` and how many runs each makes when nobody says otherwise. */
import type { Lab, Tally } from './lab.ts';
import { killLane } from './kill.ts';

export interface Order { lab: Lab; count: number; seed: number; lanes: number; tally: Tally }
export interface Campaign { name: string; count: number; /** What is counted. */ what: string; run(order: Order): Promise<void> }

/** Splits the runs over lanes that work at the same time, each on its own data and port. */
async function inLanes({ count, seed, lanes, tally }: Order, run: (count: number, seed: number, lane: number, tally: Tally) => Promise<void>): Promise<void> {
  await Promise.all(Array.from({ length: lanes }, async (_, lane) => {
    const share = Math.floor(count / lanes) + (lane < count % lanes ? 1 : 0);
    if (share > 0) await run(share, seed + lane, lane, tally);
  }));
}

export const CAMPAIGNS: readonly Campaign[] = [
  { name: 'kill', count: 1000, what: 'kills of the server', run: (order) => inLanes(order, (count, seed, lane, tally) => killLane(order.lab, count, seed, lane, tally)) },
];
