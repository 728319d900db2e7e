// One day of one patient: checks first, then what is missing, without what is there already or would not go together; then what holds as of today.

import { coPayment, gozCents, laserCents } from '../../../shared/analytics/billing/fees.ts';
import { BEHANDLER_ART } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Beleg, Gegengrund, WertArt } from '../../../shared/analytics/billing/proposal.ts';
import { LEER } from '../snapshot/calendar.ts';
import { belegeVon, confidenceOf, gegenVon, idVon } from './evidence.ts';
import type { System } from './codebook.ts';
import type { Lage } from './day-state.ts';
import type { Gebunden } from './engine.ts';
import type { Uebersetzt } from './compiled-rules.ts';
import { zweifel } from './value.ts';
import { REGIONEN, ZAEHNE, ZAHN_BITS } from './tooth-masks.ts';

export interface Treffer {
  readonly uebersetzt: Uebersetzt;
  readonly tag: number;
  readonly zahn: string;
  readonly behandler: number;
  readonly system: System;
  readonly nr: string;
  readonly menge: number;
  readonly punkte: number | null;
  readonly cents: number;
  readonly wertArt?: WertArt;
  readonly belege: readonly Beleg[];
  readonly gegen: readonly Gegengrund[];
  readonly verdeckt?: true;
}
/** A position with what it is worth; `menge` where it is not that of the rule. */
interface Posten {
  system: System;
  nr: string;
  punkte: number | null;
  cents: number;
  wertArt?: WertArt;
  menge?: number;
}
/** Absent where the euros are certain. */
const mitZweifel = (wertArt: WertArt | undefined): { wertArt?: WertArt } =>
  wertArt === undefined ? {} : { wertArt };
const VERTRETUNG = BEHANDLER_ART.indexOf('VERTRETUNG');
/** Private filling that a statutory one could have been, by its number. */
const KOMPOSIT: Readonly<Record<string, string>> = {
  '13a': '2060',
  '13b': '2080',
  '13c': '2100',
  '13d': '2120',
};

/** Whether the first of two for one position is the surer one. */
function goesBefore(a: Treffer, b: Treffer): boolean {
  const x = confidenceOf(a.uebersetzt.regel, a.belege);
  const y = confidenceOf(b.uebersetzt.regel, b.belege);
  return x > y || (x === y && a.uebersetzt.regel.id < b.uebersetzt.regel.id);
}

export class Tagespruefung {
  private readonly g: Gebunden;
  private readonly k: Lage;
  private readonly gesehen: Int32Array;
  private zaehler = 0;
  private gefunden: Treffer[] = [];
  private readonly mitVerdeckten: boolean;
  /** @param mitVerdeckten also what lost against a likelier rule for the same position, marked so */
  constructor(g: Gebunden, mitVerdeckten = false) {
    this.mitVerdeckten = mitVerdeckten;
    this.g = g;
    this.k = g.k;
    this.gesehen = new Int32Array(g.alle.length);
  }

