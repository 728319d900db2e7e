/** Prints the browser results: tables of drain, single submissions and sizes, and their targets. */
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { bundlePage } from '../kit/child.ts';
import { median, quantile, show, spread } from '../kit/numbers.ts';
import { printTable, type Target } from '../kit/report.ts';
import { BROWSER, FLOOR, type BrowserResult, type BrowserSize } from './browser.ts';

/** Minified and gzipped, kB; each peer with the parts that its bench page needs. */
async function sizes(): Promise<Record<keyof typeof BROWSER, number>> {
  const of = async (name: string): Promise<number> =>
    gzipSync(await bundlePage(join('bench/sync', `${name}.page.ts`)), { level: 9 }).length / 1000;
  return { molar: await of('core'), rxdb: await of('rxdb'), pouch: await of('pouch') };
}

export async function browserTable(
  results: ReadonlyMap<string, BrowserResult[]>,
  size: BrowserSize,
): Promise<Target[]> {
  const gzip = await sizes();
  const of = (who: keyof typeof BROWSER): BrowserResult[] => results.get(BROWSER[who]) ?? [];
  const drain = (who: keyof typeof BROWSER): number => median(of(who).map((r) => r.drainMs));
  printTable(
    `Chromium: ${size.docs} documents of 30 kB written one by one without a network, then drained`,
    ['', 'drain ms', 'write p50 ms', 'p99', 'gzip kB'],
    (['molar', 'rxdb', 'pouch'] as const).map((who) => {
      const writes = of(who).flatMap((r) => r.writeMs);
      return [
        BROWSER[who],
        spread(of(who).map((r) => r.drainMs)),
        show(median(writes)),
        show(quantile(writes, 0.99)),
        show(gzip[who]),
      ];
    }),
    [
      `Ours: ${(['read', 'request', 'note'] as const).map((part) => `${part} ${show(median(of('molar').map((r) => r.parts?.[part] ?? 0)))}`).join(', ')} ms (reading the outbox, waiting for the server, noting its answer).`,
      "From the network's return to the last acknowledgement, noted on the tablet too. gzip: our whole sync core, the peers with their storage and replication.",
    ],
  );
  const singles = of('molar').flatMap((r) => r.singles.slice(size.warm)),
    bare = (results.get(FLOOR) ?? []).flatMap((r) => r.singles.slice(size.warm));
  const row = (name: string, values: number[]): string[] => [
    name,
    show(median(values)),
    show(quantile(values, 0.99)),
    String(values.length),
  ];
  printTable(
    `One finalize() in Chromium, idle server, ms, after ${size.warm} others`,
    ['', 'p50', 'p99', 'samples'],
    [
      row(
        'sealed and written (strict)',
        singles.map((s) => s.writtenMs),
      ),
      row(
        'acknowledged',
        singles.map((s) => s.acknowledgedMs),
      ),
      row(
        'acknowledgement written (strict)',
        singles.map((s) => s.storedMs),
      ),
      row(
        'a bare page: written (strict)',
        bare.map((s) => s.writtenMs),
      ),
      row(
        'a bare page: answered',
        bare.map((s) => s.acknowledgedMs),
      ),
    ],
  );
  return [
    {
      name: 'finalize to acknowledged: p50',
      value: median(singles.map((s) => s.acknowledgedMs)),
      target: 10,
      bound: 'most',
      unit: 'ms',
      floor: median(bare.map((s) => s.acknowledgedMs)),
    },
    {
      name: "drain of 200 in Chromium: share of RxDB's time",
      value: drain('molar') / drain('rxdb'),
      target: 1,
      bound: 'most',
    },
    {
      name: "drain of 200 in Chromium: share of PouchDB's time",
      value: drain('molar') / drain('pouch'),
      target: 1,
      bound: 'most',
    },
  ];
}
