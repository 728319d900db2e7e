/**
 * Turns limits into checks of the rule language, so that one engine warns about charged positions
 * and holds back proposals. A limit that no delivered row can answer stays text. Pure.
 */
import { isReading, type Limit } from './limit.ts';
import {
  otherTokens,
  pairKey,
  placeOf,
  scopedTo,
  teethOf,
  tokenOf,
  windowOf,
  type Place,
} from './limit-words.ts';
import type { Rule } from './rule.ts';

/** The conditions of a check: tokens of the day, and a predicate. */
interface LimitCheck {
  readonly heuteAlle: string;
  readonly heuteKeines?: readonly string[];
  readonly zusatz?: string;
  /** Two services exclude each other: the cheaper one is named. */
  readonly isPair?: true;
  readonly de: string;
  readonly en: string;
}
/** Limits that are known together: mirrored pairs are evaluated once. */
class LimitContext {
  private readonly pairs = new Set<string>();
  readonly limits: readonly Limit[];
  constructor(limits: readonly Limit[]) {
    this.limits = limits;
  }
  /** Registers a pair of numbers; false where an earlier limit said it. */
  isNewPair(key: string): boolean {
    if (this.pairs.has(key)) return false;
    this.pairs.add(key);
    return true;
  }
  /** Limits of the same number and kind. */
  siblings(one: Limit): Limit[] {
    return this.limits.filter(
      (other) =>
        other.system === one.system && other.number === one.number && other.kind === one.kind,
    );
  }
}

type Maker = (one: Limit, context: LimitContext) => LimitCheck | null;
const anyOf = (tokens: readonly string[]): string =>
  tokens.length === 1 ? tokens[0]! : `(${tokens.join('|')})`;
const listed = (tokens: readonly string[]): string =>
  tokens.map((one) => one.slice(2).replace(/@.$/, '')).join(', ');

const notBeside: Maker = (one, context) => {
  const place = placeOf(one.scope),
    own = tokenOf(one.system, one.number),
    others = otherTokens(one);
  if (place === null || others === null || own === null) return null;
  // A limit of a place also holds where the session is asked, so a session's pair covers it.
  const news = others.filter(
    (other) => other !== own && context.isNewPair(pairKey(own, other, place)),
  );
  if (news.length === 0) return null;
  const text = {
    de: `${one.number} nicht neben ${listed(news)}`,
    en: `${one.number} not next to ${listed(news)}`,
  };
  if (place.window !== null)
    return { ...text, heuteAlle: own, zusatz: `count(${news.join('|')},${place.window})>0` };
  return {
    ...text,
    heuteAlle: scopedTo(`${own}&${anyOf(news)}`, place),
    ...(place.scope === 'jaw' && { zusatz: `kiefer(${[own, ...news].join('|')})=1` }),
    isPair: true,
  };
};

const PER: Readonly<Record<string, Place>> = {
  session: { scope: '', window: null },
  day: { scope: '', window: null },
  visit: { scope: '', window: null },
  tooth: { scope: 'Z', window: null },
  quadrant: { scope: 'K', window: null },
  implant: { scope: 'Z', window: null },
};
const maxPerWindow: Maker = (one) => {
  const [, count = '', per = ''] = /^(\d+)\/(\w+)$/.exec(one.value) ?? [],
    own = tokenOf(one.system, one.number);
  if (count === '' || own === null) return null;
  const scopes = one.scope.split('+'),
    isAtTooth = scopes.includes('tooth') || scopes.includes('implant'),
    plan = scopes.includes('hkp') ? 'HKP' : scopes.includes('par_case') ? 'CASE_PAR' : '',
    place: Place | undefined = isAtTooth && per === 'session' ? PER['tooth'] : PER[per],
    text = {
      de: `${one.number} öfter als ${count}-mal (${one.value})`,
      en: `${one.number} more often than ${count} times (${one.value})`,
    };
  if (plan !== '') {
    const at = per === 'tooth' ? '@Z' : per === 'case' || per === 'hkp' ? '' : null;
    return at === null
      ? null
      : { ...text, heuteAlle: own + at, zusatz: `count(${own}${at},${plan})>${count}` };
  }
  if (one.number === 'IP5' && scopes.includes('case'))
    return { ...text, heuteAlle: `${own}@Z`, zusatz: `count(${own}@Z,Q)>${count}` };
  if (scopes.some((word) => UNANSWERED.has(word))) return null;
  if (place !== undefined) {
    const at = place.scope === '' ? '' : `@${place.scope}`;
    return { ...text, heuteAlle: own + at, zusatz: `qty(${own}${at})>${count}` };
  }
  const window = per === 'patient' ? 'EVER' : windowOf(per);
  if (window === null) return null;
  const at = isAtTooth ? '@Z' : '',
    // Two applications in a half-year are possible only for a documented high risk.
    risk = one.number === 'IP4' ? ' and not patient.hohesKariesrisiko' : '';
  return { ...text, heuteAlle: own + at, zusatz: `count(${own}${at},${window})>${count}${risk}` };
};
/** Scopes that no delivered row answers. */
const UNANSWERED = new Set([
  'case',
  'kfo_case',
  'crown_case',
  'treatment',
  'practice',
  'retainer',
  'grade_A',
  'grade_B',
  'grade_C',
  'high_caries_risk',
  'hkp_precalculation',
  'anatomical_reason',
  'intraligamentary',
  'same_illness',
  'clinical_situation',
  'skeletal_part',
  'canal',
  'access',
  'two_adjacent_teeth',
]);

