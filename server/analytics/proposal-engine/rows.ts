// Findings joined with what was decided: which state each has now, with its labels and the billing that will take it with it.

import {
  abgabeBereich,
  istAbgegeben,
  istOftAbgelehnt,
  gelernt,
  zeitraumVon,
  type AbgabeBereich,
} from '../../../shared/analytics/billing/billing.ts';
import type { z } from 'zod';
import type { stempelKzvSchema, Summe } from '../../../shared/analytics/billing/billing.schema.ts';
import { regionOfStamp } from '../../../catalog/kzv/kzv.ts';
import { GEBUEHREN } from '../../../shared/analytics/deliveries/pvs.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import {
  kommtNach,
  type Anwaerter,
  type Fund,
  type Gegengrund,
  type VorschlagState,
} from '../../../shared/analytics/billing/proposal.ts';
import { bereichAus, normalNr } from '../snapshot/area.ts';
import { SYSTEM, type Bild } from '../snapshot/snapshot.ts';
import { tagVon } from '../snapshot/calendar.ts';
import { abStelle } from '../snapshot/tables/sort-rows.ts';
import type { Vorschlaege, Vorschlagsstand } from './findings-cache.ts';
import type { AbgabeRow, EntscheidRow, VorschlagQuelle } from './store.ts';

export interface Zeile {
  readonly fund: Fund;
  /** Place of the record; -1 where it is not delivered any more. */
  readonly pat: number;
  readonly regel: Regel | undefined;
  readonly state: VorschlagState;
  readonly row: EntscheidRow | undefined;
  readonly labels: readonly string[];
  readonly verfaelltMit: { bereich: AbgabeBereich; zeitraum: string } | null;
  /** When the first billing was handed in that holds it, ms; null without one. */
  readonly verfallenAm: number | null;
  readonly konfidenz: number;
  readonly gegen: readonly Gegengrund[];
  /** Whether the engine finds it now; else it stands here because it was decided. */
  readonly feuert: boolean;
}
export interface Gelernt {
  readonly angenommen: number;
  readonly abgelehnt: number;
}
/** `zu`: places of records that are closed to whoever asks (Art. 18 GDPR). */
export interface Umfeld {
  readonly v: Vorschlagsstand;
  readonly zu: ReadonlySet<number>;
  readonly abgaben: readonly AbgabeRow[];
  readonly gelernt: ReadonlyMap<string, Gelernt>;
}
const KEINE: Gelernt = { angenommen: 0, abgelehnt: 0 };
export const gelerntVon = (u: Umfeld, regel: string): Gelernt => u.gelernt.get(regel) ?? KEINE;

/** Accepted and refused decisions by rule. */
export async function umfeldVon(
  v: Vorschlagsstand,
  quelle: VorschlagQuelle,
  cid: string,
  zu: readonly string[] = [],
): Promise<Umfeld> {
  const counts = new Map<string, { angenommen: number; abgelehnt: number }>();
  const [gezaehlt, abgaben] = await Promise.all([quelle.gezaehlt(cid), quelle.abgaben(cid)]);
  for (const { regel, state } of gezaehlt) {
    if (state === 'NEU') continue;
    let one = counts.get(regel);
    if (!one) counts.set(regel, (one = { angenommen: 0, abgelehnt: 0 }));
    if (state === 'ABGELEHNT') one.abgelehnt += 1;
    else one.angenommen += 1;
  }
  return {
    v,
    zu: new Set(zu.map((one) => aktenPlatz(v.stand.bild, one)).filter((at) => at >= 0)),
    abgaben,
    gelernt: counts,
  };
}

