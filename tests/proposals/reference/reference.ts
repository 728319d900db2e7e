/** What the rules find, worked out slowly and apart from the product: each person, each day, each rule, each tooth, with lists of plain objects and a paper calendar. */
import { BEMA } from '../../../catalog/bema/positions.ts';
import { GOAE } from '../../../catalog/goae/positions.ts';
import { GOZ } from '../../../catalog/goz/schedule.ts';
import type { RohZeile } from '../../../server/analytics/snapshot/tables/raw-tables.ts';
import type { Regel } from '../../../shared/analytics/billing/rule.ts';
import type { RegelEinstellung } from '../../../shared/analytics/billing/proposal.ts';
import { judge, mengeVon, type Anlass } from './facts.ts';
import {
  alter,
  erstellt,
  heuteVon,
  inFenster,
  laufend,
  regionOf,
  termineHeute,
  type Lage,
} from './situation.ts';
import { keptDays, layOut, type Dienst, type Person, type Praxis } from './practice.ts';
import { dayBefore, windowStart } from './days.ts';
import {
  dayExpression,
  isCode,
  plainCode,
  predicate,
  tokenOf,
  type Baum,
  type Token,
} from './words.ts';

export interface Treffer {
  readonly patid: string;
  readonly tag: string;
  readonly regel: string;
  readonly zahn: string;
  readonly system: string;
  readonly nr: string;
  readonly menge: number;
}
/** Who is asked about: all, or what a test names. */
export interface Gefragt {
  readonly rows: readonly RohZeile[];
  readonly regeln: readonly Regel[];
  readonly heute: string;
  readonly einstellung: RegelEinstellung;
}

const UNITS: ReadonlyMap<string, string> = new Map(
  [...GOAE, ...GOZ, ...BEMA].map((one) => [`${one.system} ${plainCode(one.number)}`, one.unit]),
);
/** Charged by tooth or canal, so that several teeth are several proposals; else the rule speaks once a day. */
export const isPerTooth = (rule: Regel): boolean =>
  /^(Zahn|Kanal|Kavität|Trennstelle)/.test(
    UNITS.get(`${rule.position?.system ?? ''} ${plainCode(rule.position?.nr ?? '')}`) ?? '',
  );
const words = (rule: Regel): string =>
  [
    ...rule.heuteKeines,
    ...rule.historieKeine,
    ...rule.historieNoetig,
    rule.heuteAlle,
    rule.zusatz,
    rule.menge,
  ].join(' ');
const looksAtTeeth = (rule: Regel): boolean =>
  rule.anZaehnen !== undefined || /@Z|zahn\.|gleicheFlaechen/.test(words(rule));
/** The number that a rule proposes at a tooth. */
function numberAt({ position, anZaehnen }: Regel, zahn: string): string {
  const isThere =
    zahn !== '' &&
    (anZaehnen?.zaehne ?? '').split(',').some((part) => {
      const [from = '', to = from] = part.trim().split('-');
      return from !== '' && zahn >= from && zahn <= to;
    });
  return isThere ? anZaehnen!.nr : (position?.nr ?? '');
}
const looksAtRegions = (rule: Regel): boolean => /@K/.test(words(rule));
const holds = (rule: Regel, day: string): boolean =>
  (rule.gueltigVon === null || rule.gueltigVon <= day) &&
  (rule.gueltigBis === null || rule.gueltigBis >= day);
/** Of a day; the others hold as of today, whatever was done on which day. */
export const isOfDay = (rule: Regel): boolean =>
  rule.heuteEines.length > 0 || rule.heuteAlle !== '';

interface Fall {
  readonly treffer: Treffer;
  readonly rule: Regel;
  readonly here: readonly Dienst[];
}

