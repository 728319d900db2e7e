// Resolves each fact of the rule language for the current patient and day; null where it is
// unknown.

import { surgeryNumbers } from '../../../shared/analytics/billing/fees.ts';
import { UPT } from '../../../shared/analytics/billing/periods.ts';
import {
  HKP_ART,
  HKP_STATUS,
  KARIESRISIKO,
  PAR_GRAD,
  VERSORGUNGSART,
} from '../../../shared/analytics/deliveries/pvs.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import { isHolidayIn } from '../snapshot/public-holidays.ts';
import { RULE_THRESHOLDS } from '../../../shared/analytics/billing/rule-facts.ts';
import {
  parseToken,
  type Dauer,
  type TimeWindow,
  type RuleToken,
} from '../../../shared/analytics/billing/rule-language.ts';
import { GROUP, PAYER, INSURANCE, type Snapshot } from '../snapshot/snapshot.ts';
import { EMPTY, plusMonths, quarterOfDay, dayText, weekdayOf } from '../snapshot/calendar.ts';
import type { Situation } from './day-state.ts';
import type { EngineSnapshot } from './engine-snapshot.ts';
import {
  countAreasPerJaw,
  countJaws,
  countRegions,
  countTeeth,
  isPermanentTooth,
  isPosteriorTooth,
  TEETH,
} from './tooth-masks.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';

/** Several values: any of them may match. */
export type Value =
  | number
  | string
  | boolean
  | Dauer
  | readonly string[]
  | readonly number[]
  | null;
export type Finder = (k: Situation) => Value;
/** Facts about the practice as a whole. */
export interface Surroundings {
  readonly region: string | null;
  readonly schalter: Readonly<Record<string, boolean>>;
  readonly schwellen: Readonly<Record<string, number>>;
}

const menge = (k: Situation, ...words: string[]): Uint8Array =>
  k.m.codebook.menge(words.map((one) => parseToken(one)));
const state = (k: Situation, entity: 'hkp' | 'parfall', at: number): string | null => {
  const said = k.m.spalte(entity, 'status')[at]!,
    approved = k.dayNumberOf(entity, 'genehmigtAm', at),
    free = HKP_STATUS.indexOf('GENEHMIGT');
  if (said > HKP_STATUS.indexOf('ABGERECHNET')) return HKP_STATUS[said]!;
  if (approved !== null && approved > k.tag) return 'BEI_KASSE';
  if (approved !== null && said < free) return 'GENEHMIGT';
  return HKP_STATUS[said] ?? null;
};
/**
 * Order of states for `<` and `>=`: final states count as lower, plans that need no approval as
 * approved.
 */
export function rank(status: string): number {
  const at = (HKP_STATUS as readonly string[]).indexOf(status);
  return at > HKP_STATUS.indexOf('ABGERECHNET')
    ? -1
    : status === 'SOFORT' || status === 'ANGENOMMEN_OHNE_KASSE'
      ? HKP_STATUS.indexOf('GENEHMIGT')
      : at;
}
const planDay =
  (name: string): Finder =>
  (k) => {
    const plan = k.planOfDay();
    return plan < 0 ? null : k.dayNumberOf('hkp', name, plan);
  };
const careOf =
  (word: (typeof VERSORGUNGSART)[number]): Finder =>
  (k) => {
    const plan = k.planOfDay(),
      kind = plan < 0 ? -1 : k.m.spalte('hkp', 'versorgungsart')[plan]!;
    return kind < 0 ? null : kind === VERSORGUNGSART.indexOf(word);
  };
/** Whether the person is entitled to dental services under section 22a SGB V. */
function hasClaim22a(k: Situation): boolean {
  const grade = k.m.spalte('patient', 'pflegegrad')[k.p];
  const isGraded = grade !== undefined && grade !== EMPTY && grade >= 1;
  return isGraded || k.m.spalte('patient', 'eingliederungshilfe')[k.p] === 1;
}
const bool =
  (name: string): Finder =>
  (k) => {
    const said = k.m.spalte('patient', name)[k.p]!;
    return said < 0 ? null : said === 1;
  };
