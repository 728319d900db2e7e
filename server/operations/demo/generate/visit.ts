// One visit in progress: charges services with the amounts of their day, writes the day's note, and
// sometimes omits a charge.

import { findPosition } from '../../../../catalog/find-position.ts';
import { punktwertOn } from '../../../../catalog/point-value.ts';
import type { Gebuehr, Position } from '../../../../catalog/position.ts';
import type { PunktwertArea } from '../../../../catalog/point-values/values.ts';
import { bemaCents, goaeCents, gozCents } from '../../../../shared/analytics/billing/fees.ts';
import { claimOf, privateLine, type Line } from './billing.ts';
import { isGkv, type PatientModel, type World } from './world.ts';

export interface Visit {
  readonly w: World;
  readonly p: PatientModel;
  readonly patid: string;
  readonly day: number;
  readonly text: string;
  readonly minute: number;
  readonly behandler: string;
  readonly abr: string;
  readonly room: string;
  readonly terminId: string;
  readonly notes: string[];
  /**
   * Numbers charged so far on this day, and those deliberately omitted: an omitted one is not
   * entered later that day.
   */
  readonly done: Set<string>;
  readonly forgot: Set<string>;
  /** Fewer units were charged than performed. */
  isShort?: true;
}
export interface Svc {
  readonly zahn?: string;
  readonly menge?: number;
  readonly flaechen?: string;
  readonly hkpid?: string;
  readonly payer?: 'GKV' | 'PKV' | 'EIGEN';
  readonly factor?: number;
  readonly labor?: number;
  readonly material?: number;
  /** Replaces the computed fee, as for Mehrkosten. */
  readonly cents?: number;
  readonly bill?: Line;
}

/** Invented euros of earlier years: three percent less per year, where the value is unknown. */
const OWN_KIND: Readonly<Record<string, number>> = {
  AOK: 1,
  VDEK: 1.012,
  BKK: 0.995,
  IKK: 0.99,
  KNAPP: 1.004,
  LKK: 0.985,
};
const values = new Map<string, number>();
export function pointValue(area: PunktwertArea, kassenart: string | null, day: string): number {
  const key = `${area}${kassenart}${day.slice(0, 4)}`;
  let value = values.get(key);
  if (value === undefined) {
    const known = punktwertOn({ region: null, kassenart, area, day }),
      year = Number(day.slice(0, 4)),
      base =
        known?.value ??
        punktwertOn({
          region: null,
          kassenart,
          area,
          day: area === 'ZE' ? '2025-06-01' : '2026-06-01',
        })?.value ??
        10_000;
    const years = known ? 0 : Math.abs((area === 'ZE' ? 2025 : 2026) - year),
      factor = year > 2026 ? 1.03 ** years : 1.03 ** -years;
    values.set(
      key,
      (value = Math.round(
        base * factor * (area === 'ZE' ? 1 : (OWN_KIND[kassenart ?? 'AOK'] ?? 1)),
      )),
    );
  }
  return value;
}
const positions = new Map<string, Position | undefined>();
function positionOn(system: Gebuehr, nr: string, day: string): Position | undefined {
  const key = `${system}${nr}${day.slice(0, 7)}`;
  if (!positions.has(key)) positions.set(key, findPosition(system, nr, day));
  return positions.get(key);
}
const REASONS = [
  'erschwerter Zugang bei eingeschränkter Mundöffnung',
  'überdurchschnittlicher Zeitaufwand wegen starker Blutung',
  'stark gekrümmte Kanäle',
  'Würgereiz, mehrfache Unterbrechung',
  'schwierige Trockenlegung subgingival',
];
function factorOf(v: Visit): number {
  const roll = v.w.rng.next();
  return roll < 0.72
    ? 230
    : roll < 0.82
      ? 350
      : roll < 0.9
        ? 250 + v.w.rng.below(10) * 10
        : 100 + v.w.rng.below(13) * 10;
}

