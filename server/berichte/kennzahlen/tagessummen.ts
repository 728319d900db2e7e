// Sums of key figures by day, kept beside the image: where each row counts on a day of its own whatever else is asked, any span is the difference of running sums. They are made by the figure's own walk, once an image, for everything, for one practitioner, or for one kind of appointment.

import type { PvsEntity } from '../../../shared/pvs.ts';
import { type Auswahl, type Nur } from '../auswahl.ts';
import type { Bild } from '../bild.ts';
import { LEER, wochentagVon } from '../kalender.ts';
import type { Definition, Senke, Tageweise } from './senke.ts';
import { einmal, stelleDesTermins } from './stellen.ts';

/** Running sums from the day `ab` on, each weekday's of its own: a place adds its day to the place seven before it. */
interface Laufend { readonly z: Float64Array; readonly n: Float64Array }
/** First and last day of anything that walks visit; undefined where they lie absurdly far apart. */
function tageVon(bild: Bild): { ab: number; bis: number } | undefined {
  return einmal(bild, 'tage', () => {
    let ab = Infinity, bis = -Infinity;
    for (const { tag } of [bild.L, bild.T, bild.A]) if (tag.length > 0) { ab = Math.min(ab, tag[0]!); bis = Math.max(bis, tag[tag.length - 1]!); }
    return bis - ab > HOECHSTENS ? undefined : ab > bis ? { ab: 0, bis: 0 } : { ab, bis };
  });
}
/** A hundred years; a wrong date of one row must not cost gigabytes. */
const HOECHSTENS = 36_600;

/** Day of a row that such a walk visits. */
function tagDerZeile(bild: Bild): (entity: PvsEntity, at: number) => number {
  const { leistung, arbeitszeit } = bild.roh.tabellen, l = leistung.spalten['datum'] as Int32Array, a = arbeitszeit.spalten['datum'] as Int32Array;
  const places = stelleDesTermins(bild), { tag } = bild.T;
  return (entity, at) => (entity === 'leistung' ? l[at]! : entity === 'termin' ? tag[places[at]!]! : entity === 'arbeitszeit' ? a[at]! : LEER);
}
class TagesSenke implements Senke {
  readonly zTage: Float64Array;
  readonly nTage: Float64Array;
  private readonly ab: number;
  private readonly tagVon: (entity: PvsEntity, at: number) => number;
  constructor(bild: Bild, ab: number, many: number) { this.ab = ab; this.tagVon = tagDerZeile(bild); this.zTage = new Float64Array(many); this.nTage = new Float64Array(many); }
  z(entity: PvsEntity, at: number, wert: number): void { this.zTage[this.tagVon(entity, at) - this.ab]! += wert; }
  n(entity: PvsEntity, at: number, wert: number): void { this.nTage[this.tagVon(entity, at) - this.ab]! += wert; }
}
function laufend(days: Float64Array): Float64Array { for (let d = 7; d < days.length; d += 1) days[d]! += days[d - 7]!; return days; }

/** Nothing but one practitioner, or one kind of appointment, or nothing at all is chosen beside days: which; undefined otherwise. */
function wahlVon(a: Auswahl): Nur | 'alle' | undefined {
  const { behandler, zimmer, stempel, versicherung, bereich, terminart } = a.marken;
  if (zimmer || stempel || versicherung || bereich) return undefined;
  if (!behandler && !terminart) return 'alle';
  const { nur } = a;
  if (!nur || (behandler && terminart)) return undefined;
  return (nur.von === 'behandler' ? behandler : terminart)?.[nur.at] === 1 ? nur : undefined;
}
/** Sums of a walk in the span of the choice, numerator and denominator; undefined where they are not kept for such a choice. `wort` names the walk. */
export function tagessummen(a: Auswahl, wort: string, weg: Definition, tageDavon?: Tageweise['tage']): { z: number; n: number } | undefined {
  const wahl = a.filter.basis === 'leistung' ? wahlVon(a) : undefined, tage = wahl && tageVon(a.bild);
  if (!wahl || !tage) return undefined;
  const { z, n } = einmal<Laufend>(a.bild, `tage ${wort} ${wahl === 'alle' ? wahl : `${wahl.von} ${wahl.at}`}`, () => {
    const all: Auswahl = { ...a, von: tage.ab, bis: tage.bis, stichtag: Math.min(tage.bis, a.bild.heute), wochentag: undefined }, s = new TagesSenke(a.bild, tage.ab, tage.bis - tage.ab + 1);
    const of = wahl === 'alle' ? { ...all, istEnger: false } : all;
    if (tageDavon) tageDavon(of, (tag, more, below) => { s.zTage[tag - tage.ab]! += more; s.nTage[tag - tage.ab]! += below; }); else weg(of, s);
    return { z: laufend(s.zTage), n: laufend(s.nTage) };
  });
  const from = Math.max(a.von, tage.ab) - tage.ab, to = Math.min(a.bis, tage.bis) - tage.ab, sum = { z: 0, n: 0 };
  if (to < from) return sum;
  for (let last = to; last > to - 7; last -= 1) {
    if (a.wochentag !== undefined && wochentagVon(last + tage.ab) !== a.wochentag) continue;
    // The last such day before the span: as many weeks back as it takes.
    const before = last - Math.ceil((last - from + 1) / 7) * 7;
    if (last < from) continue;
    sum.z += z[last]! - (before >= 0 ? z[before]! : 0);
    sum.n += n[last]! - (before >= 0 ? n[before]! : 0);
  }
  return sum;
}
