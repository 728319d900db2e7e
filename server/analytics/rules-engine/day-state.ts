// Where the engine stands: one patient's services by day in small arrays, the day it looks at, and what their other rows say of it.

import { HKP_STATUS } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Bezug, Fenster } from '../../../shared/analytics/billing/rule-language.ts';
import { fuzOf, windowStart } from '../../../shared/analytics/billing/periods.ts';
import { S } from '../snapshot/snapshot.ts';
import {
  datumVon,
  ersterDesMonats,
  halbjahrVon,
  LEER,
  plusMonate,
  quartalVon,
  tagText,
  tagVon,
} from '../snapshot/calendar.ts';
import type { JePatient, Motorbild } from './engine-snapshot.ts';
import { zahnStelle } from './tooth-masks.ts';

/** Completed months of age on a day; who was born on the 31st is a month older on the first of the next where there is no 31st. */
export function monateAlt(geboren: number, tag: number): number {
  const g = datumVon(geboren),
    d = datumVon(tag);
  return (d.jahr - g.jahr) * 12 + d.monat - g.monat - (d.tag < g.tag ? 1 : 0);
}
const NIE = 2_000_000_000;
export interface Befund {
  readonly tag: number;
  readonly id: string;
  readonly wort: string;
}

export class Lage {
  readonly m: Motorbild;
  p = -1;
  /** Services of the patient by day; place `n` is kept for one that is only tried. */
  n = 0;
  code = new Int32Array(256);
  tage = new Int32Array(256);
  menge = new Int32Array(256);
  bleibend = new Int32Array(256);
  milch = new Int32Array(256);
  stelle = new Int32Array(256);
  geboren = LEER;
  versicherung = -1;
  /** The day looked at, its services `a` up to before `b`, and whether place `n` counts among them. */
  tag = 0;
  a = 0;
  b = 0;
  mitProbe = false;
  /** What the rule asks about now: a tooth (place in ZAEHNE) or a region by its teeth, a plan, a service. */
  zahn = -1;
  zb = 0;
  zm = 0;
  plan = -1;
  zeile = -1;
  treffer = 0;
  /** Alter in Monaten am Tag, -1 unbekannt. */
  monate = -1;
  private notizen: Map<number, string> | undefined;
  private befunde: Map<number, Befund[]> | undefined;
  private voll = NIE;
  private readonly anfangVon = new Map<number, { KJ: number; KHJ: number; Q: number }>();
  private readonly monateVor = new Map<number, number>();
  private termineAm = LEER;
  private terminListe: readonly number[] = [];

  constructor(m: Motorbild) {
    this.m = m;
  }

  lade(p: number): void {
    const { L, roh } = this.m.bild,
      { rows, from } = L.nachPatient,
      start = from[p]!,
      n = from[p + 1]! - start;
    this.p = p;
    this.n = n;
    this.notizen = undefined;
    this.befunde = undefined;
    this.voll = NIE;
    this.mitProbe = false;
    this.termineAm = LEER;
    if (n + 1 > this.code.length)
      for (const name of ['code', 'tage', 'menge', 'bleibend', 'milch', 'stelle'] as const)
        this[name] = new Int32Array(2 * (n + 1));
    const zahn = roh.tabellen.leistung.spalten['zahn']!,
      reihe = this.nachIds(rows.slice(start, start + n));
    for (let i = 0; i < n; i += 1) {
      const l = reihe[i]!,
        word = zahn[L.roh[l]!]!;
      this.stelle[i] = l;
      this.code[i] = this.m.code(l);
      this.tage[i] = L.tag[l]!;
      this.menge[i] = L.menge[l] === LEER ? 1 : L.menge[l]!;
      this.bleibend[i] = word < 0 ? 0 : this.m.bleibend[word]!;
      this.milch[i] = word < 0 ? 0 : this.m.milch[word]!;
    }
    this.geboren = this.m.spalte('patient', 'geburtsdatum')[p]!;
    this.versicherung = this.m.spalte('patient', 'versicherung')[p]!;
  }
  /** Services of one day in the order of their ids: what is found must not depend on the order in which they were delivered. */
  private nachIds(reihe: Int32Array): Int32Array {
    const { L, roh } = this.m.bild,
      { ids } = roh.tabellen.leistung;
    // Days are short: each service moves left past those of its day with a greater id.
    for (let i = 1; i < reihe.length; i += 1) {
      const l = reihe[i]!,
        tag = L.tag[l]!,
        id = ids[L.roh[l]!]!;
      let at = i;
      for (; at > 0 && L.tag[reihe[at - 1]!] === tag && ids[L.roh[reihe[at - 1]!]!]! > id; at -= 1)
        reihe[at] = reihe[at - 1]!;
      reihe[at] = l;
    }
    return reihe;
  }
  setze(tag: number, a: number, b: number): void {
    this.tag = tag;
    this.a = a;
    this.b = b;
    this.monate = this.geboren === LEER ? -1 : monateAlt(this.geboren, tag);
    this.frei();
  }
  frei(): void {
    this.zahn = -1;
    this.zb = 0;
    this.zm = 0;
    this.plan = -1;
    this.zeile = -1;
    this.treffer = 0;
  }

