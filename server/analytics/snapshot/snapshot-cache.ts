// Keeps each practice's image and brings it up to date: new deliveries are added, a withdrawn one means building anew, and so does a new day.

import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { TouchTracker, type Touched } from './touched-patients.ts';
import { buildSnapshot, materialise, mappingName, type Snapshot } from './snapshot.ts';
import { berlinDay } from './calendar.ts';
import { RawData } from './tables/raw-tables.ts';
import { FEW, type DataSource, type Presets } from './store.ts';
import { prepare } from './derived.ts';

export interface State {
  snapshot: Snapshot;
  presets: Presets;
  /** Ms since 1970 of the last delivery that counts; null without one. */
  stand: number | null;
  quelle: string;
  /** Names this state: two answers of one key are the same. */
  schluessel: string;
  /** Counts what was read into this image. */
  sequence: number;
  /** Whom the deliveries since such a count concern, by place. */
  touchedSince(sequence: number): Touched;
}
/** So many deliveries are remembered by whom they concern; whoever looks less often asks about everybody. */
const MAX_REMEMBERED = 50;
interface CacheEntry {
  rawRows: RawData;
  loaded: Set<number>;
  stand: State | undefined;
  presets: string;
  touched: Touched[];
  /** Count of questions when its image was built. */ builtAt: number;
}
function seit(all: readonly Touched[], sequence: number): Touched {
  const parts = all.slice(sequence),
    whole = new Set<number>();
  if (sequence > all.length || parts.length > MAX_REMEMBERED) return 'alle';
  for (const part of parts) {
    if (part === 'alle') return 'alle';
    for (const at of part) whole.add(at);
  }
  return whole;
}

export interface SnapshotCache {
  /** The practice's image as its closed deliveries make it now. */
  hole(cid: string, jetzt: number): Promise<State>;
  /** Whether an image is the last one that was built, without asking for deliveries. */
  isNewest(cid: string, snapshot: Snapshot): boolean;
  praxen(): Promise<string[]>;
  /** Does some work that reads images. Where all work is done so, columns that nobody reads any more are written over. */
  runWork<T>(work: () => Promise<T>): Promise<T>;
}

export function createSnapshotCache(quelle: DataSource): SnapshotCache {
  const kept = new Map<string, CacheEntry>(),
    busy = new Map<string, Promise<unknown>>(),
    running = new Set<number>();
  /** Counts pieces of work; 0: none is told of. */
  let tally = 0;

  async function refresh(cid: string, jetzt: number): Promise<State> {
    const [all, before] = await Promise.all([quelle.deliveries(cid), quelle.presets(cid)]),
      visible = all.filter((l) => l.isVisible),
      numbers = new Set(visible.map((l) => l.batch)),
      heute = berlinDay(jetzt);
    let own = kept.get(cid);
    if (own && [...own.loaded].some((batch) => !numbers.has(batch))) own = undefined;
    own ??= {
      rawRows: new RawData(),
      loaded: new Set(),
      stand: undefined,
      presets: '',
      touched: [],
      builtAt: 0,
    };
    const missing = new Set([...numbers].filter((batch) => !own.loaded.has(batch)));
    if (missing.size > 0) {
      // Until it is whole nothing of it is kept: what breaks off half-way is read again from the start.
      kept.delete(cid);
      if (own.stand && (tally === 0 || running.size > 1)) materialise(own.stand.snapshot);
      const isFirst = own.loaded.size === 0,
        touch = new TouchTracker(own.rawRows);
      for (const entity of PVS_ENTITIES) {
        for await (const rows of quelle.zeilen(
          cid,
          entity,
          missing,
          missing.size > FEW || own.loaded.size === 0,
        )) {
          for (const row of rows)
            if (isFirst) own.rawRows.take(row);
            else touch.take(row);
          // Other practices' questions are answered between the parts.
          await new Promise((done) => {
            setImmediate(done);
          });
        }
      }
      for (const batch of missing) own.loaded.add(batch);
      own.touched.push(isFirst ? 'alle' : touch.result());
      if (own.touched.length > MAX_REMEMBERED)
        own.touched[own.touched.length - MAX_REMEMBERED - 1] = 'alle';
    }
    // Reading rows takes a while, in which more may have been said.
    const presets = missing.size > 0 ? await quelle.presets(cid) : before,
      said = JSON.stringify([mappingName(presets), presets.ziele, presets.hvm, presets.letters]);
    if (missing.size > 0 || own.stand?.snapshot.heute !== heute || own.presets !== said) {
      const last = visible.reduce((max, l) => Math.max(max, l.closedAt), 0);
      // Whoever began after the last image was built reads none before it.
      const of = own,
        isFree = tally > 0 && [...running].every((began) => began > of.builtAt);
      own.builtAt = tally;
      const snapshot = buildSnapshot(own.rawRows, heute, presets, isFree);
      await prepare(snapshot);
      own.presets = said;
      own.stand = {
        snapshot,
        presets,
        stand: visible.length === 0 ? null : last,
        quelle: [...new Set(visible.map((l) => l.source))].sort().join(', '),
        schluessel: `${heute} ${visible.length} ${last} ${said.length}`,
        sequence: own.touched.length,
        touchedSince: (sequence) => seit(of.touched, sequence),
      };
    }
    kept.set(cid, own);
    return own.stand;
  }
  return {
    async hole(cid, jetzt) {
      // One after another for each practice: two at once would read the same rows twice.
      const before = busy.get(cid) ?? Promise.resolve(),
        mine = before.then(
          () => refresh(cid, jetzt),
          () => refresh(cid, jetzt),
        );
      busy.set(
        cid,
        mine.catch(() => undefined),
      );
      return mine;
    },
    isNewest: (cid, snapshot) => kept.get(cid)?.stand?.snapshot === snapshot,
    praxen: () => quelle.praxen(),
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
