// Keeps each practice's image and brings it up to date: new deliveries are added, a withdrawn one means building anew, and so does a new day.

import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { Beruehrung, type Beruehrt } from './touched-patients.ts';
import { baueBild, fasse, zuordnungName, type Bild } from './snapshot.ts';
import { berlinTag } from './calendar.ts';
import { Rohdaten } from './tables/raw-tables.ts';
import { WENIGE, type Quelle, type Vorgaben } from './store.ts';
import { bereite } from './derived.ts';

export interface Stand {
  bild: Bild;
  vorgaben: Vorgaben;
  /** Ms since 1970 of the last delivery that counts; null without one. */
  stand: number | null;
  quelle: string;
  /** Names this state: two answers of one key are the same. */
  schluessel: string;
  /** Counts what was read into this image. */
  folge: number;
  /** Whom the deliveries since such a count concern, by place. */
  beruehrtSeit(folge: number): Beruehrt;
}
/** So many deliveries are remembered by whom they concern; whoever looks less often asks about everybody. */
const GEMERKT = 50;
interface Gehalten {
  roh: Rohdaten;
  geladen: Set<number>;
  stand: Stand | undefined;
  vorgaben: string;
  beruehrt: Beruehrt[];
  /** Count of questions when its image was built. */ gebaut: number;
}
function seit(all: readonly Beruehrt[], folge: number): Beruehrt {
  const parts = all.slice(folge),
    whole = new Set<number>();
  if (folge > all.length || parts.length > GEMERKT) return 'alle';
  for (const part of parts) {
    if (part === 'alle') return 'alle';
    for (const at of part) whole.add(at);
  }
  return whole;
}

export interface Halter {
  /** The practice's image as its closed deliveries make it now. */
  hole(cid: string, jetzt: number): Promise<Stand>;
  /** Whether an image is the last one that was built, without asking for deliveries. */
  istNeuestes(cid: string, bild: Bild): boolean;
  praxen(): Promise<string[]>;
  /** Does some work that reads images. Where all work is done so, columns that nobody reads any more are written over. */
  waehrend<T>(work: () => Promise<T>): Promise<T>;
}

export function createHalter(quelle: Quelle): Halter {
  const kept = new Map<string, Gehalten>(),
    busy = new Map<string, Promise<unknown>>(),
    laufend = new Set<number>();
  /** Counts pieces of work; 0: none is told of. */
  let gezaehlt = 0;

  async function bring(cid: string, jetzt: number): Promise<Stand> {
    const [all, before] = await Promise.all([quelle.lieferungen(cid), quelle.vorgaben(cid)]),
      visible = all.filter((l) => l.isVisible),
      numbers = new Set(visible.map((l) => l.batch)),
      heute = berlinTag(jetzt);
    let own = kept.get(cid);
    if (own && [...own.geladen].some((batch) => !numbers.has(batch))) own = undefined;
    own ??= {
      roh: new Rohdaten(),
      geladen: new Set(),
      stand: undefined,
      vorgaben: '',
      beruehrt: [],
      gebaut: 0,
    };
    const missing = new Set([...numbers].filter((batch) => !own.geladen.has(batch)));
    if (missing.size > 0) {
      // Until it is whole nothing of it is kept: what breaks off half-way is read again from the start.
      kept.delete(cid);
      if (own.stand && (gezaehlt === 0 || laufend.size > 1)) fasse(own.stand.bild);
      const isFirst = own.geladen.size === 0,
        touch = new Beruehrung(own.roh);
      for (const entity of PVS_ENTITIES) {
        for await (const rows of quelle.zeilen(
          cid,
          entity,
          missing,
          missing.size > WENIGE || own.geladen.size === 0,
        )) {
          for (const row of rows)
            if (isFirst) own.roh.nimm(row);
            else touch.nimm(row);
          // Other practices' questions are answered between the parts.
          await new Promise((done) => {
            setImmediate(done);
          });
        }
      }
      for (const batch of missing) own.geladen.add(batch);
      own.beruehrt.push(isFirst ? 'alle' : touch.ergebnis());
      if (own.beruehrt.length > GEMERKT) own.beruehrt[own.beruehrt.length - GEMERKT - 1] = 'alle';
    }
    // Reading rows takes a while, in which more may have been said.
    const vorgaben = missing.size > 0 ? await quelle.vorgaben(cid) : before,
      said = JSON.stringify([
        zuordnungName(vorgaben),
        vorgaben.ziele,
        vorgaben.hvm,
        vorgaben.briefe,
      ]);
    if (missing.size > 0 || own.stand?.bild.heute !== heute || own.vorgaben !== said) {
      const last = visible.reduce((max, l) => Math.max(max, l.closedAt), 0);
      // Whoever began after the last image was built reads none before it.
      const of = own,
        isFree = gezaehlt > 0 && [...laufend].every((began) => began > of.gebaut);
      own.gebaut = gezaehlt;
      const bild = baueBild(own.roh, heute, vorgaben, isFree);
      await bereite(bild);
      own.vorgaben = said;
      own.stand = {
        bild,
        vorgaben,
        stand: visible.length === 0 ? null : last,
        quelle: [...new Set(visible.map((l) => l.source))].sort().join(', '),
        schluessel: `${heute} ${visible.length} ${last} ${said.length}`,
        folge: own.beruehrt.length,
        beruehrtSeit: (folge) => seit(of.beruehrt, folge),
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
          () => bring(cid, jetzt),
          () => bring(cid, jetzt),
        );
      busy.set(
        cid,
        mine.catch(() => undefined),
      );
      return mine;
    },
    istNeuestes: (cid, bild) => kept.get(cid)?.stand?.bild === bild,
    praxen: () => quelle.praxen(),
    async waehrend(work) {
      const mine = (gezaehlt += 1);
      laufend.add(mine);
      try {
        return await work();
      } finally {
        laufend.delete(mine);
      }
    },
  };
}