  /** What rules find on a day; its services are the places `a` up to before `b`. */
  tag(tag: number, a: number, b: number): Treffer[] {
    const { g, k } = this;
    this.gefunden = [];
    this.zaehler += 1;
    k.setze(tag, a, b);
    for (let i = a; i < b; i += 1)
      for (const one of g.nachCode[k.code[i]!] ?? []) this.versuche(one);
    for (const one of g.anlassRegeln)
      if (
        one.anlaesse.some((was) =>
          was === 'TERMIN' ? k.termine().length > 0 : k.planVon(was === 'KVA'),
        )
      )
        this.versuche(one);
    // Checks first; the same at every run, whatever order rows came in.
    return this.vereint(this.gefunden).sort(
      (x, y) =>
        Number(x.uebersetzt.regel.art !== 'PRUEFUNG') -
          Number(y.uebersetzt.regel.art !== 'PRUEFUNG') ||
        (x.uebersetzt.regel.id === y.uebersetzt.regel.id
          ? Number(x.zahn) - Number(y.zahn)
          : x.uebersetzt.regel.id < y.uebersetzt.regel.id
            ? -1
            : 1),
    );
  }
  private versuche(one: Uebersetzt): void {
    if (this.gesehen[one.platz] === this.zaehler) return;
    this.gesehen[one.platz] = this.zaehler;
    if (!this.darf(one)) return;
    this.orte(one, () => {
      this.melde(one);
    });
  }
  /** Person, age, validity, and what must not be on the day at all. */
  private darf({ vers, regel, von, bis, keines }: Uebersetzt): boolean {
    const { k } = this;
    if (vers[k.versicherung] !== 1 || k.tag < von || k.tag > bis) return false;
    if (
      (regel.alterVonM !== null && (k.monate < 0 || k.monate < regel.alterVonM)) ||
      (regel.alterBisM !== null && (k.monate < 0 || k.monate > regel.alterBisM))
    )
      return false;
    return !keines.some((one) => one.bezug === '' && k.heute(one.menge, '', false) >= 0);
  }
  /** Goes through the places a rule asks about, and tells where it holds. */
  private orte(one: Uebersetzt, ja: () => void): void {
    const { k } = this;
    k.frei();
    if (one.jeZeile) {
      let best: number | undefined;
      // Of several services of a day the finding is about the one worth most; the same at every run.
      for (const i of this.ausloeser(one)) {
        k.zeile = i;
        if (this.gilt(one) && (best === undefined || this.mehr(one, i, best))) best = i;
      }
      if (best !== undefined) {
        k.zeile = best;
        ja();
      }
    } else if (one.zahnListe) {
      let treffer = 0;
      for (const zahn of one.zahnListe) {
        this.anZahn(zahn);
        if (this.gilt(one)) treffer += 1;
      }
      k.frei();
      k.treffer = treffer;
      if (treffer > 0) ja();
    } else if (one.ort === 'Z') {
      const { bleibend, milch } = one.ausHistorie ? this.historische(one) : this.heutige(one);
      for (let zahn = 0; zahn < ZAHN_BITS.length; zahn += 1) {
        const bit = ZAHN_BITS[zahn]!;
        if ((bit.bleibend & bleibend) === 0 && (bit.milch & milch) === 0) continue;
        this.anZahn(zahn);
        if (one.brauchtZeile) k.zeile = this.ausloeser(one)[0] ?? -1;
        if (this.gilt(one)) ja();
      }
    } else if (one.ort === 'K') {
      for (const region of REGIONEN) {
        k.frei();
        k.zb = region.bleibend;
        k.zm = region.milch;
        if (one.brauchtZeile) k.zeile = this.ausloeser(one)[0] ?? -1;
        if (this.gilt(one)) {
          ja();
          break;
        }
      }
    } else {
      if (one.brauchtZeile) k.zeile = this.ausloeser(one)[0] ?? -1;
      if (this.gilt(one)) ja();
    }
    k.frei();
  }
  private anZahn(zahn: number): void {
    const { k } = this,
      bit = ZAHN_BITS[zahn]!;
    k.frei();
    k.zahn = zahn;
    k.zb = bit.bleibend;
    k.zm = bit.milch;
  }
  /** Services of the day that set the rule off, at the tooth or region asked for, in the order of their ids. */
  private ausloeser(one: Uebersetzt): number[] {
    const { k } = this,
      found: number[] = [];
    if (!one.heute) return found;
    const bezug =
      one.ausHistorie || one.zahnListe || (k.zb === 0 && k.zm === 0) ? ('' as const) : one.ort;
    for (let i = k.a; i < k.b; i += 1)
      if (one.heute[k.code[i]!] === 1 && k.passt(i, bezug, true)) found.push(i);
    return found.length < 2 ? found : found.sort((x, y) => (idVon(k, x) < idVon(k, y) ? -1 : 1));
  }
  private mehr(one: Uebersetzt, a: number, b: number): boolean {
    const { L } = this.k.m.bild,
      x = L.honorar[this.k.stelle[a]!]!,
      y = L.honorar[this.k.stelle[b]!]!;
    return one.regel.art !== 'PRUEFUNG' && x > y;
  }
  private heutige(one: Uebersetzt): { bleibend: number; milch: number } {
    const { k } = this;
    let bleibend = 0,
      milch = 0;
    for (let i = k.a; i < k.b; i += 1)
      if (one.heute?.[k.code[i]!] === 1) {
        bleibend |= k.bleibend[i]!;
        milch |= k.milch[i]!;
      }
    if (k.mitProbe && one.heute?.[k.code[k.n]!] === 1) {
      bleibend |= k.bleibend[k.n]!;
      milch |= k.milch[k.n]!;
    }
    return { bleibend, milch };
  }
  private historische(one: Uebersetzt): { bleibend: number; milch: number } {
    const { k } = this;
    let bleibend = 0,
      milch = 0;
    for (const { menge, fenster } of one.historieNoetig) {
      const from = k.von(fenster);
      if (from !== null)
        for (let i = k.a - 1; i >= 0 && k.tage[i]! >= from; i -= 1)
          if (menge[k.code[i]!] === 1) {
            bleibend |= k.bleibend[i]!;
            milch |= k.milch[i]!;
          }
    }
    return { bleibend, milch };
  }
  /** Whether a rule holds at the place asked about. What is excluded, also excludes where the tooth was not written down; what is needed has to be there. */
  private gilt(one: Uebersetzt): boolean {
    const { k } = this;
    if (one.keines.some((no) => no.bezug !== '' && k.heute(no.menge, no.bezug, false) >= 0))
      return false;
    if (one.baum && !one.baum(k)) return false;
    if (
      one.historieNoetig.length > 0 &&
      !one.historieNoetig.some((need) => {
        const from = k.von(need.fenster);
        return from !== null && k.davor(need.menge, from, need.bezug, true) >= 0;
      })
    )
      return false;
    if (one.brauchtPlan && k.laufenderPlan() < 0) return false;
    // A window that nobody can place is not known to be empty.
    for (const no of one.historieKeine) {
      const from = k.von(no.fenster);
      if (from === null || k.davor(no.menge, from, no.bezug, false) >= 0) return false;
    }
    return one.zusatz === null || one.zusatz(k) === 1;
  }

