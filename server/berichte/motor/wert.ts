// What a position is worth on a day: the practice's own point values first, then the catalogue's, then what was paid for the same person's services.

import { findPosition } from '../../../catalog/find-position.ts';
import { KZVEN } from '../../../catalog/kzv/kzv.ts';
import { punktwertOn } from '../../../catalog/point-value.ts';
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
  private readonly bekannt = new Map<string, number | undefined>();
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
    const kasse = KASSENART[k.m.spalte('patient', 'kassenart')[k.p]!] ?? null, region = regionVon.get(k.m.text('patient', 'wop', k.p)) ?? this.region, key = `${region} ${kasse} ${area} ${k.tag}`;
    if (!this.bekannt.has(key)) this.bekannt.set(key, punktwertOn({ region, kassenart: kasse, area, day: tagText(k.tag) }, this.own)?.value);
    return this.bekannt.get(key) ?? bezahlt(k, area);
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
/** Value of a point as the same person's services of the area were paid, those nearest to the day. */
function bezahlt(k: Lage, area: PunktwertArea): number {
  const { L } = k.m.bild, bereich = BEREICHE.indexOf(area);
  let best = 0, distance = 400, points = 0;
  for (let i = 0; i < k.n; i += 1) {
    const l = k.stelle[i]!, away = Math.abs(k.tage[i]! - k.tag), each = L.punkte[l]!, all = each * k.menge[i]!;
    if (k.m.buch.systeme[k.code[i]!] !== 'BEMA' || L.bereich[l] !== bereich || each === LEER || all <= 0 || L.honorar[l]! <= 0 || away > distance || (away === distance && all <= points)) continue;
    best = Math.round((L.honorar[l]! * 100) / all); distance = away; points = all;
  }
  return best;
}