/** Whether a charged position is there for a person: on days of a span, at the tooth where one is meant. */
function istDa(bild: Bild, pat: number, von: number, bis: number, fund: Fund): boolean {
  const { L, roh } = bild,
    { from, rows } = L.nachPatient,
    leistung = roh.tabellen.leistung,
    own = rows.subarray(from[pat], from[pat + 1]),
    word = L.nummern.nach.get(normalNr(fund.nr)),
    system = SYSTEM[fund.system];
  if (word === undefined) return false;
  // Rows of a patient stand by day, as all rows do.
  for (
    let g = abStelle(own, abStelle(L.tag, von));
    g < own.length && L.tag[own[g]!]! <= bis;
    g += 1
  ) {
    const i = own[g]!;
    if (
      L.system[i] === system &&
      L.nr[i] === word &&
      (fund.zahn === '' ||
        leistung
          .text('zahn', L.roh[i]!)
          .split(/[^0-9]+/)
          .includes(fund.zahn) ||
        leistung.text('zahn', L.roh[i]!) === '')
    )
      return true;
  }
  return false;
}
/** A chance that was taken up is charged at one of the next contacts. */
const JAHR = 365;
/** Whether what was to be entered has arrived. A warning is settled when it is gone. */
export function istEingetroffen(
  v: Vorschlagsstand,
  pat: number,
  fund: Fund,
  feuert: boolean,
): boolean {
  if (feuert || pat < 0) return false;
  const { bild } = v.stand,
    tag = tagVon(fund.tag),
    isOn = v.werk.an.has(fund.regel);
  if (fund.art === 'PRUEFUNG') return isOn;
  if (fund.nr === '') return false;
  // Where the position was charged before, it is its number that was too small: only the rule itself can say that it is right now.
  if (
    !isOn &&
    fund.belege.some(
      (one) =>
        one.was === 'heute' && one.system === fund.system && normalNr(one.nr) === normalNr(fund.nr),
    )
  )
    return false;
  return istDa(bild, pat, tag, fund.art === 'POTENZIAL' ? tag + JAHR : tag, fund);
}

/** Region of the KZV that a stamp's number names (nine digits, the first two are the KZV's); '' where it does not say so. */
function kzvAusNummer(bild: Bild, stempel: number): string {
  return stempel < 0
    ? ''
    : (regionOfStamp(bild.roh.tabellen.stempel.text('kzvNummer', stempel)) ?? '');
}
/** Region of the KZV that a practitioner bills with: as the practice says it of their stamp, by the stamp's number, else the one that the practice has a fee limit with; '' where nobody knows. */
export function kzvVon({ stand: { bild }, werk }: Vorschlagsstand, behandler: string): string {
  const { behandler: people, stempel } = bild.roh.tabellen,
    at = people.nach.get(behandler) ?? -1,
    stamp = at < 0 ? -1 : people.spalten['stempel']![at]!,
    said = stamp < 0 ? '' : (werk.einstellung.kzv?.[stempel.ids[stamp]!] ?? '');
  return said !== '' ? said : kzvAusNummer(bild, stamp) || (werk.umgebung.region ?? '');
}
/** Every stamp with its KZV, by name. */
export function stempelMitKzv({
  stand: { bild },
  werk,
}: Vorschlagsstand): z.output<typeof stempelKzvSchema>[] {
  const { stempel } = bild.roh.tabellen;
  return [...bild.roh.lebende('stempel')]
    .map((at) => ({
      id: stempel.ids[at]!,
      name: stempel.text('name', at),
      ausNummer: kzvAusNummer(bild, at),
      kzv: werk.einstellung.kzv?.[stempel.ids[at]!] ?? '',
    }))
    .sort((a, b) => a.name.localeCompare(b.name, 'de') || (a.id < b.id ? -1 : 1));
}
interface Abgabe {
  bereich: AbgabeBereich;
  zeitraum: string;
}
const abgaben = new WeakMap<Fund, Abgabe | null>();
/** The billing that takes a finding with it; a finding never changes. */
function abgabeVon(fund: Fund): Abgabe | null {
  if (fund.art !== 'VERGESSEN' || fund.nr === '') return null;
  let known = abgaben.get(fund);
  if (known === undefined) {
    const bereich = abgabeBereich(fund.system, bereichAus(fund.system, fund.nr));
    abgaben.set(
      fund,
      (known = bereich === null ? null : { bereich, zeitraum: zeitraumVon(bereich, fund.tag) }),
    );
  }
  return known;
}
export const bereichVon = (fund: Fund) =>
  bereichAus(fund.nr === '' || !GEBUEHREN.includes(fund.system) ? 'EIGEN' : fund.system, fund.nr);