/** Rules are of the kinds VERGESSEN and PRUEFUNG and of a day; chances (POTENZIAL) are not looked for here. */
export function referenz({ rows, regeln, heute, einstellung }: Gefragt): Treffer[] {
  const praxis = layOut(rows),
    quote = quoteOf(praxis),
    found: Treffer[] = [];
  const own = regeln.filter(
      (one) => one.art !== 'POTENZIAL' && isOfDay(one) && !einstellung.aus.includes(one.id),
    ),
    proposals = own.filter((one) => one.art === 'VERGESSEN'),
    checks = own.filter((one) => one.art === 'PRUEFUNG');
  for (const person of praxis.personen) {
    if (person.v['versicherung'] === 'SONST' && !einstellung.mitAnderenTraegern) continue;
    for (const tag of daysOf(person)) {
      if (tag > heute) continue;
      const base: Lage = {
        praxis,
        person,
        tag,
        heute: person.dienste.filter((one) => one.tag === tag),
        frueher: person.dienste.filter((one) => one.tag < tag),
        zahn: '',
        raum: '',
        quote: (text) => quote(text, tag),
      };
      found.push(
        ...checks
          .flatMap((rule) => casesOf(rule, base, einstellung))
          .filter((one) => isOwnDay(one, base, einstellung))
          .map((one) => one.treffer),
      );
      const made = proposals
        .flatMap((rule) => casesOf(rule, base, einstellung))
        .filter(
          (one) =>
            isOwnDay(one, base, einstellung) &&
            isFree(one, base) &&
            !isBarred(one, base, checks, einstellung),
        );
      found.push(...surest(made));
    }
  }
  return found;
}
/** Of proposals of one position on one day those of the surest rule stay; of equal ones that of the smaller id. */
function surest(made: readonly Fall[]): Treffer[] {
  const best = (one: Fall): Fall =>
    made
      .filter(
        (other) =>
          other.treffer.system === one.treffer.system && other.treffer.nr === one.treffer.nr,
      )
      .reduce((a, b) =>
        b.rule.konfidenz > a.rule.konfidenz ||
        (b.rule.konfidenz === a.rule.konfidenz && b.rule.id < a.rule.id)
          ? b
          : a,
      );
  return made
    .filter(
      (one, at) =>
        best(one).rule === one.rule &&
        (isPerTooth(one.rule) ||
          made.findIndex(
            (other) => other.rule === one.rule && other.treffer.nr === one.treffer.nr,
          ) === at),
    )
    .map((one) => one.treffer);
}
/** Days with services, days on which a plan was made, and days with an appointment kept. */
function daysOf(person: Person): string[] {
  const plans = (person.rest['hkp'] ?? []).map((one) => String(one['erstelltAm'])),
    kept = keptDays(person);
  return [...new Set([...person.dienste.map((one) => one.tag), ...plans, ...kept])].sort();
}
const byId = (list: readonly Dienst[]): Dienst[] =>
  [...list].sort((a, b) => (a.id < b.id ? -1 : 1));
/** What a substitute did is left out unless the practice wants it. */
function isOwnDay({ here }: Fall, base: Lage, set: RegelEinstellung): boolean {
  const who = (byId(here)[0] ?? base.heute[0])?.behandler ?? '';
  return set.mitVertretung || base.praxis.behandler.get(who)?.['art'] !== 'VERTRETUNG';
}
const isPaidBy = (rule: Regel, person: Person): boolean =>
  rule.kasse !== 'GKV' || person.v['versicherung'] === 'GKV';
/** Puts all tokens of an expression at the tooth or region. */
function placed(baum: Baum, raum: string): Baum {
  if (baum[0] === 'token') return /@[ZK]$/.test(baum[1]) ? baum : ['token', `${baum[1]}${raum}`];
  return baum[0] === 'und' || baum[0] === 'oder'
    ? [baum[0], placed(baum[1], raum), placed(baum[2], raum)]
    : baum;
}