const minGap: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    others = otherTokens(one);
  if (own === null || others === null || one.scope !== 'patient') return null;
  const window = windowOf(one.value);
  if (window === null) return null;
  return {
    heuteAlle: own,
    zusatz: `count(${others.join('|')},${window})>${others.includes(own) ? `qty(${own})` : '0'}`,
    de: `${one.number} zu früh nach ${listed(others)} (${one.value})`,
    en: `${one.number} too soon after ${listed(others)} (${one.value})`,
  };
};

const monthsOf = (value: string): number | null => {
  const [, n = '', unit = ''] = /^(\d+)([YM])$/.exec(value) ?? [];
  return n === '' ? null : Number(n) * (unit === 'Y' ? 12 : 1);
};
const age =
  (isMin: boolean): Maker =>
  (one, context) => {
    const own = tokenOf(one.system, one.number),
      all = context.siblings(one),
      months = all.map((each) => monthsOf(each.value));
    // Rows for several windows of age are alternatives: the widest of them is checked, once.
    if (own === null || all[0] !== one || months.some((each) => each === null)) return null;
    const limit = isMin ? Math.min(...(months as number[])) : Math.max(...(months as number[])),
      years = one.value.endsWith('Y'),
      word = years ? `${limit / 12}` : `${limit}`;
    return {
      heuteAlle: own,
      zusatz: isMin ? `alter.monate<${limit}` : `alter.monate>${years ? limit + 11 : limit}`,
      de: `${one.number} erst ab ${word} ${years ? 'Jahren' : 'Monaten'}`.replace(
        'erst ab',
        isMin ? 'erst ab' : 'nur bis',
      ),
      en: `${one.number} ${isMin ? 'only from' : 'only up to'} ${word} ${years ? 'years' : 'months'}`,
    };
  };

const toothType: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    teeth = teethOf(one.value);
  // Lower blocks are also given in the upper jaw for a reason that only the record states.
  if (
    own === null ||
    teeth === null ||
    !(one.scope === '' || one.scope === 'tooth') ||
    one.number === '41a'
  )
    return null;
  return {
    heuteAlle: `${own}@Z`,
    zusatz: `zahn not in ${teeth.join(',')}`,
    de: `${one.number} an einem unpassenden Zahn`,
    en: `${one.number} at a tooth it is not for`,
  };
};

const surfaces =
  (isMin: boolean): Maker =>
  (one) => {
    const own = tokenOf(one.system, one.number);
    // No service is recorded with fewer than one surface.
    if (own === null || !/^\d$/.test(one.value) || one.scope !== 'tooth') return null;
    if (isMin && one.value === '1') return null;
    return {
      heuteAlle: own,
      zusatz: isMin ? `flaechen<${one.value}` : `flaechen>${one.value}`,
      de: `${one.number} ${isMin ? 'mit weniger als' : 'mit mehr als'} ${one.value} Flächen`,
      en: `${one.number} with ${isMin ? 'fewer' : 'more'} than ${one.value} surfaces`,
    };
  };

const ON_THE_DAY: ReadonlySet<string> = new Set(['session', 'day', 'visit']);
const onlyWith: Maker = (one, context) => {
  const own = tokenOf(one.system, one.number),
    place = placeOf(one.scope),
    // Several rows of a number are alternatives: one check asks for any of them.
    all = context.siblings(one).filter((each) => each.hold === undefined),
    others = all.map((each) => otherTokens({ ...each, other: each.value }));
  if (own === null || place === null || place.window !== null || all[0] !== one) return null;
  // A place without a session looks at the whole treatment, of which a day is a part.
  if (place.scope === 'jaw' || !one.scope.split('+').some((word) => ON_THE_DAY.has(word)))
    return null;
  if (others.some((each) => each === null)) return null;
  const at = place.scope === '' ? '' : `@${place.scope}`,
    tokens = (others as string[][]).flat();
  return {
    heuteAlle: own + at,
    heuteKeines: tokens.map((other) => other + at),
    de: `${one.number} ohne ${listed(tokens)}`,
    en: `${one.number} without ${listed(tokens)}`,
  };
};

const onlyAfter: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    others = otherTokens({ ...one, other: one.value });
  // Other chains may have begun before the delivered rows; a case names its own beginning.
  if (own === null || others === null || one.scope !== 'par_case') return null;
  return {
    heuteAlle: own,
    zusatz: `count(${others.join('|')},CASE_PAR)=0`,
    de: `${one.number} vor ${listed(others)}`,
    en: `${one.number} before ${listed(others)}`,
  };
};