  /** Whether a service is at the tooth or region asked for. @param streng false: one without a tooth may be there too */
  passt(i: number, bezug: Bezug, streng: boolean): boolean {
    if (bezug === '') return true;
    const b = this.bleibend[i]!,
      m = this.milch[i]!;
    return (b & this.zb) !== 0 || (m & this.zm) !== 0 || (!streng && b === 0 && m === 0);
  }
  /** First place today of a service in the set, -1 without one. */
  heute(menge: Uint8Array, bezug: Bezug, streng: boolean): number {
    for (let i = this.a; i < this.b; i += 1)
      if (menge[this.code[i]!] === 1 && this.passt(i, bezug, streng)) return i;
    return this.mitProbe && menge[this.code[this.n]!] === 1 && this.passt(this.n, bezug, streng)
      ? this.n
      : -1;
  }
  /** Place of the newest service of the set before today, on or after a day; -1 without one. */
  davor(menge: Uint8Array, von: number, bezug: Bezug, streng: boolean): number {
    for (let i = this.a - 1; i >= 0 && this.tage[i]! >= von; i -= 1)
      if (menge[this.code[i]!] === 1 && this.passt(i, bezug, streng)) return i;
    return -1;
  }
  /** Sum of quantities today, and since `von` where it is given. */
  summe(menge: Uint8Array, von: number, bezug: Bezug): number {
    let sum = 0;
    for (let i = this.a; i < this.b; i += 1)
      if (menge[this.code[i]!] === 1 && this.passt(i, bezug, true)) sum += this.menge[i]!;
    if (this.mitProbe && menge[this.code[this.n]!] === 1 && this.passt(this.n, bezug, true))
      sum += this.menge[this.n]!;
    for (let i = this.a - 1; i >= 0 && this.tage[i]! >= von; i -= 1)
      if (menge[this.code[i]!] === 1 && this.passt(i, bezug, true)) sum += this.menge[i]!;
    return sum;
  }
  /** First day of a window; null where what it counts from is not known. */
  von(fenster: Fenster | null): number | null {
    if (fenster === null) return NIE;
    switch (fenster.art) {
      case 'TAGE':
        return this.tag - fenster.n;
      case 'MONATE': {
        const key = this.tag * 2048 + fenster.n;
        let from = this.monateVor.get(key);
        if (from === undefined)
          this.monateVor.set(key, (from = tagVon(windowStart(`${fenster.n}M`, tagText(this.tag)))));
        return from;
      }
      case 'KJ':
      case 'KHJ':
      case 'Q':
        return this.anfaenge()[fenster.art];
      case 'QUARTALE':
        return ersterDesMonats((quartalVon(this.tag) - fenster.n + 1) * 3);
      case 'EVER':
        return -NIE;
      case 'FENSTER': {
        const window = this.monate < 0 ? undefined : fuzOf(this.monate);
        if (!window) return null;
        let from = plusMonate(this.geboren, window.from);
        while (monateAlt(this.geboren, from) < window.from) from += 1;
        return from;
      }
      case 'CASE_PAR': {
        const fall = this.parfall();
        return fall < 0 ? null : this.tagVon('parfall', 'erstelltAm', fall);
      }
      case 'HKP': {
        const plan = this.laufenderPlan();
        return plan < 0 ? null : this.tagVon('hkp', 'erstelltAm', plan);
      }
      case 'UPTZEITRAUM': {
        const fall = this.parfall();
        return fall < 0 ? null : (this.uptVon(fall) ?? NIE);
      }
    }
  }
  /** First day of the year, half and quarter of the day looked at; worked out once a day. */
  private anfaenge(): { KJ: number; KHJ: number; Q: number } {
    let found = this.anfangVon.get(this.tag);
    if (!found)
      this.anfangVon.set(
        this.tag,
        (found = {
          KJ: ersterDesMonats(datumVon(this.tag).jahr * 12),
          KHJ: ersterDesMonats(halbjahrVon(this.tag) * 6),
          Q: ersterDesMonats(quartalVon(this.tag) * 3),
        }),
      );
    return found;
  }
  tagVon(entity: JePatient, name: string, at: number): number | null {
    const t = this.m.spalte(entity, name)[at]!;
    return t === LEER ? null : t;
  }

