// Answers reports from the images: in a thread of its own in the real server, in this one in tests.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Bericht, BerichtFilter } from '../../../shared/analytics/reports/report.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { auswahlVon, laeuftNoch, vergleichVon } from './selection.ts';
import { unbelegtBis } from '../metrics/coverage.ts';
import { createHalter, type Halter } from './snapshot-cache.ts';
import { LEER, tagText } from './calendar.ts';
import { entpacke, mitTafel, tafelVon, type Gepackt } from './tables/pack.ts';
import type { Kontext, Teil } from '../reports/report-kind.ts';
import { BERICHTE } from '../reports/report-list.ts';
import { alsWerte } from '../reports/proposals.ts';
import type { Quelle } from './store.ts';
import { beantworte, type FrageName, type VorschlagFragen } from '../proposal-engine/queries.ts';
import type { Vorschlaege } from '../proposal-engine/findings-cache.ts';
import { offeneSummen, zeilenAus } from '../proposal-engine/rows.ts';
import { vorschlaegeAus } from '../proposal-engine/rule-book.ts';
import type { VorschlagQuelle } from '../proposal-engine/store.ts';
import { zieleFuer } from './targets.ts';

export interface Frage {
  cid: string;
  pfad: string;
  filter: BerichtFilter;
  extra: Readonly<Record<string, string>>;
  jetzt: number;
}
/** A question about proposals. */
export interface VorschlagFrage {
  cid: string;
  name: FrageName;
  input: unknown;
  jetzt: number;
  zu: readonly string[];
}
export interface Auswerter {
  /** @throws AppError `reports_loading` while findings are worked out for longer than anybody waits */
  frage<N extends FrageName>(
    name: N,
    cid: string,
    jetzt: number,
    input: VorschlagFragen[N][0],
    zu: readonly string[],
  ): Promise<VorschlagFragen[N][1]>;
  /** @throws AppError `reports_loading` while a large practice's data are read for the first time; `not_found` for a thing that a report names and that is not there */
  bericht(frage: Frage): Promise<Bericht>;
  close(): Promise<void>;
}

/** What a thread answers from: images and findings of each practice. */
export interface Rechner {
  halter: Halter;
  vorschlaege: Vorschlaege;
}
export function rechnerAus(quelle: Quelle, entscheide: VorschlagQuelle): Rechner {
  const halter = createHalter(quelle);
  return { halter, vorschlaege: vorschlaegeAus(halter, entscheide) };
}
/** Answers a report or a question in this thread. */
export const antworte = (rechner: Rechner, frage: Frage | VorschlagFrage): Promise<unknown> =>
  rechner.halter.waehrend<unknown>(() =>
    'pfad' in frage
      ? macheBericht(rechner, frage)
      : beantworte(
          rechner.vorschlaege,
          frage.name,
          frage.cid,
          frage.jetzt,
          frage.input as never,
          frage.zu,
        ),
  );

/** What is not there within a moment is null; it goes on, so that the next question finds it. */
const MOMENT_MS = 500;
async function imNu<T>(work: Promise<T>, moment = MOMENT_MS): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  work.catch(() => undefined);
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => {
      resolve(null);
    }, moment);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

const VERGLICHEN: ReadonlySet<string> = new Set(['vorjahr', 'vorher', 'delta']);
/** Whether the rows of a table say what was before. */
const vergleicht = (spalten: Teil['spalten']): boolean =>
  spalten.some(({ key }) => VERGLICHEN.has(key));

