// Binds the engine and the house's rules to the findings that are kept of each practice.

import { REGELN } from '../../../catalog/billing-rules/catalogue.ts';
import type { Halter } from '../snapshot/snapshot-cache.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import type { RegelEinstellung } from '../../../shared/analytics/billing/proposal.ts';
import {
  kompiliere,
  praxisquoten,
  vonQuotenBetroffen,
  werteAus,
  type Kompiliert,
} from '../rules-engine/engine.ts';
import { createVorschlaege, type Motor, type Vorschlaege } from './findings-cache.ts';
import type { VorschlagQuelle } from './store.ts';

/** Rules that were read last, by their words and settings: every practice that uses the house's rules shares them. */
const gelesen = new Map<string, Kompiliert>();
const MEISTE = 20,
  HAUS = new Set<Regel>(REGELN);
function gelesenMit(regeln: readonly Regel[], einstellung: RegelEinstellung): Kompiliert {
  const key = JSON.stringify([regeln.map((one) => (HAUS.has(one) ? one.id : one)), einstellung]),
    found = gelesen.get(key) ?? kompiliere(regeln, einstellung);
  gelesen.delete(key);
  gelesen.set(key, found);
  for (const old of gelesen.keys()) if (gelesen.size > MEISTE) gelesen.delete(old);
  return found;
}
/** The engine as it is used here. */
export const MOTOR: Motor = {
  bereite(bild, regeln, einstellung) {
    const ready = gelesenMit(regeln, einstellung);
    return {
      werteAus: (patienten, rahmen) =>
        werteAus(bild, ready, { patienten, rahmen, mitVerdeckten: true }),
      quoten: (rahmen) => praxisquoten(bild, ready, rahmen),
      betroffen: (vorher, jetzt) => vonQuotenBetroffen(bild, vorher, jetzt),
    };
  },
};
export const vorschlaegeAus = (halter: Halter, quelle: VorschlagQuelle): Vorschlaege =>
  createVorschlaege(halter, quelle, MOTOR, REGELN);