const ortKey = (pat: number | string, tag: string, rest: string, zahn: string): string =>
  `${pat}\u0000${tag}\u0000${rest}\u0000${zahn}`;
/** Place of the record that a number leads to now; -1 where it is not delivered any more. */
export function aktenPlatz({ akte, roh }: Bild, patid: string): number {
  const at = roh.tabellen.patient.nach.get(patid);
  return at === undefined || at >= akte.length ? -1 : akte[at]!;
}
/** One finding with what was decided about it; undefined for what was taken back and is found no more. */
function zeileVon(
  { v, abgaben, ...u }: Umfeld,
  fund: Fund,
  pat: number,
  row: EntscheidRow | undefined,
  feuert: boolean,
  labels: readonly string[],
): Zeile | undefined {
  const regel = v.werk.alle.get(fund.regel),
    verfaelltMit = abgabeVon(fund),
    gone =
      verfaelltMit === null
        ? []
        : abgaben.filter((one) =>
            istAbgegeben([one], kzvVon(v, fund.behandler), verfaelltMit.bereich, fund.tag),
          ),
    isGone = gone.length > 0,
    kept: VorschlagState = row?.state ?? 'NEU';
  // What arrived and is missing again has to be entered again.
  let state: VorschlagState = kept === 'UMGESETZT' && feuert ? 'VORGEMERKT' : kept;
  if (state === 'VORGEMERKT' && istEingetroffen(v, pat, fund, feuert)) state = 'UMGESETZT';
  if (state === 'NEU' && !feuert) return undefined;
  if ((state === 'NEU' || state === 'VORGEMERKT') && isGone) state = 'VERFALLEN';
  const { angenommen, abgelehnt } = u.gelernt.get(fund.regel) ?? KEINE,
    config = v.werk.einstellung.labelConfig;
  const gegen = [
    ...new Set<Gegengrund>([
      ...fund.gegen,
      ...(istOftAbgelehnt(angenommen, abgelehnt) ? ['oftAbgelehnt' as const] : []),
      ...(isGone ? ['abgegeben' as const] : []),
    ]),
  ];
  return {
    fund,
    pat,
    regel,
    state,
    row,
    labels: [
      ...new Set([
        ...(config[regel?.gruppe ?? ''] ?? []),
        ...(config[fund.regel] ?? []),
        ...labels,
      ]),
    ],
    verfaelltMit,
    verfallenAm: isGone ? Math.min(...gone.map((one) => one.at)) : null,
    konfidenz: gelernt(fund.konfidenz, angenommen, abgelehnt),
    gegen,
    feuert,
  };
}
/** Records that were merged may each have been decided: the last word counts. */
export const istSpaeter = (row: EntscheidRow, than: EntscheidRow): boolean =>
  row.at > than.at || (row.at === than.at && row.patid > than.patid);
const istDerselbe = (fund: Fund, row: { tag: string; regel: string; zahn: string }): boolean =>
  fund.tag === row.tag && fund.regel === row.regel && fund.zahn === row.zahn;
const posten = (pat: number | string, fund: Pick<Fund, 'tag' | 'system' | 'nr'>): string =>
  ortKey(pat, fund.tag, `${fund.system} ${fund.nr}`, '');