const caseDay =
  (name: string): Finder =>
  (k) => {
    const parCase = k.parfall();
    return parCase < 0 ? null : k.dayNumberOf('parfall', name, parCase);
  };
const grade = (k: Situation): string | null => {
  const parCase = k.parfall(),
    at = parCase < 0 ? -1 : k.m.spalte('parfall', 'grad')[parCase]!;
  return PAR_GRAD[at] ?? null;
};

/** Missing, replaced by an implant, replaced by a pontic, in chart notation. */
const NOT_DELIVERED = new Set(['f', 'fi', 'ff', 'e', 'ew', ')(', 'i', 'si', 'b', 'bw']),
  IMPLANT_CODES = new Set(['i', 'si']),
  PONTIC_CODES = new Set(['b', 'bw']),
  SICK = new Set([
    'c',
    'fü',
    'fu',
    'k',
    'kw',
    'pk',
    'pw',
    'ww',
    'z',
    'x',
    'wf',
    'ca',
    'd',
    'iv',
    'v',
  ]);
const countFindings = (k: Situation, matches: (word: string) => boolean): number | null => {
  if (!k.hasToothStatus() || k.monate < 168) return null;
  let n = 0;
  for (let tooth = 0; tooth < 32; tooth += 1) if (matches(k.befund(tooth, k.tag))) n += 1;
  return n;
};
/** Teeth cleaned most recently within two years, where no chart gives their number. */
function lastCleanedTeeth(k: Situation): number | null {
  const cleaning = menge(k, 'B:UPTc', 'G:1040'),
    last = k.preceding(cleaning, plusMonths(k.tag, -24), '', true);
  if (last < 0) return null;
  let sum = 0;
  for (let i = last; i >= 0 && k.tage[i] === k.tage[last]; i -= 1)
    if (k.code[i] === k.code[last]) sum += k.menge[i]!;
  return sum;
}
const PAR_STEPS = [
  'erstelltAm',
  'genehmigtAm',
  'atgAm',
  'mhuAm',
  'aitVon',
  'aitBis',
  'bevAm',
  'cptAm',
  'uptVon',
] as const;
function isParActive(k: Situation): boolean {
  const parCase = k.parfall(),
    frist = plusMonths(k.tag, -24);
  if (parCase >= 0) {
    const done = k.dayNumberOf('parfall', 'abgeschlossenAm', parCase),
      end = k.dayNumberOf('parfall', 'uptBis', parCase);
    if ((done !== null && done < k.tag) || (end !== null && end < k.tag)) return false;
    if (end !== null) return true;
    return PAR_STEPS.some((name) => {
      const day = k.dayNumberOf('parfall', name, parCase);
      return day !== null && day <= k.tag && day >= frist;
    });
  }
  // Where no cases are delivered, the services decide.
  return (
    !k.m.delivers('parfall') &&
    k.preceding(
      menge(k, 'B:ATG', 'B:MHU', 'B:AIT*', 'B:CPT*', 'B:BEV*', 'B:UPT*'),
      frist,
      '',
      true,
    ) >= 0
  );
}
function hkpState(k: Situation): Value {
  const plan = k.planOfDay();
  if (plan < 0) return null;
  const own = state(k, 'hkp', plan),
    taken = k.dayNumberOf('hkp', 'angenommenAm', plan),
    kind = HKP_ART[k.m.spalte('hkp', 'art')[plan]!];
  // For plans without an insurer's decision, acceptance counts as approval.
  const free =
    (kind === 'KVA' || kind === 'MKV' || kind === 'IMPLANTAT') &&
    taken !== null &&
    taken <= k.tag &&
    own !== null &&
    rank(own) >= 0 &&
    rank(own) <= HKP_STATUS.indexOf('GENEHMIGT');
  return own === null ? null : free ? [own, 'ANGENOMMEN'] : own;
}
const flaechen = (word: string): string =>
  [...new Set(word.toLowerCase().replace(/[^a-zäöü]/g, ''))].toSorted().join('');