  private melde(one: Uebersetzt): void {
    const { g, k } = this,
      { regel } = one,
      menge = one.menge(k);
    if (k.zeile < 0) k.zeile = this.ausloeser(one)[0] ?? -1;
    const { zeile } = k,
      { L } = k.m.bild,
      zahn = k.zahn < 0 ? '' : String(ZAEHNE[k.zahn]!);
    const behandler =
      zeile >= 0 && zeile < k.n ? L.behandler[k.stelle[zeile]!]! : this.behandlerDesTages();
    const istVertretung =
      behandler >= 0 && k.m.spalte('behandler', 'art')[behandler] === VERTRETUNG;
    if (istVertretung && !g.einstellung.mitVertretung) return;
    if (regel.art === 'PRUEFUNG') {
      this.warne(one, zahn, behandler);
      return;
    }
    if (typeof menge !== 'number' || menge <= 0) return;
    const ersatz = this.position(one, menge);
    if (!ersatz || (!one.darfDaSein && this.istDa(ersatz.system, ersatz.nr))) return;
    if (this.verstoesst(one, ersatz.system, ersatz.nr, menge)) return;
    this.gefunden.push({
      uebersetzt: one,
      tag: k.tag,
      zahn,
      behandler,
      menge,
      ...ersatz,
      belege: belegeVon(one, k),
      gegen: gegenVon(one, zahn, istVertretung),
    });
  }
  private behandlerDesTages(): number {
    const { k } = this;
    return k.b > k.a ? k.m.bild.L.behandler[k.stelle[k.a]!]! : -1;
  }
  private warne(one: Uebersetzt, zahn: string, behandler: number): void {
    const { k } = this,
      { position } = one.regel,
      wort = position?.nr ?? '',
      menge = wort.endsWith('*')
        ? k.m.buch.menge([
            { system: position!.system as 'BEMA', muster: wort, fenster: null, bezug: '', wort },
          ])
        : null;
    let at = wort === '=' ? k.zeile : -1;
    // Which of the charged positions it is about; where its own is not there, the one that set it off.
    if (at < 0)
      for (let i = k.a; i < k.b && at < 0; i += 1)
        if ((menge ? menge[k.code[i]!] === 1 : k.code[i] === one.code) && k.passt(i, one.ort, true))
          at = i;
    if (at < 0) at = k.zeile;
    if (at < 0 || at >= k.n) return;
    const l = k.stelle[at]!,
      { L } = k.m.bild,
      code = k.code[at]!;
    this.gefunden.push({
      uebersetzt: one,
      tag: k.tag,
      zahn,
      behandler,
      system: k.m.buch.systeme[code]!,
      nr: k.m.buch.nummern[code]!,
      menge: k.menge[at]!,
      punkte: L.punkte[l] === LEER ? null : L.punkte[l]! * k.menge[at]!,
      cents: Math.round(L.honorar[l]!),
      belege: belegeVon(one, k),
      gegen: gegenVon(one, zahn, false),
    });
  }
  private istDa(system: System, nr: string): boolean {
    const { k } = this,
      code = k.m.buch.code(system, nr);
    for (let i = k.a; i < k.b; i += 1) if (k.code[i] === code) return true;
    return false;
  }
  /** What is proposed, and what it is worth. */
  private position(one: Uebersetzt, menge: number): Posten | null {
    const { k, g } = this,
      { regel } = one,
      { L, roh } = k.m.bild,
      { position } = regel,
      von = (system: System, nr: string): Posten => {
        const { punkte, cents, wertArt } = g.werte.von(k, system, nr, menge, regel.faktor);
        return {
          system,
          nr,
          punkte: punkte === null ? null : punkte * menge,
          cents,
          ...mitZweifel(wertArt),
        };
      };
    switch (regel.wert) {
      case 'PLAN': {
        const plan = k.plan,
          fall = plan < 0 ? k.parfall() : -1,
          cents =
            plan >= 0
              ? roh.tabellen.hkp.spalten['gesamt']![plan]!
              : fall >= 0
                ? roh.tabellen.parfall.spalten['wert']![fall]!
                : 0;
        return {
          system: 'EIGEN',
          nr: '',
          punkte: null,
          ...(Number.isNaN(cents)
            ? { cents: 0, wertArt: 'UNBEKANNT' }
            : { cents: Math.round(cents) }),
        };
      }
      case 'LEISTUNGEN':
        return { system: 'EIGEN', nr: '', punkte: null, cents: 0 };
      case 'MEHRKOSTEN': {
        if (k.zeile < 0) return null;
        const bema = k.m.buch.nummern[k.code[k.zeile]!]!,
          nr = KOMPOSIT[bema],
          punkte = nr === undefined ? null : (g.werte.position('GOZ', nr, k.tag)?.points ?? null);
        return nr === undefined || punkte === null
          ? null
          : {
              system: 'GOZ',
              nr,
              punkte: punkte * menge,
              cents: coPayment(
                gozCents(punkte, (regel.faktor ?? 230) / 100, menge),
                Math.round(L.honorar[k.stelle[k.zeile]!]!),
              ),
            };
      }
      case 'FAKTOR': {
        if (k.zeile < 0) return null;
        const code = k.code[k.zeile]!,
          nr = k.m.buch.nummern[code]!,
          count = k.menge[k.zeile]!,
          punkte = g.werte.position('GOZ', nr, k.tag)?.points ?? null;
        return punkte === null
          ? null
          : {
              system: 'GOZ',
              nr,
              punkte: punkte * count,
              cents:
                gozCents(punkte, (regel.faktor ?? 350) / 100, count) - gozCents(punkte, 2.3, count),
            };
      }
      case 'LASER': {
        let most = 0;
        for (const i of this.ausloeser(one))
          most = Math.max(
            most,
            g.werte.position('GOZ', k.m.buch.nummern[k.code[i]!]!, k.tag)?.points ?? 0,
          );
        return most === 0 || position === null
          ? null
          : { system: position.system, nr: position.nr, punkte: null, cents: laserCents(most) };
      }
      case 'AIT_REST':
        return this.aitRest();
      case undefined: {
        if (position === null) return null;
        const found = von(
          position.system,
          k.zahn >= 0 && one.dort?.an[k.zahn] === 1 ? one.dort.nr : position.nr,
        );
        if (!one.ersetzt || found.wertArt === 'UNBEKANNT') return found;
        let weg = 0;
        for (let i = k.a; i < k.b; i += 1)
          if (one.ersetzt[k.code[i]!] === 1) weg += L.honorar[k.stelle[i]!]!;
        return { ...found, cents: Math.max(0, found.cents - Math.round(weg)) };
      }
    }
  }
  /** Planned teeth that were not charged: those with several roots first, the value of both. */
  private aitRest(): Posten | null {
    const { k, g } = this,
      fall = k.parfall(),
      from = fall < 0 ? null : k.tagVon('parfall', 'erstelltAm', fall);
    if (from === null) return null;
    const rest = (name: string, nr: string): number => {
      const planned = k.m.spalte('parfall', name)[fall]!;
      return planned === LEER
        ? 0
        : Math.max(
            0,
            planned -
              k.summe(
                k.m.buch.menge([
                  { system: 'BEMA', muster: nr, fenster: null, bezug: '', wort: nr },
                ]),
                from,
                '',
              ),
          );
    };
    const one = rest('zaehneEinwurzelig', 'AITa'),
      more = rest('zaehneMehrwurzelig', 'AITb'),
      a = g.werte.von(k, 'BEMA', 'AITa', one, null),
      b = g.werte.von(k, 'BEMA', 'AITb', more, null);
    if (one + more === 0) return null;
    const wertArt = zweifel(one > 0 ? a.wertArt : undefined, more > 0 ? b.wertArt : undefined);
    const cents = (one > 0 ? a.cents : 0) + (more > 0 ? b.cents : 0);
    return {
      system: 'BEMA',
      nr: more > 0 ? 'AITb' : 'AITa',
      menge: more > 0 ? more : one,
      punkte: (a.punkte ?? 0) * one + (b.punkte ?? 0) * more,
      cents: wertArt === 'UNBEKANNT' ? 0 : cents,
      ...mitZweifel(wertArt),
    };
  }
  /** Whether a check would speak if the proposed position were charged. */
  private verstoesst(one: Uebersetzt, system: System, nr: string, menge: number): boolean {
    const { g, k } = this;
    if (one.istStand || nr === '' || one.regel.wert === 'FAKTOR') return false;
    const code = k.m.buch.code(system, nr),
      checks =
        g.pruefungen[code] ??
        g.alle.filter((x) => x.regel.art === 'PRUEFUNG' && x.heute?.[code] === 1);
    if (checks.length === 0) return false;
    const { zahn, zb, zm, plan, zeile, treffer } = k,
      mask = zahn >= 0 ? ZAHN_BITS[zahn]! : this.heutige(one),
      hidden: number[] = [];
    if (one.ersetzt)
      for (let i = k.a; i < k.b; i += 1)
        if (one.ersetzt[k.code[i]!] === 1) {
          hidden.push(i, k.code[i]!);
          k.code[i] = 0;
        }
    k.code[k.n] = code;
    k.menge[k.n] = menge;
    k.tage[k.n] = k.tag;
    k.bleibend[k.n] = mask.bleibend;
    k.milch[k.n] = mask.milch;
    k.stelle[k.n] = -1;
    let broken = false;
    for (const check of checks) {
      if (!this.darf(check)) continue;
      k.mitProbe = false;
      let before = false,
        after = false;
      this.orte(check, () => {
        before = true;
      });
      k.mitProbe = true;
      this.orte(check, () => {
        after = true;
      });
      if (after && !before) {
        broken = true;
        break;
      }
    }
    k.mitProbe = false;
    for (let i = 0; i < hidden.length; i += 2) k.code[hidden[i]!] = hidden[i + 1]!;
    k.zahn = zahn;
    k.zb = zb;
    k.zm = zm;
    k.plan = plan;
    k.zeile = zeile;
    k.treffer = treffer;
    return broken;
  }
  /** Of proposals for one position and day those of the surest rule stay: one for each tooth where it is charged by tooth, else one. */
  private vereint(all: readonly Treffer[]): Treffer[] {
    if (all.length < 2) return [...all];
    const beste = new Map<string, Treffer>(),
      key = (one: Treffer): string => `${one.system} ${one.nr}`,
      istFest = (one: Treffer): boolean =>
        one.uebersetzt.regel.art === 'PRUEFUNG' ||
        one.nr === '' ||
        one.uebersetzt.regel.wert === 'FAKTOR';
    for (const one of all) {
      if (istFest(one)) continue;
      const known = beste.get(key(one));
      if (!known || goesBefore(one, known)) beste.set(key(one), one);
    }
    const found: Treffer[] = [];
    for (const one of all) {
      const best = beste.get(key(one));
      if (
        istFest(one) ||
        best === one ||
        (best?.uebersetzt === one.uebersetzt && one.uebersetzt.jeZahn)
      )
        found.push(one);
      // The same rule at another place of a position that is charged once says nothing new.
      else if (this.mitVerdeckten && best?.uebersetzt !== one.uebersetzt)
        found.push({ ...one, verdeckt: true });
    }
    return found;
  }