function charge(
  v: Visit,
  system: Gebuehr,
  nr: string,
  position: { points: number | null; area: string },
  svc: Svc,
  cents: number,
  factor: number | null,
  payer: 'GKV' | 'PKV' | 'EIGEN',
): void {
  if (v.forgot.has(nr)) return;
  const { w, p } = v,
    material = svc.material ?? 0,
    lab = svc.labor ?? 0,
    amount = cents + material + lab;
  const bill =
    svc.bill ??
    (payer === 'GKV'
      ? { rechnungId: claimOf(w, v.day, position.area, amount), isLost: false }
      : privateLine(w, p, v.patid, v.day, amount));
  v.done.add(nr);
  w.emit('leistung', w.id('L'), v.day, {
    patid: v.patid,
    behandler: v.behandler,
    abrBehandler: v.abr,
    zimmer: v.room,
    stempel: 'S1',
    terminId: v.terminId,
    datum: v.text,
    system,
    nr,
    zahn: svc.zahn === '' ? null : (svc.zahn ?? null),
    flaechen: svc.flaechen ?? null,
    menge: svc.menge ?? 1,
    punkte: position.points,
    faktor: factor,
    faktorgrund: factor !== null && factor > 230 && w.rng.chance(0.95) ? w.rng.pick(REASONS) : null,
    honorar: cents,
    material,
    eigenlabor: 0,
    fremdlabor: lab,
    betrag: amount,
    bereich: position.area,
    kostentraeger: payer,
    status: bill.rechnungId === null ? 'ERBRACHT' : 'ABGERECHNET',
    storno: false,
    rechnungId: bill.rechnungId,
    hkpid: svc.hkpid ?? null,
  });
  if (bill.isLost)
    w.forget({
      regel: 'V06',
      patid: v.patid,
      tag: v.text,
      zahn: svc.zahn ?? '',
      system,
      nr,
      menge: svc.menge ?? 1,
      cents: amount,
    });
  // Entered wrongly and cancelled the same day.
  if (w.rng.chance(0.002))
    w.emit('leistung', w.id('L'), v.day, {
      patid: v.patid,
      behandler: v.behandler,
      abrBehandler: v.abr,
      zimmer: v.room,
      stempel: 'S1',
      terminId: v.terminId,
      datum: v.text,
      system,
      nr,
      zahn: svc.zahn === '' ? null : (svc.zahn ?? null),
      flaechen: null,
      menge: svc.menge ?? 1,
      punkte: position.points,
      faktor: factor,
      faktorgrund: null,
      honorar: cents,
      material: 0,
      eigenlabor: 0,
      fremdlabor: 0,
      betrag: cents,
      bereich: position.area,
      kostentraeger: payer,
      status: 'ERBRACHT',
      storno: true,
      rechnungId: null,
      hkpid: null,
    });
}
function amount(
  v: Visit,
  system: 'BEMA' | 'GOZ' | 'GOAE',
  position: Position,
  svc: Svc,
  factor: number | null,
): number {
  const count = svc.menge ?? 1,
    points = position.points ?? 0;
  if (system === 'BEMA')
    return bemaCents(
      points,
      count,
      pointValue(position.area as PunktwertArea, v.p.kassenart, v.text),
    );
  return system === 'GOZ'
    ? gozCents(points, (factor ?? 100) / 100, count)
    : goaeCents(points, (factor ?? 100) / 100, count);
}
const known = (system: Gebuehr, nr: string, day: string): Position => {
  const one = positionOn(system, nr, day);
  if (!one) throw new RangeError(`${system} ${nr}`);
  return one;
};

/** Charges a statutory service. @returns the cents */
export function bema(v: Visit, nr: string, svc: Svc = {}): number {
  const one = known('BEMA', nr, v.text),
    cents = svc.cents ?? amount(v, 'BEMA', one, svc, null);
  charge(v, 'BEMA', nr, one, svc, cents, null, svc.payer ?? 'GKV');
  return cents;
}
const payerOf = (p: PatientModel): 'PKV' | 'EIGEN' => (p.ins === 'PKV' ? 'PKV' : 'EIGEN');
const ONLY_SINGLE = /^(0110|05[0-3]0)$/;
export function goz(v: Visit, nr: string, svc: Svc = {}): number {
  const one = known('GOZ', nr, v.text),
    factor = ONLY_SINGLE.test(nr) ? 100 : (svc.factor ?? factorOf(v)),
    cents = svc.cents ?? amount(v, 'GOZ', one, svc, factor);
  charge(v, 'GOZ', nr, one, svc, cents, factor, svc.payer ?? payerOf(v.p));
  return cents;
}
export function goae(v: Visit, nr: string, svc: Svc = {}): number {
  const one = known('GOAE', nr, v.text),
    factor = svc.factor ?? (one.number.startsWith('5') && one.number.length === 4 ? 180 : 230),
    cents = svc.cents ?? amount(v, 'GOAE', one, svc, factor);
  charge(v, 'GOAE', nr, one, svc, cents, factor, svc.payer ?? payerOf(v.p));
  return cents;
}
/** Adds laboratory and other work with an individual price. */
export function own(
  v: Visit,
  nr: string,
  svc: Svc & { cents: number; area: 'LABOR' | 'SONSTIGE' },
): void {
  charge(
    v,
    'EIGEN',
    nr,
    { points: null, area: svc.area },
    svc,
    svc.area === 'LABOR' ? 0 : svc.cents,
    null,
    svc.payer ?? (isGkv(v.p) ? 'EIGEN' : payerOf(v.p)),
  );
}
/** For rules about too few units of a position: the remaining units are charged. */
const PARTLY = new Set(['E03', 'E04', 'P03']);
/**
 * Returns true where the service is deliberately omitted: then it is recorded as forgotten, and the
 * caller does not charge it. A service charged earlier that day, or the only one of the day, is not
 * omitted: nothing would point to it.
 */
export function forgets(
  v: Visit,
  rule: string,
  share: number,
  system: 'BEMA' | 'GOZ' | 'GOAE',
  nr: string,
  svc: Svc = {},
): boolean {
  if (!v.w.rng.chance(share) || v.done.has(nr)) return false;
  if (v.forgot.has(nr)) return true;
  if (PARTLY.has(rule)) v.isShort = true;
  else v.forgot.add(nr);
  const one = known(system, nr, v.text),
    factor = ONLY_SINGLE.test(nr) ? 100 : system === 'GOAE' && nr.length === 4 ? 180 : 230;
  v.w.forget({
    regel: rule,
    patid: v.patid,
    tag: v.text,
    zahn: svc.zahn ?? '',
    system,
    nr,
    menge: svc.menge ?? 1,
    cents: amount(v, system, one, svc, factor),
  });
  return true;
}
export const note = (v: Visit, text: string): void => {
  v.notes.push(text);
};