/**
 * Surfaces of today's filling of the tooth and of its previous one within two years; null where
 * either is unknown.
 */
function filledSurfaces(k: Situation): { heute: string; preceding: string } | null {
  const fuellung = menge(k, 'B:13*');
  const today = k.heute(fuellung, 'Z', true);
  const before = k.preceding(fuellung, k.von({ art: 'MONATE', n: 24 })!, 'Z', true);
  if (today < 0 || before < 0) return null;
  const word = (i: number): string =>
    i === k.n
      ? ''
      : flaechen(k.m.text('leistung', 'flaechen', k.m.snapshot.services.rawRows[k.stelle[i]!]!));
  const [todayDay, preceding] = [word(today), word(before)];
  return todayDay === '' || preceding === '' ? null : { heute: todayDay, preceding };
}
function gleicheFlaechen(k: Situation): Value {
  const both = filledSurfaces(k);
  return both && both.heute === both.preceding;
}
function flaechenEnthalten(k: Situation): Value {
  const both = filledSurfaces(k);
  return both && [...both.heute].every((one) => both.preceding.includes(one));
}
/** Checks whether the delivered hours of treatment cover a minute of a day. */
function isTreatmentTime({ workingHours }: Snapshot, day: number, minute: number): boolean {
  for (
    let i = lowerBound(workingHours.day, day);
    i < workingHours.n && workingHours.day[i] === day;
    i += 1
  )
    if (workingHours.from[i]! <= minute && minute < workingHours.to[i]!) return true;
  return false;
}
const MOLAR_TEETH: ReadonlySet<number> = new Set([16, 17, 26, 27, 36, 37, 46, 47]);
const row =
  (find: (k: Situation, l: number) => Value): Finder =>
  (k) =>
    k.zeile < 0 || k.zeile >= k.n ? null : find(k, k.stelle[k.zeile]!);
const tooth =
  (find: (k: Situation) => Value): Finder =>
  (k) =>
    k.zahn < 0 ? null : find(k);
const MANDATORY = -1_000_000;