  /** All that was noted that day, '' without a note. */
  notiz(): string {
    if (!this.notizen) {
      this.notizen = new Map();
      const rows = [...this.m.zeilen('tagesnotiz', this.p)].sort((x, y) =>
          this.m.id('tagesnotiz', x) < this.m.id('tagesnotiz', y) ? -1 : 1,
        ),
        tage = this.m.spalte('tagesnotiz', 'datum');
      for (const at of rows) {
        const before = this.notizen.get(tage[at]!),
          text = this.m.text('tagesnotiz', 'text', at);
        this.notizen.set(tage[at]!, before === undefined ? text : `${before}\n${text}`);
      }
    }
    return this.notizen.get(this.tag) ?? '';
  }
  /** Findings of a tooth, oldest first. */
  befundeVon(zahn: number): readonly Befund[] {
    if (!this.befunde) {
      this.befunde = new Map();
      const tage = this.m.spalte('zahnbefund', 'datum'),
        proTag = new Map<number, number>();
      for (const at of this.m.zeilen('zahnbefund', this.p)) {
        const tag = tage[at]!,
          stelle = zahnStelle(Number(this.m.text('zahnbefund', 'zahn', at)));
        proTag.set(tag, (proTag.get(tag) ?? 0) + 1);
        if (stelle < 0) continue;
        const list = this.befunde.get(stelle),
          one = {
            tag,
            id: this.m.id('zahnbefund', at),
            wort: this.m.text('zahnbefund', 'befund', at).toLowerCase(),
          };
        if (list) list.push(one);
        else this.befunde.set(stelle, [one]);
      }
      for (const list of this.befunde.values())
        list.sort((x, y) => x.tag - y.tag || (x.id < y.id ? -1 : 1));
      for (const [tag, count] of proTag) if (count >= 4 && tag < this.voll) this.voll = tag;
    }
    return this.befunde.get(zahn) ?? [];
  }
  /** Last finding of a tooth up to a day; '' without one. */
  befund(zahn: number, bis: number): string {
    return this.befundeVon(zahn).findLast((one) => one.tag <= bis)?.wort ?? '';
  }
  /** Whether the chart was taken as a whole by the day: four findings of one day. */
  hatStatus(): boolean {
    this.befundeVon(0);
    return this.voll <= this.tag;
  }