  /** What holds as of today, whatever was done on which day. */
  stand(heute: number): Treffer[] {
    const { g, k } = this;
    this.gefunden = [];
    if (g.stand.length === 0) return [];
    k.setze(heute, k.n, k.n);
    for (const one of g.stand) {
      if (!this.darf(one)) continue;
      if (one.regel.wert === 'LEISTUNGEN') this.jeTag(one);
      else if (one.jePlan)
        for (const plan of [...k.m.zeilen('hkp', k.p)].sort((x, y) =>
          k.m.id('hkp', x) < k.m.id('hkp', y) ? -1 : 1,
        )) {
          k.frei();
          k.plan = plan;
          if (this.gilt(one))
            this.meldeStand(
              one,
              k.tagVon('hkp', 'genehmigtAm', plan) ??
                k.tagVon('hkp', 'angenommenAm', plan) ??
                k.tagVon('hkp', 'erstelltAm', plan) ??
                heute,
              k.m.spalte('hkp', 'behandler')[plan]!,
            );
        }
      else {
        this.orte(one, () => {
          const rows = one.historieNoetig
              .map((need) => {
                const from = k.von(need.fenster);
                return from === null ? -1 : k.davor(need.menge, from, need.bezug, true);
              })
              .filter((i) => i >= 0),
            last = rows.length === 0 ? -1 : Math.max(...rows);
          const fall = k.parfall();
          this.meldeStand(
            one,
            last >= 0
              ? k.tage[last]!
              : ((fall < 0 ? null : k.tagVon('parfall', 'genehmigtAm', fall)) ?? heute),
            last >= 0
              ? k.m.bild.L.behandler[k.stelle[last]!]!
              : fall < 0
                ? -1
                : k.m.spalte('parfall', 'behandler')[fall]!,
          );
        });
      }
    }
    k.frei();
    // Two plans of one day are one finding: it names the larger.
    return this.gefunden.sort((x, y) => x.tag - y.tag || y.cents - x.cents);
  }
  private meldeStand(one: Uebersetzt, tag: number, behandler: number): void {
    const { k } = this,
      menge = one.menge(k),
      zahn = k.zahn < 0 ? '' : String(ZAEHNE[k.zahn]!);
    if (typeof menge !== 'number' || menge <= 0) return;
    const ersatz = this.position(one, menge);
    if (ersatz)
      this.gefunden.push({
        uebersetzt: one,
        tag,
        zahn,
        behandler,
        menge,
        ...ersatz,
        belege: belegeVon(one, k),
        gegen: gegenVon(one, zahn, false),
      });
  }
  /** Services that a rule tells of by day of treatment, each day one finding with their sum. */
  private jeTag(one: Uebersetzt): void {
    const { k } = this,
      { L } = k.m.bild;
    for (let a = 0; a < k.n && k.tage[a]! <= k.tag;) {
      const tag = k.tage[a]!;
      let b = a,
        cents = 0,
        count = 0,
        first = -1;
      const belege: Beleg[] = [];
      for (; b < k.n && k.tage[b] === tag; b += 1) {
        k.zeile = b;
        if (!this.gilt(one)) continue;
        const l = k.stelle[b]!;
        cents += Math.round(L.betrag[l]!);
        count += 1;
        if (first < 0 || idVon(k, b) < idVon(k, first)) first = b;
        if (belege.length < 6)
          belege.push({
            was: 'rechnung',
            system: k.m.buch.systeme[k.code[b]!]!,
            nr: k.m.buch.nummern[k.code[b]!]!,
            tag: null,
            zahn: k.m.text('leistung', 'zahn', L.roh[l]!),
            text: '',
          });
      }
      if (count > 0)
        this.gefunden.push({
          uebersetzt: one,
          tag,
          zahn: '',
          behandler: L.behandler[k.stelle[first]!]!,
          system: 'EIGEN',
          nr: '',
          menge: count,
          punkte: null,
          cents,
          belege,
          gegen: [],
        });
      a = b;
    }
    k.frei();
  }
}
