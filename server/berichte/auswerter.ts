// Answers reports from the images: in a thread of its own in the real server, in this one in tests.

import { existsSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import type { Bericht, BerichtFilter } from '../../shared/bericht.ts';
import { AppError } from '../../shared/errors.ts';
import { auswahlVon, vergleichVon } from './auswahl.ts';
import { createHalter } from './halter.ts';
import { LEER, tagText } from './kalender.ts';
import type { Kontext, Teil } from './reports/art.ts';
import { BERICHTE } from './reports/liste.ts';
import type { Quelle } from './store.ts';
import { zieleAm } from './ziele.ts';

export interface Frage { cid: string; pfad: string; filter: BerichtFilter; extra: Readonly<Record<string, string>>; jetzt: number }
export interface Auswerter {
  /** @throws AppError `reports_loading` while a large practice's data are read for the first time; `not_found` for a thing that a report names and that is not there */
  bericht(frage: Frage): Promise<Bericht>;
  close(): Promise<void>;
}

/** Makes one report in this thread. */
export async function macheBericht(halter: ReturnType<typeof createHalter>, frage: Frage): Promise<Bericht> {
  const eintrag = BERICHTE.find(b => b.pfad === frage.pfad);
  if (!eintrag) throw new AppError('not_found');
  const stand = await halter.hole(frage.cid, frage.jetzt), { bild } = stand, a = auswahlVon(bild, frage.filter, zieleAm(stand.vorgaben, frage.filter.bis, frage.filter.behandler.length === 1 ? frage.filter.behandler[0]! : ''));
  const context: Kontext = {
    a, vor: vergleichVon(a), filter: frage.filter, stand, extra: frage.extra, jetzt: frage.jetzt, cid: frage.cid,
    markt: async () => Promise.all((await halter.praxen()).map(async cid => ({ cid, bild: (await halter.hole(cid, frage.jetzt)).bild }))),
  };
  const { kpis = [], spalten, zeilen, serien = [], hinweise = [] }: Teil = await eintrag.mache(context);
  return {
    meta: { filter: frage.filter, stand: stand.stand, datenBis: bild.datenBis === LEER ? null : tagText(bild.datenBis), quelle: stand.quelle, waehrung: 'EUR', hinweise: [...hinweise] },
    kpis, spalten: [...spalten], zeilen: [...zeilen], serien: [...serien],
  };
}

/** In this thread. */
export function auswerterHier(quelle: Quelle): Auswerter {
  const halter = createHalter(quelle);
  return { bericht: frage => macheBericht(halter, frage), close: () => Promise.resolve() };
}

/** What crosses to the thread and back; an answer comes as words, since those cross fastest. */
export type WorkerFrage = { id: number; frage: Frage } | 'ende';
export interface WorkerAntwort { id: number; bericht?: string; code?: string; message?: string }
/** Longer nobody waits for a page; the thread goes on reading. */
const GEDULD_MS = 4000;

/** In a thread of its own with its own connection, started with the first question and again should it end. `workerPath`: compiled `berichte.worker.js`. */
export function auswerterImFaden(workerPath: string, database: { url: string } | { file: string }): Auswerter {
  let worker: Worker | undefined, id = 0;
  const open = new Map<number, { resolve: (b: Bericht) => void; reject: (e: unknown) => void }>();
  const start = (): Worker => {
    if (!existsSync(workerPath)) throw new Error(`the reports' thread is missing: ${workerPath}`);
    const made = new Worker(workerPath, { workerData: database });
    const end = (error: unknown): void => {
      if (worker === made) worker = undefined;
      for (const [key, { reject }] of open) { open.delete(key); reject(new AppError('unavailable', { retryAfter: 1, cause: error })); }
    };
    made.on('message', (answer: WorkerAntwort) => {
      const asked = open.get(answer.id);
      open.delete(answer.id);
      if (answer.bericht !== undefined) asked?.resolve(JSON.parse(answer.bericht) as Bericht);
      else asked?.reject(answer.code === 'not_found' ? new AppError('not_found') : Object.assign(new Error(answer.message), { code: answer.code }));
    });
    made.on('error', end);
    made.on('exit', code => { end(new Error(`the reports' thread ended with ${code}`)); });
    made.unref();
    return made;
  };
  return {
    async bericht(frage) {
      worker ??= start();
      const own = id += 1, answer = new Promise<Bericht>((resolve, reject) => { open.set(own, { resolve, reject }); });
      worker.postMessage({ id: own, frage } satisfies WorkerFrage);
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => { timer = setTimeout(() => { reject(new AppError('reports_loading', { retryAfter: 2 })); }, GEDULD_MS); });
      answer.catch(() => undefined);
      try { return await Promise.race([answer, late]); } finally { clearTimeout(timer); }
    },
    async close() {
      const old = worker;
      worker = undefined;
      await old?.terminate();
    },
  };
}