const FINDER: Readonly<Record<string, (u: Surroundings) => Finder>> = {
  heute: () => (k) => k.tag,
  sonntag: () => (k) => weekdayOf(k.tag) === 6,
  feiertag: (u) => {
    const known = new Map<number, boolean>();
    return (k) => {
      let said = known.get(k.tag);
      if (said === undefined) known.set(k.tag, (said = isHolidayIn(dayText(k.tag), u.region)));
      return said;
    };
  },
  ambulant: () => (k) => !/stationär/iu.test(k.notiz()),
  'patient.privat': () => (k) => (k.versicherung < 0 ? null : k.versicherung !== INSURANCE.GKV),
  'patient.pflegegrad': () => (k) => {
    const said = k.m.spalte('patient', 'pflegegrad')[k.p]!;
    return said === EMPTY ? null : said;
  },
  'patient.eingliederungshilfe': () => bool('eingliederungshilfe'),
  // No delivered value counts as no entitlement: most people have none, and no row says so.
  'patient.anspruch22a': () => (k) => hasClaim22a(k),
  'einrichtung.kooperationsvertrag': () => bool('kooperationsvertrag'),
  'patient.kariesrisiko': () => (k) => {
    const at = k.newestRow('kariesrisiko', 'datum');
    return at < 0 ? null : (KARIESRISIKO[k.m.spalte('kariesrisiko', 'risiko')[at]!] ?? null);
  },
  'termin.art': () => (k) => {
    const found = k.termine().map((t) => STANDARD_GROUPS[k.m.snapshot.appointments.gruppe[t]!]!);
    return found.length === 0 ? null : found;
  },
  'termin.schmerz': () => (k) => {
    const found = k.termine();
    return found.length === 0
      ? null
      : found.some((t) => k.m.snapshot.appointments.gruppe[t] === GROUP.SCHMERZ);
  },
  'termin.start': () => (k) => {
    const found = k.termine();
    return found.length === 0 ? null : found.map((t) => k.m.snapshot.appointments.minute[t]!);
  },
  sprechstunde: () => (k) =>
    k
      .termine()
      .some((t) => isTreatmentTime(k.m.snapshot, k.tag, k.m.snapshot.appointments.minute[t]!)),
  keinTermin: () => (k) => !k.hasFollowUp(-1),
  letzteLeistung: () => (k) => {
    for (let i = k.a - 1; i >= 0; i -= 1)
      if (k.m.codebook.systems[k.code[i]!] === 'BEMA') return k.tage[i]!;
    return MANDATORY;
  },
  letzteAIT: () => (k) => {
    const parCase = k.parfall(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase),
      at = from === null ? -1 : k.preceding(menge(k, 'B:AIT*'), from, '', true);
    return at < 0 ? null : k.tage[at]!;
  },
  'ze.eingliederung': () => (k) => {
    const p = k.newestRow('prothese', 'eingegliedertAm'),
      h = k.newestRow('hkp', 'eingegliedertAm'),
      found = [
        p < 0 ? null : k.dayNumberOf('prothese', 'eingegliedertAm', p),
        h < 0 ? null : k.dayNumberOf('hkp', 'eingegliedertAm', h),
      ].filter((one) => one !== null);
    return found.length === 0 ? null : Math.max(...found);
  },
  'ti.epaUpload': () => (k) => {
    const days = k.m.spalte('epaupload', 'datum');
    return k.m.zeilen('epaupload', k.p).some((at) => days[at] === k.tag);
  },
  zahnsteinbefund: () => (k) => {
    const days = k.m.spalte('zahnbefund', 'datum');
    return k.m
      .zeilen('zahnbefund', k.p)
      .some((at) => days[at] === k.tag && /^zst$/i.test(k.m.text('zahnbefund', 'befund', at)));
  },
  zaehne: () => (k) => countFindings(k, (word) => !NOT_DELIVERED.has(word)) ?? lastCleanedTeeth(k),
  implantate: () => (k) => countFindings(k, (word) => IMPLANT_CODES.has(word)),
  brueckenglieder: () => (k) => countFindings(k, (word) => PONTIC_CODES.has(word)),
  'alter.monate': () => (k) => (k.monate < 0 ? null : k.monate),
  fenster: () => (k) => (k.monate < 0 ? null : k.monate),
  'psi.max': () => (k) => {
    const at = k.newestRow('psi', 'datum'),
      digits = at < 0 ? [] : [...k.m.text('psi', 'codes', at).matchAll(/[0-4]/g)].map(Number);
    return digits.length === 0 ? null : Math.max(...digits);
  },
  'par.aktiv': () => isParActive,
  'par.grad': () => grade,
  'plan.art': () => (k) => (k.parfall() < 0 ? null : 'PAR'),
  'plan.status': () => (k) => {
    const parCase = k.parfall();
    return parCase < 0 ? null : state(k, 'parfall', parCase);
  },
  'plan.genehmigtSeit': () => caseDay('genehmigtAm'),
  'case.par.geplanteZaehne': () => (k) => {
    const parCase = k.parfall();
    if (parCase < 0) return null;
    const one = k.m.spalte('parfall', 'zaehneEinwurzelig')[parCase]!,
      more = k.m.spalte('parfall', 'zaehneMehrwurzelig')[parCase]!;
    return one === EMPTY && more === EMPTY
      ? null
      : (one === EMPTY ? 0 : one) + (more === EMPTY ? 0 : more);
  },
  'case.par.abgerechneteZaehne': () => (k) => {
    const parCase = k.parfall(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase);
    return from === null ? null : k.summe(menge(k, 'B:AIT*'), from, '');
  },
  'upt.schritt': () => (k) => {
    const from = k.von({ art: 'UPTZEITRAUM' });
    return from === null ? null : k.summe(menge(k, 'B:UPTa'), from, '');
  },
  'upt.naechsteFaelligkeit': () => (k) => {
    const parCase = k.parfall(),
      from = parCase < 0 ? null : k.dayNumberOf('parfall', 'erstelltAm', parCase),
      g = grade(k) as keyof typeof UPT | null;
    if (from === null || g === null) return null;
    const last = k.preceding(menge(k, 'B:UPTa'), from, '', true),
      talk = k.preceding(menge(k, 'B:BEV*'), from, '', true);
    return last >= 0
      ? plusMonths(k.tage[last]!, UPT[g].gapMonths)
      : talk >= 0
        ? plusMonths(k.tage[talk]!, 3)
        : null;
  },
  'upt.ende': () => (k) => {
    const parCase = k.parfall(),
      end = parCase < 0 ? null : k.dayNumberOf('parfall', 'uptBis', parCase),
      from = parCase < 0 ? null : k.uptVon(parCase);
    return end ?? (from === null ? null : plusMonths(from, 24));
  },
  'hkp.art': () => (k) => {
    const plan = k.planOfDay();
    return plan < 0 ? null : (HKP_ART[k.m.spalte('hkp', 'art')[plan]!] ?? null);
  },
  'hkp.status': () => hkpState,
  'hkp.genehmigtAm': () => planDay('genehmigtAm'),
  'hkp.genehmigtSeit': () => (k) => {
    const plan = k.planOfDay();
    return plan < 0
      ? null
      : (k.dayNumberOf('hkp', 'genehmigtAm', plan) ?? k.dayNumberOf('hkp', 'angenommenAm', plan));
  },
  'hkp.eingegliedert': () => (k) => {
    const plan = k.planOfDay(),
      done = plan < 0 ? null : k.dayNumberOf('hkp', 'eingegliedertAm', plan);
    return plan < 0 ? null : done !== null && done <= k.tag;
  },
  'hkp.regelversorgung': () => careOf('REGEL'),
  'hkp.gleichartig': () => careOf('GLEICHARTIG'),
  befund: () => (k) => {
    const plan = k.planOfDay(),
      { from, rows } = k.m.positionen,
      found =
        plan < 0
          ? []
          : [...rows.subarray(from[plan], from[plan + 1])]
              .map((at) => k.m.text('hkpposition', 'befund', at))
              .filter((word) => word !== '');
    return found.length === 0 ? null : found;
  },
  'prothese.art': () => (k) => {
    const days = k.m.spalte('prothese', 'eingegliedertAm'),
      found = [...k.m.zeilen('prothese', k.p)]
        .filter((at) => days[at] === k.tag)
        .map((at) => k.m.text('prothese', 'art', at).toUpperCase())
        .filter((word) => word !== '');
    return found.length === 0 ? null : found;
  },
  zahn: () => tooth((k) => TEETH[k.zahn]!),
  'zahn.bleibend': () => tooth((k) => isPermanentTooth(k.zahn)),
  'zahn.molar': () => tooth((k) => MOLAR_TEETH.has(TEETH[k.zahn]!)),
  'zahn.seitenzahn': () => tooth((k) => isPosteriorTooth(k.zahn)),
  'zahn.zerstoert': () =>
    tooth((k) => {
      const word = k.befund(k.zahn, k.tag - 1);
      return word === '' ? null : word === 'ww' || word === 'z';
    }),
  'zahn.vorbefund': () =>
    tooth((k) => {
      const word = k.befund(k.zahn, k.tag - 1);
      return word === '' ? null : word;
    }),
  durchgebrochen: () =>
    tooth((k) => {
      const n = TEETH[k.zahn]! % 10,
        word = k.befund(k.zahn, k.tag);
      return k.monate < 0 || !isPermanentTooth(k.zahn) || (n !== 6 && n !== 7)
        ? null
        : k.monate >= (n === 6 ? 84 : 156) && !NOT_DELIVERED.has(word);
    }),
  kariesfrei: () =>
    tooth((k) => {
      if (!k.hasToothStatus()) return null;
      return k.toothFindingsOf(k.zahn).every((one) => one.tag > k.tag || !SICK.has(one.wort));
    }),
  gleicheFlaechen: () => tooth(gleicheFlaechen),
  flaechenEnthalten: () => tooth(flaechenEnthalten),
  'mkv.fehlt': () =>
    tooth((k) => {
      if (!k.m.delivers('mkv')) return null;
      const days = k.m.spalte('mkv', 'datum'),
        from = plusMonths(k.tag, -12),
        own = String(TEETH[k.zahn]!);
      return !k.m.zeilen('mkv', k.p).some((at) => {
        const word = k.m.text('mkv', 'zahn', at);
        return days[at]! >= from && days[at]! <= k.tag && (word === '' || word === own);
      });
    }),
  molarenOhneIP5: () => (k) => k.treffer,
  faktor: () =>
    row((k, l) => {
      const said = k.m.snapshot.services.faktor[l]!;
      return said === EMPTY ? null : said / 100;
    }),
  begruendung: () => row((k, l) => (k.m.snapshot.services.hasReason[l] === 1 ? 'ja' : '')),
  'leistung.status': () =>
    row((k, l) => ['GEPLANT', 'ERBRACHT', 'ABGERECHNET'][k.m.snapshot.services.status[l]!] ?? null),
  'leistung.rechnungId': () =>
    row((k, l) => (k.m.snapshot.services.rechnung[l]! < 0 ? 'null' : 'ja')),
  'leistung.datum': () => row((k, l) => k.m.snapshot.services.day[l]!),
  'leistung.privat': () => row((k, l) => k.m.snapshot.services.traeger[l] !== PAYER.GKV),
};

