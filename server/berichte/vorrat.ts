// What is kept beside an image is made with it: sums by day follow a delivery, else they are made as a whole, in small pieces between which other questions are answered.

import { nachfolgeVon, type Bild } from './bild.ts';
import { alleMasse } from './kennzahlen/rechnen.ts';
import { baueTagessummen, folgeTagessummen } from './kennzahlen/tagessummen.ts';
import { veraenderteTage } from './veraendert.ts';

/** Longer nothing else waits. */
const STUECK_MS = 5;
async function inStuecken(steps: Generator<void>): Promise<void> {
  let began = performance.now();
  for (const _ of steps) if (performance.now() - began > STUECK_MS) { await new Promise(done => { setImmediate(done); }); began = performance.now(); }
}
/** Makes what an image's first questions ask for. To be called before the next image of the same rows is built. @returns whether the last image's sums could be followed */
export async function bereite(bild: Bild): Promise<boolean> {
  const last = nachfolgeVon(bild), isFollowed = last !== undefined && folgeTagessummen(last.vor, bild, veraenderteTage(bild, last));
  await inStuecken(baueTagessummen(bild, alleMasse()));
  return isFollowed;
}