interface Reading {
  readonly tokens: readonly Token[];
  readonly expression: ReturnType<typeof dayExpression> | undefined;
  readonly tooth: boolean;
  readonly region: boolean;
}
const readings = new WeakMap<Regel, Reading>();
/** What a rule looks for on a day, read once. */
function readingOf(rule: Regel): Reading {
  let known = readings.get(rule);
  if (!known) {
    const named = [
        ...rule.heuteEines.filter((text) => /^[BGO]:/.test(text)),
        ...(rule.heuteAlle.match(/[BGO]:[^()&|@]+/g) ?? []),
      ].map((text) => text.replace(/@[ZK]$/, '')),
      tooth = looksAtTeeth(rule);
    readings.set(
      rule,
      (known = {
        tokens: named.map(tokenOf),
        expression: rule.heuteAlle === '' ? undefined : dayExpression(rule.heuteAlle),
        tooth,
        region: !tooth && looksAtRegions(rule),
      }),
    );
  }
  return known;
}
/** All that a rule says of a day. */
function casesOf(rule: Regel, base: Lage, set: RegelEinstellung): Fall[] {
  if (!holds(rule, base.tag) || !isPaidBy(rule, base.person)) return [];
  const { tokens, expression, tooth, region } = readingOf(rule),
    serving = base.heute.filter((one) =>
      tokens.some((token) => isCode(token, one.system, one.code)),
    );
  const isEvent = rule.heuteEines.some((text) =>
    text.startsWith('TERMIN')
      ? termineHeute(base).length > 0
      : /^(HKP|KVA):/.test(text) && erstellt(base, text.startsWith('HKP') ? 'HKP' : 'KVA'),
  );
  if (serving.length === 0 && !isEvent) return [];
  if (rule.alterVonM !== null || rule.alterBisM !== null) {
    const age = alter(base);
    if (age === undefined || age < (rule.alterVonM ?? 0) || age > (rule.alterBisM ?? 99_999))
      return [];
  }
  const places: Pick<Lage, 'zahn' | 'raum'>[] = tooth
    ? [...new Set(serving.map((one) => one.zahn))]
        .filter((zahn) => zahn !== '')
        .map((zahn) => ({ zahn, raum: '' }))
    : region
      ? [...new Set(serving.map((one) => regionOf(one.zahn)))]
          .filter((raum) => raum !== '')
          .map((raum) => ({ zahn: '', raum }))
      : [{ zahn: '', raum: '' }];
  const found: Fall[] = [];
  for (const place of places) {
    const lage: Lage = { ...base, ...place },
      here = serving.filter((one) =>
        tooth ? one.zahn === place.zahn : region ? regionOf(one.zahn) === place.raum : true,
      );
    if (
      expression &&
      judge(
        { lage, ausloeser: here, ...set },
        placed(expression.baum, tooth ? '@Z' : region ? '@K' : ''),
      ) !== true
    )
      continue;
    // A factor and its reason belong to one service.
    for (const ausloeser of /faktor|begruendung/.test(rule.zusatz)
      ? byId(here).map((one) => [one])
      : [byId(here)]) {
      const one = caseHere(rule, lage, ausloeser, set);
      if (one) {
        found.push({ treffer: one, rule, here: ausloeser });
        break;
      }
    }
    // A region is named once, however many there are.
    if (region && found.length > 0) break;
  }
  return found;
}