const insurance: Maker = (one) => {
  const own = tokenOf(one.system, one.number);
  return own === null || one.value !== 'Pflegegrad or Eingliederungshilfe' || one.scope !== ''
    ? null
    : {
        heuteAlle: own,
        zusatz: 'not patient.anspruch22a',
        de: `${one.number} ohne Pflegegrad oder Eingliederungshilfe`,
        en: `${one.number} without a care grade or integration assistance`,
      };
};

const factor =
  (isThreshold: boolean): Maker =>
  (one) => {
    const own = tokenOf(one.system, one.number),
      known = own !== null && !one.number.includes('*') && /^[\d.]+$/.test(one.value);
    if (!known) return null;
    return {
      heuteAlle: own,
      zusatz: `faktor>${Number(one.value)}${isThreshold ? " and begruendung=''" : ''}`,
      de: `${one.number} über ${one.value.replace('.', ',')}${isThreshold ? ' ohne Begründung' : ''}`,
      en: `${one.number} above ${one.value}${isThreshold ? ' without a reason' : ''}`,
    };
  };

const periodMax: Maker = (one) =>
  one.number === 'UPT*' && one.value === '24M'
    ? {
        heuteAlle: 'B:UPT*',
        zusatz: 'upt.ende<heute',
        de: 'UPT nach dem Ende ihrer zwei Jahre',
        en: 'UPT after the end of its two years',
      }
    : null;

const MAKERS: Readonly<Record<string, Maker>> = {
  not_beside: notBeside,
  max_per_window: maxPerWindow,
  min_gap: minGap,
  age_min: age(true),
  age_max: age(false),
  tooth_type: toothType,
  surfaces_min: surfaces(true),
  surfaces_max: surfaces(false),
  only_with: onlyWith,
  only_after: onlyAfter,
  insurance,
  factor_threshold: factor(true),
  factor_max: factor(false),
  period_max: periodMax,
};

const CONFIDENCE = { confirmed: 0.9, likely: 0.6, unsure: 0.3 } as const;
const DOUBT = {
  confirmed: { de: '', en: '' },
  likely: {
    de: 'Nicht belegt: aus Erfahrung, der Wortlaut wurde nicht gelesen. ',
    en: 'Not verified: from experience, the wording was not read. ',
  },
  unsure: {
    de: 'Unsicher: Die Quellen widersprechen sich. ',
    en: 'Unsure: the sources disagree. ',
  },
} as const;
const READING_NOTE = {
  de: 'Das ist die Lesart einer KZV oder eines Verlags, nicht der Wortlaut der Gebührenordnung. ',
  en: 'This is the reading of a KZV or a publisher, not the wording of the fee schedule. ',
};

/** Returns the check of a limit; null where it stays text. */
function checkOf(one: Limit, context: LimitContext): LimitCheck | null {
  return one.hold === undefined ? (MAKERS[one.kind]?.(one, context) ?? null) : null;
}

/** Returns the rule of a limit's check. */
function ruleOfLimit(one: Limit, check: LimitCheck): Rule {
  const doubt = DOUBT[one.certainty],
    reading = isReading(one) ? READING_NOTE : { de: '', en: '' };
  return {
    id: one.id,
    version: 1,
    gruppe: 'GRENZEN',
    art: 'PRUEFUNG',
    titel: { de: check.de, en: check.en },
    grund: {
      de: `${one.text === '' ? check.de : one.text}.`.replace(/\.\.$/, '.'),
      en: `${check.en}.`,
    },
    kasse: one.system === 'BEMA' ? 'GKV' : 'PKV',
    alterVonM: null,
    alterBisM: null,
    gueltigVon: null,
    gueltigBis: null,
    heuteEines: [],
    heuteAlle: check.heuteAlle,
    heuteKeines: check.heuteKeines ?? [],
    historieKeine: [],
    historieNoetig: [],
    zusatz: check.zusatz ?? '',
    position: { system: one.system, nr: check.isPair ? '<' : one.number },
    menge: '1',
    faktor: null,
    konfidenz: CONFIDENCE[one.certainty],
    quelle: one.source,
    mark: one.certainty === 'confirmed' ? 'read' : 'memory',
    noetig: {
      de: 'Der Grund in der Akte, wenn es so richtig ist; sonst vor der Abgabe berichtigen.',
      en: 'The reason in the record if it is right; otherwise correct it before handing in.',
    },
    dagegen: {
      de: `${doubt.de}${reading.de}`.trim(),
      en: `${doubt.en}${reading.en}`.trim(),
    },
  };
}
/** Returns a rule for each limit that delivered rows can answer. */
export function rulesOfLimits(limits: readonly Limit[]): Rule[] {
  const context = new LimitContext(limits);
  return limits.flatMap((one) => {
    const check = checkOf(one, context);
    return check === null ? [] : [ruleOfLimit(one, check)];
  });
}
