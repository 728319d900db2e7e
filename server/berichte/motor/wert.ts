// The worth of a position on a day. A point counts what the practice entered, else what is certain in the
// catalogue, else what was paid for the same person's services. A guess of the catalogue comes last.

import { findPosition } from '../../../catalog/find-position.ts';
import { KZVEN } from '../../../catalog/kzv/kzv.ts';
import { punktwertOn, type PunktwertQuestion } from '../../../catalog/point-value.ts';
import type { Position } from '../../../catalog/position.ts';
import type { Punktwert, PunktwertArea } from '../../../catalog/punktwert/punktwerte.ts';
import { bemaCents, goaeCents, gozCents } from '../../../shared/money/fees.ts';
import { BEREICHE, KASSENART } from '../../../shared/pvs.ts';
import { punktwertOf, type OwnValue } from '../../../shared/praxiswert.ts';
import { LEER, monatVon, tagText } from '../kalender.ts';
import type { Lage } from './lage.ts';
import type { System } from './codebuch.ts';

const regionVon = new Map(KZVEN.map(one => [one.wop, one.region]));
const eigene = (werte: readonly OwnValue[]): Punktwert[] => werte.flatMap(one => {
  const key = one.art === 'PUNKTWERT' ? punktwertOf(one.schluessel) : undefined;
  return key ? [{ ...key, value: one.wert, from: one.validFrom, to: one.validTo, mark: 'confirmed' as const, source: '' }] : [];
});

export class Werte {
  private readonly own: readonly Punktwert[];
  private readonly region: string | null;
  private readonly bekannt = new Map<string, Punktwert | undefined>();
  private readonly positionen = new Map<string, Position | undefined>();
  constructor(werte: readonly OwnValue[], region: string | null) { this.own = eigene(werte); this.region = region; }

  position(system: System, nr: string, tag: number): Position | undefined {
    // Fee schedules change at the first of a month.
    const key = `${system}${nr} ${monatVon(tag)}`;
    if (!this.positionen.has(key)) this.positionen.set(key, findPosition(system, nr, tagText(tag)));
    return this.positionen.get(key);
  }
  /** Ten-thousandths of a euro for a point; 0 where nobody knows one. */
  private punktwert(k: Lage, area: PunktwertArea): number {
    const question = this.frage(k, area);
    const known = this.katalogwert(question);
    if (known?.mark === 'confirmed') return known.value;
    return bezahlt(k, area, this) || (known?.value ?? 0);
  }

  private frage(k: Lage, area: PunktwertArea): PunktwertQuestion {
    const kassenart = KASSENART[k.m.spalte('patient', 'kassenart')[k.p]!] ?? null;
    const region = regionVon.get(k.m.text('patient', 'wop', k.p)) ?? this.region;
    return { region, kassenart, area, day: tagText(wertTag(k, area)) };
  }

  private katalogwert(question: PunktwertQuestion): Punktwert | undefined {
    const key = `${question.region} ${question.kassenart} ${question.area} ${question.day}`;
    if (!this.bekannt.has(key)) this.bekannt.set(key, punktwertOn(question, this.own));
    return this.bekannt.get(key);
  }

  /** Points of one unit of a delivered service; the catalogue knows them where they were not delivered. 0 where nobody does. */
  punkteVon(k: Lage, l: number, code: number): number {
    const delivered = k.m.bild.L.punkte[l]!;
    if (delivered !== LEER) return delivered;
    return this.position('BEMA', k.m.buch.nummern[code]!, k.m.bild.L.tag[l]!)?.points ?? 0;
  }

  /** Points of one unit and cents of them all. @param faktor hundredths; null takes 2.3, of GOÄ its threshold */
  von(k: Lage, system: System, nr: string, menge: number, faktor: number | null): { punkte: number | null; cents: number } {
    const position = this.position(system, nr, k.tag), punkte = position?.points ?? null;
    if (!position || punkte === null) return { punkte, cents: 0 };
    if (system === 'BEMA') return { punkte, cents: bemaCents(punkte, menge, this.punktwert(k, position.area as PunktwertArea)) };
    if (system === 'GOZ') return { punkte, cents: gozCents(punkte, (faktor ?? 230) / 100, menge) };
    return { punkte, cents: goaeCents(punkte, faktor === null ? (position as { threshold?: number }).threshold ?? 2.3 : faktor / 100, menge) };
  }
}
/** Ten-thousandths of a euro between which statutory points were worth in the years that are delivered; outside is no price of a point. */
const LEAST = 8_000;
const MOST = 16_000;
const isPointValue = (value: number): boolean => value >= LEAST && value <= MOST;

/** The day whose point value holds: for dentures the day the plan was drawn up (§ 87 Abs. 1a SGB V), else the day of the treatment. */
function wertTag(k: Lage, area: PunktwertArea): number {
  if (area !== 'ZE') return k.tag;
  const plan = k.plan >= 0 ? k.plan : k.laufenderPlan();
  const drawnUp = plan < 0 ? LEER : k.m.spalte('hkp', 'erstelltAm')[plan]!;
  return drawnUp === LEER || drawnUp > k.tag ? k.tag : drawnUp;
}

/** Value of a point as the same person's services of the area were paid, those nearest to the day. */
function bezahlt(k: Lage, area: PunktwertArea, werte: Werte): number {
  const { L } = k.m.bild;
  const bereich = BEREICHE.indexOf(area);
  let best = 0;
  let distance = 400;
  let points = 0;
  for (let i = 0; i < k.n; i += 1) {
    const l = k.stelle[i]!;
    const code = k.code[i]!;
    if (k.m.buch.systeme[code] !== 'BEMA' || L.bereich[l] !== bereich || L.honorar[l]! <= 0) continue;
    const away = Math.abs(k.tage[i]! - k.tag);
    const all = werte.punkteVon(k, l, code) * k.menge[i]!;
    if (all <= 0 || away > distance || (away === distance && all <= points)) continue;
    const value = Math.round((L.honorar[l]! * 100) / all);
    if (!isPointValue(value)) continue;
    best = value;
    distance = away;
    points = all;
  }
  return best;
}
