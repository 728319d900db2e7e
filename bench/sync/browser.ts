/**
 * One tablet in real Chromium: two hundred documents written offline, then drained; and single
 * submissions to an idle server.
 */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePage, startChild } from '../kit/child.ts';
import { Desk } from '../kit/desk.ts';
import type { Candidate } from '../kit/rounds.ts';
import { freshFolder, startMolar } from '../kit/server.ts';
import { openTab, type Tab } from './chromium.ts';
import { hashOfDigests } from './contents.ts';
import type { Digest, DrainParts, Finalized, PageOrder } from './page.ts';
import type { Found } from './verify.child.ts';

export interface BrowserPrograms {
  rxdbServer: string;
  pouchServer: string;
  verify: string;
}
/** `warm` single submissions precede the measured ones: the server has just started. */
export interface BrowserSize {
  docs: number;
  singles: number;
  warm: number;
  port: number;
}
export interface BrowserResult {
  writeMs: number[];
  drainMs: number;
  parts?: DrainParts;
  singles: Finalized[];
}
interface Served {
  url: string;
  order: PageOrder;
  kill(): Promise<void>;
}

/** Documents per request: the fastest for each peer; our sender decides itself. */
const RXDB_BATCH = 100,
  POUCH_BATCH = 100;
export const BROWSER = {
  molar: 'Molar (sealed, strict)',
  rxdb: 'RxDB (Dexie storage, plain, relaxed)',
  pouch: 'PouchDB (idb, plain, relaxed)',
} as const;
type Who = keyof typeof BROWSER;
/** Baseline of one submission on this machine without our work. */
export const FLOOR = 'bare page: one strict write, one fetch, one flushed commit';

async function serveMolar(folder: string, port: number, seed: number): Promise<Served> {
  const server = await startMolar(folder, port);
  const desk = await Desk.open(server);
  const { tabletId, cid, authToken, epoch, config } = await desk.register('Tablet 1');
  return {
    url: `${server.url}/livez`,
    order: {
      seed,
      batch: 0,
      tablet: {
        tabletId,
        cid,
        r4cUuid: desk.place.r4cUuid,
        authToken,
        epoch,
        serverKey: config.serverKey,
      },
    },
    kill: () => server.kill(),
  };
}
const servePeer =
  (file: string, batch: number) =>
  async (folder: string, port: number, seed: number): Promise<Served> => {
    const server = startChild(file, [folder, String(port)]);
    await server.ask({ do: 'ready' });
    return { url: `http://127.0.0.1:${port}/`, order: { seed, batch }, kill: () => server.kill() };
  };

/** A fresh profile on the measured disk. */
async function onPage<T>(
  profile: string,
  script: string,
  served: Served,
  work: (tab: Tab) => Promise<T>,
): Promise<T> {
  const tab = await openTab(profile, served.url);
  try {
    await tab.load(script);
    await tab.run(async (order: PageOrder) => {
      globalThis.benchPage = await globalThis.openBench(order);
    }, served.order);
    return await work(tab);
  } finally {
    await tab.close();
  }
}

async function measure(
  who: Who,
  programs: BrowserPrograms,
  size: BrowserSize,
  script: string,
  round: number,
  serve: (folder: string, port: number, seed: number) => Promise<Served>,
): Promise<BrowserResult> {
  const folder = freshFolder('browser'),
    profile = freshFolder('profile');
  const served = await serve(folder, size.port, 1 + round * 10_000);
  try {
    const { result, digests } = await onPage(profile, script, served, async (tab) => {
      const singles =
        who === 'molar'
          ? await tab.run(
              (count: number) => globalThis.benchPage.singles?.(count) ?? [],
              size.warm + size.singles,
            )
          : [];
      await tab.setOffline(true);
      const writeMs = await tab.run(
        (count: number) => globalThis.benchPage.write(count),
        size.docs,
      );
      await tab.setOffline(false);
      const { ms: drainMs, parts } = await tab.run(() => globalThis.benchPage.drain());
      return {
        result: { writeMs, drainMs, singles, ...(parts && { parts }) },
        digests: await tab.run((): Promise<Digest[]> => globalThis.benchPage.digests()),
      };
    });
    await served.kill();
    const reader = startChild(programs.verify);
    let found: Found;
    try {
      found = await reader.ask<Found>({ what: who, folder });
    } finally {
      await reader.kill();
    }
    const count = size.docs + result.singles.length;
    if (digests.length !== count || found.count !== count || found.hash !== hashOfDigests(digests))
      throw new Error(`${who}: ${found.count} of ${count} documents found, or with other contents`);
    return result;
  } finally {
    await served.kill();
    for (const one of [folder, profile])
      rmSync(one, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measureFloor(
  size: BrowserSize,
  script: string,
  round: number,
  serve: (folder: string, port: number, seed: number) => Promise<Served>,
): Promise<BrowserResult> {
  const folder = freshFolder('browser'),
    profile = freshFolder('profile'),
    served = await serve(folder, size.port, 1 + round);
  try {
    const singles = await onPage(profile, script, served, (tab) =>
      tab.run(
        (count: number) => globalThis.benchPage.singles?.(count) ?? [],
        size.warm + size.singles,
      ),
    );
    return { writeMs: [], drainMs: 0, singles };
  } finally {
    await served.kill();
    for (const one of [folder, profile])
      rmSync(one, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Bundles the pages once; each run has its own server and browser. */
export async function browserCandidates(
  programs: BrowserPrograms,
  size: BrowserSize,
): Promise<Candidate<BrowserResult>[]> {
  const page = (who: Who): Promise<string> => bundlePage(join('bench/sync', `${who}.page.ts`));
  const scripts: Record<Who, string> = {
    molar: await page('molar'),
    rxdb: await page('rxdb'),
    pouch: await page('pouch'),
  };
  const serve = {
    molar: serveMolar,
    rxdb: servePeer(programs.rxdbServer, RXDB_BATCH),
    pouch: servePeer(programs.pouchServer, POUCH_BATCH),
  };
  const bare = await bundlePage(join('bench/sync', 'bare.page.ts'));
  return [
    ...(['molar', 'rxdb', 'pouch'] as const).map((who): Candidate<BrowserResult> => ({
      name: BROWSER[who],
      run: (round) => measure(who, programs, size, scripts[who], round, serve[who]),
    })),
    { name: FLOOR, run: (round) => measureFloor(size, bare, round, serve.rxdb) },
  ];
}