/** Resolver of a fact; switches and thresholds are set by the practice. */
export function finderOf(name: string, u: Surroundings): Finder {
  const [kind = '', own = ''] = name.split('.');
  if (kind === 'schalter') {
    const isOn = u.schalter[own] ?? true;
    return () => isOn;
  }
  if (kind === 'schwelle') {
    const at = u.schwellen[own] ?? RULE_THRESHOLDS[own as keyof typeof RULE_THRESHOLDS].start;
    return () => at;
  }
  return FINDER[name]!(u);
}
const single = (
  m: EngineSnapshot,
  chosenMarks: readonly RuleToken[],
): { menge: Uint8Array; token: RuleToken }[] =>
  chosenMarks.map((token) => ({ menge: m.codebook.menge([token]), token }));
function maskOfToday(
  k: Situation,
  tokenSets: readonly { menge: Uint8Array; token: RuleToken }[],
): { bleibend: number; milch: number; ohne: number } {
  let bleibend = 0,
    milk = 0,
    without = 0;
  const take = (i: number): void => {
    if (k.bleibend[i] === 0 && k.milch[i] === 0) without += Math.max(1, k.menge[i]!);
    bleibend |= k.bleibend[i]!;
    milk |= k.milch[i]!;
  };
  for (const { menge: table, token } of tokenSets) {
    if (token.fenster === null) {
      for (let i = k.a; i < k.b; i += 1) if (table[k.code[i]!] === 1) take(i);
      // A hypothetical service is placed at its teeth like any other.
      if (k.hasTrial && table[k.code[k.n]!] === 1) take(k.n);
    } else {
      const from = k.von(token.fenster);
      if (from !== null)
        for (let i = k.a - 1; i >= 0 && k.tage[i]! >= from; i -= 1)
          if (table[k.code[i]!] === 1) take(i);
    }
  }
  return { bleibend, milch: milk, ohne: without };
}
/**
 * Ratio of two quantity sums in the quarter before a day, over the whole practice; null if the
 * latter is below 20.
 */