/** Makes one report in this thread. */
async function macheBericht({ halter, vorschlaege }: Rechner, frage: Frage): Promise<Bericht> {
  const eintrag = BERICHTE.find((b) => b.pfad === frage.pfad);
  if (!eintrag) throw new AppError('not_found');
  const stand = await halter.hole(frage.cid, frage.jetzt),
    { bild } = stand,
    a = auswahlVon(bild, frage.filter, zieleFuer(stand.vorgaben, frage.filter));
  const vergleich = vergleichVon(a);
  const isKnown = vergleich === null || unbelegtBis('umsatz', vergleich) === undefined;
  const context: Kontext = {
    a,
    vergleich,
    vor: isKnown ? vergleich : null,
    filter: frage.filter,
    stand,
    extra: frage.extra,
    jetzt: frage.jetzt,
    cid: frage.cid,
    vorschlaege: (von, bis, nur) => zeilenAus(vorschlaege, frage.cid, frage.jetzt, von, bis, nur),
    offeneVorschlaege: async (von, bis) => {
      const asked = offeneSummen(vorschlaege, frage.cid, frage.jetzt, von, bis);
      return vorschlaege.istNah(frage.cid) ? imNu(asked) : imNu(asked, 0);
    },
    markt: async () =>
      Promise.all(
        (await halter.praxen()).map(async (cid) => ({
          cid,
          bild: (await halter.hole(cid, frage.jetzt)).bild,
        })),
      ),
  };
  // The one figure that counts more than was delivered.
  if (frage.extra['kennzahl'] === 'vorschlagRealisiert') {
    const first = vergleich ? Math.min(vergleich.von, a.von) : a.von,
      own = alsWerte(context, await context.vorschlaege(tagText(first), frage.filter.bis));
    Object.assign(context, {
      a: { ...a, vorschlaege: own },
      vergleich: vergleich && { ...vergleich, vorschlaege: own },
    });
  }
  const teil: Teil = await eintrag.mache(context),
    { kpis = [], spalten, serien = [], hinweise = [] } = teil,
    tafel = tafelVon(teil);
  const found: Bericht = {
    // What the figures do not hold, and how far they are compared.
    meta: {
      filter: frage.filter,
      stand: stand.stand,
      datenBis: bild.datenBis === LEER ? null : tagText(bild.datenBis),
      quelle: stand.quelle,
      waehrung: 'EUR',
      hinweise: [
        ...hinweise,
        ...(context.a.vorschlaege?.some((one) => one.istGeschaetzt) === true
          ? ['wertGeschaetzt']
          : []),
        ...(isKnown || !vergleicht(spalten) ? [] : ['vergleichOhneDaten']),
        ...(vergleich !== null && laeuftNoch(a) && kpis.some((one) => one.vergleich !== null)
          ? ['vergleichBisHeute']
          : []),
      ],
    },
    kpis,
    spalten: [...spalten],
    zeilen: tafel ? [] : [...teil.zeilen],
    serien: [...serien],
  };
  return tafel ? mitTafel(found, tafel) : found;
}

/** In this thread. */
export function auswerterHier(quelle: Quelle, entscheide: VorschlagQuelle): Auswerter {
  const rechner = rechnerAus(quelle, entscheide);
  return {
    bericht: async (frage) => (await antworte(rechner, frage)) as Bericht,
    frage: async (name, cid, jetzt, input, zu) =>
      (await antworte(rechner, { name, cid, jetzt, input, zu })) as never,
    close: () => Promise.resolve(),
  };
}

/** What crosses to the thread and back; an answer comes packed, since words cross fastest. */
export type WorkerFrage = { id: number; frage: Frage | VorschlagFrage } | 'ende';
export interface WorkerAntwort {
  id: number;
  antwort?: Gepackt;
  code?: string;
  message?: string;
}
/** Room for what a thread makes and forgets. */
const JUNG_MB = 64;
/** Longer nobody waits for a page; the thread goes on reading. */
const GEDULD_MS = 4000;

/** In a thread of its own with its own connection, started with the first question and again should it end. `workerPath`: compiled `berichte.worker.js`. */
export function auswerterImFaden(
  workerPath: string,
  database: { url: string } | { file: string },
): Auswerter {
  let worker: Worker | undefined,
    id = 0;
  const open = new Map<
    number,
    { resolve: (found: unknown) => void; reject: (e: unknown) => void }
  >();
  const start = (): Worker => {
    if (!existsSync(workerPath)) throw new Error(`the reports' thread is missing: ${workerPath}`);
    // What one answer needs is let go at once, so it should not be carried over among what stays.
    const made = new Worker(workerPath, {
      workerData: database,
      resourceLimits: { maxYoungGenerationSizeMb: JUNG_MB },
    });
    const end = (error: unknown): void => {
      if (worker === made) worker = undefined;
      for (const [key, { reject }] of open) {
        open.delete(key);
        reject(new AppError('unavailable', { retryAfter: 1, cause: error }));
      }
    };
    made.on('message', (answer: WorkerAntwort) => {
      const asked = open.get(answer.id);
      open.delete(answer.id);
      if (answer.antwort !== undefined) asked?.resolve(entpacke(answer.antwort));
      else
        asked?.reject(
          answer.code === 'not_found'
            ? new AppError('not_found')
            : Object.assign(new Error(answer.message), { code: answer.code }),
        );
    });
    made.on('error', end);
    made.on('exit', (code) => {
      end(new Error(`the reports' thread ended with ${code}`));
    });
    made.unref();
    return made;
  };
  const ask = async (frage: Frage | VorschlagFrage): Promise<unknown> => {
    worker ??= start();
    const own = (id += 1),
      answer = new Promise<unknown>((resolve, reject) => {
        open.set(own, { resolve, reject });
      });
    worker.postMessage({ id: own, frage } satisfies WorkerFrage);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        reject(new AppError('reports_loading', { retryAfter: 2 }));
      }, GEDULD_MS);
    });
    answer.catch(() => undefined);
    try {
      return await Promise.race([answer, late]);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    bericht: async (frage) => (await ask(frage)) as Bericht,
    frage: async (name, cid, jetzt, input, zu) =>
      (await ask({ name, cid, jetzt, input, zu })) as never,
    async close() {
      const old = worker;
      worker = undefined;
      await old?.terminate();
    },
  };
}