/** Refused ones of each position and day of a person, as they were. */
function abgelehnteVon(bild: Bild, rows: Iterable<EntscheidRow>): Map<string, Anwaerter[]> {
  const found = new Map<string, Anwaerter[]>();
  for (const row of rows) {
    if (row.state !== 'ABGELEHNT' || row.fund.nr === '') continue;
    const at = aktenPlatz(bild, row.patid),
      key = posten(at < 0 ? row.patid : at, { ...row.fund, tag: row.tag }),
      one: Anwaerter = {
        fund: { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
        abgelehnt: row.grund ?? 'anderer_grund',
      },
      list = found.get(key);
    if (list) list.push(one);
    else found.set(key, [one]);
  }
  return found;
}
/** Whether a finding is offered: it lost against no likelier one, or that was refused and it stands on something else. */
function wirdAngeboten(
  fund: Fund,
  pat: number,
  funde: readonly Fund[],
  refused: ReadonlyMap<string, readonly Anwaerter[]>,
): boolean {
  if (fund.verdeckt !== true) return true;
  const no = refused.get(posten(pat, fund)) ?? [];
  if (no.length === 0) return false;
  const others = funde.filter(
    (one) =>
      one !== fund &&
      one.tag === fund.tag &&
      one.system === fund.system &&
      one.nr === fund.nr &&
      one.art !== 'PRUEFUNG' &&
      !no.some(({ fund: gone }) => istDerselbe(one, gone)),
  );
  // One that is hidden itself and not offered stands in nobody's way.
  return kommtNach(fund, [
    ...no,
    ...others
      .filter((one) =>
        wirdAngeboten(
          one,
          pat,
          funde.filter((other) => other !== fund),
          refused,
        ),
      )
      .map((one) => ({ fund: one, abgelehnt: null })),
  ]);
}
/** The finding that a place names now, and how it stands; undefined where none is offered and nothing was decided. @param rows decisions about its day */
export function zeileAn(
  u: Umfeld,
  ort: { patid: string; tag: string; regel: string; zahn: string },
  row: EntscheidRow | undefined,
  rows: Iterable<EntscheidRow> = [],
): Zeile | undefined {
  const pat = aktenPlatz(u.v.stand.bild, ort.patid);
  if (u.zu.has(pat)) return undefined;
  const funde = u.v.funde.get(pat) ?? [],
    fund = funde.find((one) => istDerselbe(one, ort));
  if (
    fund &&
    (row === undefined || row.state === 'NEU') &&
    !wirdAngeboten(fund, pat, funde, abgelehnteVon(u.v.stand.bild, rows))
  )
    return undefined;
  return fund
    ? zeileVon(u, fund, pat, row, true, [])
    : row &&
        zeileVon(
          u,
          { ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn },
          pat,
          row,
          false,
          [],
        );
}
/** What waits to be entered, whatever its day, as it stands now: also what has arrived or run out since. */
export async function wartende(u: Umfeld, quelle: VorschlagQuelle, cid: string): Promise<Zeile[]> {
  return (await quelle.entscheide(cid, '9999-12-31', '0000-01-01')).flatMap(
    (row) => zeileAn(u, row, row) ?? [],
  );
}

/** Which proposals are meant: of some people (places of records), only of what was forgotten, only where person and day are right. */
export interface Nur {
  readonly patienten?: ReadonlySet<number> | undefined;
  readonly istVergessen?: true;
  readonly passt?: (pat: number, tag: string) => boolean;
}
interface Vergessen {
  readonly pat: number;
  readonly fund: Fund;
}
const vergessene = new WeakMap<Vorschlagsstand['funde'], readonly Vergessen[]>();
/** What was forgotten, by day; listed once for each state of the findings. */
function vergesseneNachTag(funde: Vorschlagsstand['funde']): readonly Vergessen[] {
  let known = vergessene.get(funde);
  if (!known) {
    const found: Vergessen[] = [];
    for (const [pat, own] of funde)
      for (const fund of own) if (fund.art === 'VERGESSEN') found.push({ pat, fund });
    vergessene.set(
      funde,
      (known = found.sort((x, y) =>
        x.fund.tag < y.fund.tag ? -1 : x.fund.tag > y.fund.tag ? 1 : 0,
      )),
    );
  }
  return known;
}
/** All proposals of a span of days, decided and not; in no order. What was taken back and is found no more is not there. */
export async function zeilenVon(
  u: Umfeld,
  quelle: VorschlagQuelle,
  cid: string,
  von: string,
  bis: string,
  nur: Nur = {},
): Promise<Zeile[]> {
  const passt = nur.passt ?? (() => true);
  const { v } = u,
    { bild } = v.stand,
    found: Zeile[] = [],
    decided = new Map<string, EntscheidRow>(),
    marked = new Set<string>(),
    labels = new Map<string, string[]>();
  const rootOf = (patid: string): number | string => {
      const at = aktenPlatz(bild, patid);
      return at < 0 ? patid : at;
    },
    keyOf = (row: { patid: string; tag: string; regel: string; zahn: string }): string =>
      ortKey(rootOf(row.patid), row.tag, row.regel, row.zahn);
  for (const row of await quelle.entscheide(cid, von, bis)) {
    const key = keyOf(row),
      before = decided.get(key);
    if (before === undefined || istSpaeter(row, before)) decided.set(key, row);
  }
  const refused = abgelehnteVon(bild, decided.values());
  for (const row of decided.values())
    if (row.state === 'VORGEMERKT')
      marked.add(ortKey(rootOf(row.patid), row.tag, `${row.fund.system} ${row.fund.nr}`, row.zahn));
  const said = await quelle.labels(cid);
  for (const one of said) {
    const key = keyOf(one),
      list = labels.get(key);
    if (list) list.push(one.labelId);
    else labels.set(key, [one.labelId]);
  }
  const besprochen = new Set<number | string>();
  for (const row of decided.values()) besprochen.add(rootOf(row.patid));
  for (const one of said) besprochen.add(rootOf(one.patid));
  const add = (
    fund: Fund,
    pat: number,
    row: EntscheidRow | undefined,
    feuert: boolean,
    key: string,
  ): void => {
    const one = zeileVon(u, fund, pat, row, feuert, labels.get(key) ?? []);
    if (one) found.push(one);
  };
  const one = (pat: number, fund: Fund): void => {
    if (fund.tag < von || fund.tag > bis || u.zu.has(pat) || !passt(pat, fund.tag)) return;
    const funde = v.funde.get(pat) ?? [];
    // Of most people nothing was ever said.
    if (!besprochen.has(pat)) {
      if (wirdAngeboten(fund, pat, funde, refused)) add(fund, pat, undefined, true, '');
      return;
    }
    const key = ortKey(pat, fund.tag, fund.regel, fund.zahn),
      row = decided.get(key);
    decided.delete(key);
    // Another rule that asks for what is to be entered already says nothing new.
    const istOffen = row === undefined || row.state === 'NEU';
    if (
      istOffen &&
      fund.art !== 'PRUEFUNG' &&
      fund.nr !== '' &&
      marked.has(ortKey(pat, fund.tag, `${fund.system} ${fund.nr}`, fund.zahn))
    )
      return;
    if (istOffen && !wirdAngeboten(fund, pat, funde, refused)) return;
    add(fund, pat, row, true, key);
  };
  if (nur.patienten)
    for (const pat of nur.patienten)
      for (const fund of v.funde.get(pat) ?? []) {
        if (!nur.istVergessen || fund.art === 'VERGESSEN') one(pat, fund);
      }
  else if (nur.istVergessen) {
    const all = vergesseneNachTag(v.funde);
    for (let at = all.length - 1; at >= 0 && all[at]!.fund.tag >= von; at -= 1)
      one(all[at]!.pat, all[at]!.fund);
  } else for (const [pat, funde] of v.funde) for (const fund of funde) one(pat, fund);
  for (const [key, row] of decided) {
    const pat = aktenPlatz(bild, row.patid);
    if (
      u.zu.has(pat) ||
      row.tag < von ||
      row.tag > bis ||
      !passt(pat, row.tag) ||
      (nur.patienten && !nur.patienten.has(pat)) ||
      (nur.istVergessen && row.fund.art !== 'VERGESSEN')
    )
      continue;
    add({ ...row.fund, regel: row.regel, tag: row.tag, zahn: row.zahn }, pat, row, false, key);
  }
  return found;
}

/** The same for a report. */
export async function zeilenAus(
  vorschlaege: Vorschlaege,
  cid: string,
  jetzt: number,
  von: string,
  bis: string,
  nur?: Nur,
): Promise<Zeile[]> {
  return zeilenVon(
    await umfeldVon(await vorschlaege.hole(cid, jetzt), vorschlaege.quelle, cid),
    vorschlaege.quelle,
    cid,
    von,
    bis,
    nur,
  );
}

/** Open proposals of what was forgotten: how many, their cents, cents of them that are guessed, and how many nobody knows the value of. */
export type Offen = Summe;
interface Unbesprochen {
  readonly wort: string;
  readonly von: ReadonlyMap<number, readonly Fund[]>;
  readonly summen: ReadonlyMap<string, Offen>;
}
const unbesprochen = new WeakMap<Vorschlagsstand['funde'], Unbesprochen>();
function zu(sums: Map<string, Offen>, fund: Fund, sign: 1 | -1): void {
  let own = sums.get(fund.behandler);
  if (!own) sums.set(fund.behandler, (own = { anzahl: 0, cents: 0, geschaetzt: 0, ohneWert: 0 }));
  own.anzahl += sign;
  own.cents += sign * fund.cents;
  if (fund.wertArt === 'GESCHAETZT') own.geschaetzt += sign * fund.cents;
  if (fund.wertArt === 'UNBEKANNT') own.ohneWert += sign;
}
/** What would be open of a span if nobody had said anything yet, by person and summed up by practitioner; kept as long as findings and billings handed in are the same. */
function offeneOhneWorte(u: Umfeld, von: string, bis: string): Unbesprochen {
  const { funde, werk } = u.v,
    wort = JSON.stringify([von, bis, u.abgaben, werk.einstellung.kzv, werk.umgebung.region]),
    known = unbesprochen.get(funde);
  if (known?.wort === wort) return known;
  const by = new Map<number, Fund[]>(),
    summen = new Map<string, Offen>(),
    all = vergesseneNachTag(funde);
  for (let at = all.length - 1; at >= 0 && all[at]!.fund.tag >= von; at -= 1) {
    const { pat, fund } = all[at]!;
    if (
      fund.tag > bis ||
      fund.verdeckt === true ||
      zeileVon(u, fund, pat, undefined, true, [])?.state !== 'NEU'
    )
      continue;
    const own = by.get(pat);
    if (own) own.push(fund);
    else by.set(pat, [fund]);
    zu(summen, fund, 1);
  }
  const made: Unbesprochen = { wort, von: by, summen };
  unbesprochen.set(funde, made);
  return made;
}
/** Open proposals of what was forgotten on days of a span, by practitioner (`` where nobody is known): the sums of `zeilenVon` without a line for each. */
export async function offeneSummen(
  vorschlaege: Vorschlaege,
  cid: string,
  jetzt: number,
  von: string,
  bis: string,
): Promise<ReadonlyMap<string, Offen>> {
  const { quelle } = vorschlaege,
    u = await umfeldVon(await vorschlaege.hole(cid, jetzt), quelle, cid),
    { von: by, summen } = offeneOhneWorte(u, von, bis),
    sums = new Map([...summen].map(([who, sum]) => [who, { ...sum }]));
  const patienten = new Set(
    (await quelle.entscheide(cid, von, bis))
      .map((row) => aktenPlatz(u.v.stand.bild, row.patid))
      .filter((at) => at >= 0),
  );
  for (const pat of patienten) for (const fund of by.get(pat) ?? []) zu(sums, fund, -1);
  if (patienten.size > 0)
    for (const one of await zeilenVon(u, quelle, cid, von, bis, { patienten, istVergessen: true }))
      if (one.state === 'NEU') zu(sums, one.fund, 1);
  return sums;
}
