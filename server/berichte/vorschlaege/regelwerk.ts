// Binds the engine and the house's rules to the findings that are kept of each practice.

import { REGELN } from '../../../catalog/abrechnung/catalogue.ts';
import type { Halter } from '../halter.ts';
import { kompiliere, werteAus } from '../motor/motor.ts';
import { createVorschlaege, type Motor, type Vorschlaege } from './halter.ts';
import type { VorschlagQuelle } from './store.ts';

/** The engine as it is used here. */
export const MOTOR: Motor = {
  bereite(bild, regeln, einstellung) {
    const ready = kompiliere(regeln, einstellung), isOff = new Set(einstellung.aus);
    return { werteAus: patienten => werteAus(bild, ready, { patienten }), istPraxisweit: regeln.some(one => !isOff.has(one.id) && one.zusatz.includes('praxisquote')) };
  },
};
export const vorschlaegeAus = (halter: Halter, quelle: VorschlagQuelle): Vorschlaege => createVorschlaege(halter, quelle, MOTOR, REGELN);
