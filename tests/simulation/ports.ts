/** Clock and random port of the app's entry, replaced by the simulated ones. */
import { simClock } from './kernel.ts';

export const browserClock = simClock;
export const browserRandom = {
  id: (): string => crypto.randomUUID(),
  unit: (): number => Math.random(),
  hex128: (): string => Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('hex'),
};