export function praxisquote(
  m: EngineSnapshot,
  upper: Uint8Array,
  lower: Uint8Array,
): (quarter: number) => number | null {
  let sums: Map<number, [number, number]> | undefined, of: EngineSnapshot['snapshot'] | undefined;
  return (quarter) => {
    if (!sums || of !== m.snapshot) {
      sums = new Map();
      of = m.snapshot;
      const { services } = of;
      for (let i = 0; i < services.n; i += 1) {
        const code = m.code(i),
          a = upper[code] === 1,
          b = lower[code] === 1;
        if (!a && !b) continue;
        const q = quarterOfDay(services.day[i]!),
          known = sums.get(q) ?? [0, 0],
          count = services.menge[i] === EMPTY ? 1 : services.menge[i]!;
        if (a) known[0] += count;
        if (b) known[1] += count;
        sums.set(q, known);
      }
    }
    const found = sums.get(quarter - 1);
    return !found || found[1] < 20 ? null : found[0] / found[1];
  };
}

/** Functions of the rule language, bound to an image. */
export function ruleFunction(
  m: EngineSnapshot,
  name: string,
  chosenMarks: readonly RuleToken[],
  second: readonly RuleToken[],
  fenster: TimeWindow | null,
  words: readonly string[],
): Finder {
  const all = m.codebook.menge(chosenMarks),
    scope = chosenMarks[0]?.scope ?? '',
    each = single(m, chosenMarks);
  switch (name) {
    case 'count':
    case 'qty':
      return (k) => {
        const from = k.von(fenster);
        return from === null ? null : k.summe(all, from, scope);
      };
    case 'abstand':
      return (k) => {
        const at = k.preceding(all, -2_000_000_000, scope, true);
        return at < 0 ? null : k.tage[at]!;
      };
    case 'zaehne':
      return (k) => {
        const { bleibend, milch: milk, ohne: without } = maskOfToday(k, each);
        return countTeeth(bleibend, milk) + without;
      };
    case 'kieferhaelften':
      return (k) => {
        const { bleibend, milch: milk } = maskOfToday(k, each);
        return Math.max(1, countRegions(bleibend, milk));
      };
    case 'kieferbereiche':
      return (k) => {
        const { bleibend, milch: milk } = maskOfToday(k, each);
        return Math.max(1, countAreasPerJaw(bleibend, milk));
      };
    case 'kiefer':
      return (k) => {
        const { bleibend, milch: milk } = maskOfToday(k, each);
        return Math.max(1, countJaws(bleibend, milk));
      };
    case 'kanaele':
      return (k) =>
        Math.max(...each.map((one) => k.summe(one.menge, 2_000_000_000, one.token.scope)));
    case 'dauer':
      return (k) => {
        const found = /(?:mundhyg|unterweis|instrukt)[^.\n]{0,80}?(\d{1,3})\s*min/iu.exec(
          k.notiz(),
        );
        return found?.[1] === undefined ? null : Number(found[1]);
      };
    case 'maxPunkte': {
      const eligible = m.codebook.menge(surgeryNumbers().map((nr) => parseToken(`G:${nr}`)));
      return (k) => {
        let most = 0;
        for (let i = k.a; i < k.b; i += 1)
          if (eligible[k.code[i]!] === 1)
            most = Math.max(
              most,
              m.snapshot.services.punkte[k.stelle[i]!] === EMPTY
                ? m.punkte(k.code[i]!)
                : m.snapshot.services.punkte[k.stelle[i]!]!,
            );
        return most;
      };
    }
    case 'praxisquote': {
      const rate = praxisquote(m, all, m.codebook.menge(second));
      return (k) => rate(quarterOfDay(k.tag));
    }
    case 'keinTermin': {
      const group =
        words[0] === undefined
          ? -1
          : STANDARD_GROUPS.indexOf(words[0] as (typeof STANDARD_GROUPS)[number]);
      return (k) => !k.hasFollowUp(group);
    }
    default:
      throw new RangeError(`no function ${name}`);
  }
}