function caseHere(
  rule: Regel,
  lage: Lage,
  ausloeser: readonly Dienst[],
  set: RegelEinstellung,
): Treffer | undefined {
  const isCheck = rule.art === 'PRUEFUNG';
  if (rule.heuteKeines.some((text) => heuteVon(lage, text, true).length > 0)) return undefined;
  for (const text of rule.historieKeine) {
    const before = inFenster(lage, text, true);
    if (before === undefined || before.length > 0) return undefined;
  }
  const needed = rule.historieNoetig.filter((text) => /^[BGO]:/.test(text));
  if (needed.length > 0 && !needed.some((text) => (inFenster(lage, text, false) ?? []).length > 0))
    return undefined;
  if (needed.length < rule.historieNoetig.length && !laufend(lage)) return undefined;
  const anlass: Anlass = { lage, ausloeser, schalter: set.schalter, schwellen: set.schwellen };
  if (rule.zusatz !== '' && judge(anlass, predicate(rule.zusatz)) !== true) return undefined;
  const menge = isCheck ? -1 : mengeVon(anlass, rule.menge);
  if (menge === undefined || (!isCheck && menge <= 0)) return undefined;
  const nr = numberAt(rule, lage.zahn);
  return {
    patid: lage.person.id,
    tag: lage.tag,
    regel: rule.id,
    zahn: lage.zahn,
    system: rule.position?.system ?? 'EIGEN',
    nr: nr === '=' ? (ausloeser[0]?.code ?? '') : plainCode(nr),
    menge,
  };
}
/** The position is not on the day already; rules about too few of it look for exactly that. */
function isFree({ rule, treffer }: Fall, base: Lage): boolean {
  const counted = /\(([^)]*)\)/.exec(rule.menge)?.[1]?.split(/[|,]/) ?? [],
    isAbout = [
      ...rule.heuteEines,
      ...counted,
      ...[...rule.menge.matchAll(/[BGO]:[^()|,+\s-]+/g)].map((one) => one[0]),
    ].some(
      (text) =>
        /^[BGO]:/.test(text.trim()) && isCode(tokenOf(text.trim()), treffer.system, treffer.nr),
    );
  return (
    isAbout ||
    !base.heute.some((other) => other.system === treffer.system && other.code === treffer.nr)
  );
}
/** With it on the day a check that names it would speak, and does not speak without it. What is wrong beside anything else bars nothing: then the other one may be the one to go. */
function isBarred(
  { rule, treffer, here }: Fall,
  base: Lage,
  checks: readonly Regel[],
  set: RegelEinstellung,
): boolean {
  // Where no tooth is asked about the thought service lies at the teeth of those that made the rule look.
  const teeth =
      treffer.zahn !== ''
        ? [treffer.zahn]
        : [...new Set(here.map((one) => one.zahn).filter((zahn) => zahn !== ''))],
    replaced = (rule.ersetzt ?? []).map(tokenOf);
  const thought = (teeth.length > 0 ? teeth : ['']).map((zahn, at): Dienst => ({
    id: 'zzz',
    tag: treffer.tag,
    system: treffer.system,
    code: treffer.nr,
    zahn,
    flaechen: '',
    menge: at === 0 ? treffer.menge : 0,
    faktor: null,
    grund: '',
    behandler: '',
    hkpid: '',
    v: {},
  }));
  const kept = base.heute.filter(
      (one) => !replaced.some((token) => isCode(token, one.system, one.code)),
    ),
    without: Lage = { ...base, heute: kept },
    with_: Lage = { ...base, heute: [...kept, ...thought] };
  const naming = checks.filter((check) =>
    readingOf(check).tokens.some((token) => isCode(token, treffer.system, treffer.nr)),
  );
  return naming.some(
    (check) => casesOf(check, without, set).length === 0 && casesOf(check, with_, set).length > 0,
  );
}

/** Ratio of two sums of quantities in the whole practice in the quarter before the day; known from 20 of the latter on. */
function quoteOf(praxis: Praxis): (text: string, tag: string) => number | undefined {
  const known = new Map<string, number | undefined>(),
    all = praxis.personen.flatMap((person) => person.dienste);
  return (text, tag) => {
    const end = dayBefore(windowStart('Q', tag)!),
      from = windowStart('Q', end)!,
      key = `${text} ${from}`;
    if (!known.has(key)) {
      const [part = '', whole = ''] = text.split('/'),
        sum = (tokens: string): number =>
          all
            .filter(
              (one) =>
                one.tag >= from &&
                one.tag <= end &&
                tokens.split('|').some((token) => isCode(tokenOf(token), one.system, one.code)),
            )
            .reduce((n, one) => n + one.menge, 0),
        below = sum(whole);
      known.set(key, below < 20 ? undefined : sum(part) / below);
    }
    return known.get(key);
  };
}