  /** Newest row up to the day, by its day and id; -1 without one. */
  neueste(
    entity: JePatient,
    name: string,
    bis = this.tag,
    passt: (at: number) => boolean = () => true,
  ): number {
    const tage = this.m.spalte(entity, name);
    let best = -1;
    for (const at of this.m.zeilen(entity, this.p)) {
      if (tage[at] === LEER || tage[at]! > bis || !passt(at)) continue;
      if (
        best < 0 ||
        tage[at]! > tage[best]! ||
        (tage[at] === tage[best] && this.m.id(entity, at) > this.m.id(entity, best))
      )
        best = at;
    }
    return best;
  }
  /** The perio case of the day: the newest that was planned by then and not refused. */
  parfall(): number {
    const status = this.m.spalte('parfall', 'status');
    return this.neueste(
      'parfall',
      'erstelltAm',
      this.tag,
      (at) => status[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  uptVon(fall: number): number | null {
    const said = this.tagVon('parfall', 'uptVon', fall);
    if (said !== null) return said;
    const from = this.tagVon('parfall', 'erstelltAm', fall) ?? NIE,
      menge = this.m.buch.menge([
        { system: 'BEMA', muster: 'UPTa', fenster: null, bezug: '', wort: 'B:UPTa' },
      ]);
    for (let i = 0; i < this.b; i += 1)
      if (this.tage[i]! >= from && menge[this.code[i]!] === 1) return this.tage[i]!;
    return null;
  }
  /** The plan that a rule of the day is about: that of a service it hangs on, else the newest for prosthetics that was made by then. */
  tagesplan(): number {
    if (this.plan >= 0) return this.plan;
    const { L } = this.m.bild,
      art = this.m.spalte('hkp', 'art');
    if (this.zeile >= 0 && this.zeile < this.n && L.hkp[this.stelle[this.zeile]!]! >= 0)
      return L.hkp[this.stelle[this.zeile]!]!;
    return this.neueste(
      'hkp',
      'erstelltAm',
      this.tag,
      (at) =>
        art[at] === 0 && this.m.spalte('hkp', 'status')[at]! <= HKP_STATUS.indexOf('ABGERECHNET'),
    );
  }
  /** The plan under way on the day: begun, not inserted yet. */
  laufenderPlan(): number {
    return this.neueste('hkp', 'erstelltAm', this.tag, (at) => {
      const begun = this.tagVon('hkp', 'begonnenAm', at),
        done = this.tagVon('hkp', 'eingegliedertAm', at);
      return begun !== null && begun <= this.tag && (done === null || done >= this.tag);
    });
  }
  /** Whether a plan of a kind was made that day. */
  planVon(istPrivat: boolean): boolean {
    const art = this.m.spalte('hkp', 'art'),
      tage = this.m.spalte('hkp', 'erstelltAm');
    return this.m
      .zeilen('hkp', this.p)
      .some(
        (at) =>
          tage[at] === this.tag && (istPrivat ? art[at] === 4 || art[at] === 6 : art[at] === 0),
      );
  }
  /** Places of appointments kept that day. */
  termine(): readonly number[] {
    if (this.termineAm === this.tag) return this.terminListe;
    const { T } = this.m.bild,
      { rows, from } = T.nachPatient,
      found: number[] = [];
    for (let i = from[this.p]!; i < from[this.p + 1]!; i += 1) {
      const t = rows[i]!;
      if (T.tag[t] === this.tag && T.status[t] === S.WAHRGENOMMEN) found.push(t);
    }
    this.termineAm = this.tag;
    this.terminListe = found;
    return found;
  }
  /** Whether an appointment after today is in the book; of a group where it is named. */
  hatFolgetermin(gruppe: number): boolean {
    const { T, heute } = this.m.bild,
      { rows, from } = T.nachPatient;
    for (let i = from[this.p + 1]! - 1; i >= from[this.p]!; i -= 1) {
      const t = rows[i]!;
      if (T.tag[t]! <= heute) return false;
      if (
        (T.status[t] === S.GEPLANT || T.status[t] === S.BESTAETIGT) &&
        (gruppe < 0 || T.gruppe[t] === gruppe)
      )
        return true;
    }
    return false;
  }
}
