// Caches each practice's image and keeps it current: new deliveries are added; a withdrawn delivery
// or a new day triggers a rebuild.

import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { TouchTracker, type Touched } from './touched-patients.ts';
import { buildSnapshot, materialise } from './build/build-snapshot.ts';
import { mappingName } from './build/group-mapping.ts';
import { berlinDay } from './calendar.ts';
import { RawData } from './tables/raw-tables.ts';
import { FEW, type DataSource } from './store.ts';
import { prepare } from './derived.ts';
import type { State, SnapshotCache } from './state.ts';
import { letOthersRun } from '../../platform/let-others-run.ts';

/**
 * Number of deliveries whose affected patients are remembered; a caller that is further behind gets
 * all patients.
 */
const MAX_REMEMBERED = 50;
interface CacheEntry {
  rawRows: RawData;
  loaded: Set<number>;
  state: State | undefined;
  presets: string;
  touched: Touched[];
  /** Number of questions when its image was built. */
  builtAt: number;
}
function touchedAfter(all: readonly Touched[], sequence: number): Touched {
  const parts = all.slice(sequence),
    whole = new Set<number>();
  if (sequence > all.length || parts.length > MAX_REMEMBERED) return 'all';
  for (const part of parts) {
    if (part === 'all') return 'all';
    for (const at of part) whole.add(at);
  }
  return whole;
}

const emptyEntry = (): CacheEntry => ({
  rawRows: new RawData(),
  loaded: new Set(),
  state: undefined,
  presets: '',
  touched: [],
  builtAt: 0,
});
/** Adds the rows of deliveries to an entry, and remembers the patients they affect. */
async function readDeliveries(
  source: DataSource,
  cid: string,
  own: CacheEntry,
  missing: ReadonlySet<number>,
): Promise<void> {
  const isFirst = own.loaded.size === 0;
  const touch = new TouchTracker(own.rawRows);
  for (const entity of PVS_ENTITIES) {
    for await (const rows of source.rows(cid, entity, missing, missing.size > FEW || isFirst)) {
      for (const row of rows)
        if (isFirst) own.rawRows.take(row);
        else touch.take(row);
      // Other practices' questions are answered between the chunks.
      await letOthersRun();
    }
  }
  for (const batch of missing) own.loaded.add(batch);
  own.touched.push(isFirst ? 'all' : touch.result());
  if (own.touched.length > MAX_REMEMBERED)
    own.touched[own.touched.length - MAX_REMEMBERED - 1] = 'all';
}

/** Creates the cache of all practices' images over the delivered rows. */
export function createSnapshotCache(source: DataSource): SnapshotCache {
  const kept = new Map<string, CacheEntry>(),
    busy = new Map<string, Promise<unknown>>(),
    running = new Set<number>();
  /** Sequence number of the work; 0: not tracked. */
  let tally = 0;

  async function refresh(cid: string, now: number): Promise<State> {
    const [all, before] = await Promise.all([source.deliveries(cid), source.presets(cid)]),
      visible = all.filter((l) => l.isVisible),
      numbers = new Set(visible.map((l) => l.batch)),
      today = berlinDay(now);
    let own = kept.get(cid);
    if (own && [...own.loaded].some((batch) => !numbers.has(batch))) own = undefined;
    own ??= emptyEntry();
    const missing = new Set([...numbers].filter((batch) => !own.loaded.has(batch)));
    if (missing.size > 0) {
      // Until it is complete nothing is kept: an aborted read starts over.
      kept.delete(cid);
      if (own.state && (tally === 0 || running.size > 1)) materialise(own.state.snapshot);
      await readDeliveries(source, cid, own, missing);
    }
    // Reading rows takes a while, in which more deliveries may have been closed.
    const presets = missing.size > 0 ? await source.presets(cid) : before,
      said = JSON.stringify([
        mappingName(presets),
        presets.targets,
        presets.hvm,
        presets.letters,
        presets.costs,
      ]);
    if (missing.size > 0 || own.state?.snapshot.today !== today || own.presets !== said) {
      const last = visible.reduce((max, l) => Math.max(max, l.closedAt), 0);
      // Work that began after the last image was built reads no earlier one.
      const of = own,
        isFree = tally > 0 && [...running].every((began) => began > of.builtAt);
      own.builtAt = tally;
      const snapshot = buildSnapshot(own.rawRows, today, presets, isFree);
      await prepare(snapshot);
      own.presets = said;
      own.state = {
        snapshot,
        presets,
        asOf: visible.length === 0 ? null : last,
        sources: [...new Set(visible.map((l) => l.source))].sort().join(', '),
        key: `${today} ${visible.length} ${last} ${said.length}`,
        sequence: own.touched.length,
        touchedSince: (sequence) => touchedAfter(of.touched, sequence),
      };
    }
    kept.set(cid, own);
    return own.state;
  }
  return {
    async load(cid, now) {
      // Serialized per practice: two concurrent runs would read the same rows twice.
      const before = busy.get(cid) ?? Promise.resolve(),
        mine = before.then(
          () => refresh(cid, now),
          () => refresh(cid, now),
        );
      busy.set(
        cid,
        mine.catch(() => undefined),
      );
      return mine;
    },
    isNewest: (cid, snapshot) => kept.get(cid)?.state?.snapshot === snapshot,
    practices: () => source.practices(),
    async runWork(work) {
      const mine = (tally += 1);
      running.add(mine);
      try {
        return await work();
      } finally {
        running.delete(mine);
      }
    },
  };
}
