/** Checks of limits between services: not together, included, only with, only after. Pure. */
import { isEvaluable, type Limit } from './limit.ts';
import { anyOf, listed, type LimitCheck, type LimitContext, type Maker } from './limit-check.ts';
import { otherTokens, pairKey, placeOf, scopedTo, tokenOf, type Place } from './limit-words.ts';

/** The pairs that a limit excludes, and where; null where it holds words. */
interface Pairs {
  readonly own: string;
  readonly others: readonly string[];
  readonly place: Place;
}
/** Reads the pairs of a limit that excludes or includes numbers. */
function pairsOf(one: Limit): Pairs | null {
  const isIncluded = one.kind === 'includes',
    place = isIncluded ? placeOf('session') : placeOf(one.scope),
    own = tokenOf(one.system, one.number),
    others = otherTokens(isIncluded ? { ...one, other: one.value } : one);
  return place === null || others === null || own === null ? null : { own, others, place };
}

/** On the day of a treatment and in the two weeks after it. */
const SHORTLY_AFTER = 'day_and_shortly_after';
/** Width of a place: a pair that is excluded at a wider one need not be asked for at a narrower. */
const WIDTH: readonly Place['scope'][] = ['Z', 'K', 'jaw', ''];
const LONG_WINDOWS: ReadonlySet<string> = new Set(['Q', 'KHJ']);
const isWider = (a: Place, b: Place): boolean =>
  b.window === null &&
  (a.window === null
    ? WIDTH.indexOf(a.scope) > WIDTH.indexOf(b.scope)
    : LONG_WINDOWS.has(a.window));
/** A limit that excludes a pair without a further condition, and where. */
interface Sayer {
  readonly limit: Limit;
  readonly place: Place;
}
const sayersOf = new WeakMap<LimitContext, ReadonlyMap<string, readonly Sayer[]>>();
const inOrder = (a: string, b: string): string => [a, b].toSorted().join(' ');
function sayers(context: LimitContext): ReadonlyMap<string, readonly Sayer[]> {
  const known = sayersOf.get(context);
  if (known) return known;
  const made = new Map<string, Sayer[]>();
  for (const limit of context.limits) {
    const isPlain =
      (limit.kind === 'not_beside' || limit.kind === 'includes') &&
      limit.other !== '*' &&
      (limit.kind === 'includes' || limit.value === '') &&
      limit.scope !== SHORTLY_AFTER &&
      limit.switch === undefined &&
      EXCLUDED[`${limit.scope} ${limit.other}`] === undefined;
    // A limit that is off from the start says nothing.
    const pairs =
      isPlain && isEvaluable(limit) && limit.certainty !== 'unsure' ? pairsOf(limit) : null;
    for (const other of pairs?.others ?? []) {
      const key = inOrder(pairs!.own, other),
        list = made.get(key) ?? [];
      list.push({ limit, place: pairs!.place });
      made.set(key, list);
    }
  }
  sayersOf.set(context, made);
  return made;
}
/** Returns the id of a limit that excludes a pair of this one at a wider place. */
function widerSayer(one: Limit, other: string, context: LimitContext): string | undefined {
  const pairs = pairsOf(one);
  return pairs === null
    ? undefined
    : sayers(context)
        .get(inOrder(pairs.own, other))
        ?.find(({ limit, place }) => limit.id !== one.id && isWider(place, pairs.place))?.limit.id;
}

/** Exclusions with a condition, by scope and words. */
const EXCLUDED: Readonly<Record<string, Omit<LimitCheck, 'heuteAlle'> & { heuteAlle?: string }>> = {
  'tooth+session 31 without 32': {
    heuteAlle: '(B:31&B:34)@Z',
    heuteKeines: ['B:32@Z'],
    de: 'neben 31 ohne 32',
    en: 'beside 31 without 32',
  },
  'facility 172a,172b': {
    zusatz: 'einrichtung.kooperationsvertrag',
    de: 'bei einem Kooperationsvertrag',
    en: 'with a cooperation contract',
  },
};
/** Asks for others in a long window; those of a plan also count on the day, without a begun plan. */
function inWindow(window: string, others: readonly string[]): string {
  const list = others.join('|');
  // The plan of an orthodontic treatment is often not delivered; its instalments are.
  if (window === 'CASE_KFO') return `count(${list},2Q)>0 or count(${list},CASE_KFO)>0`;
  if (window === 'HKP') return `qty(${list})>0 or count(${list},HKP)>0`;
  if (window === 'CASE_PAR') return `qty(${list})>0 or (par.aktiv and count(${list},CASE_PAR)>0)`;
  return `count(${list},${window})>0`;
}
/** A root canal treatment begins in one of these ways; a visit months later may begin a new one. */
const STARTS_OF_ENDO: ReadonlySet<string> = new Set(['B:28', 'B:29', 'B:31']),
  ENDO_WINDOW = '6M';
/** Excludes the other numbers; only pairs that no earlier limit said. */
const notBeside: Maker = (one, context) => {
  if (one.other === '*') return alone(one, context);
  const said = EXCLUDED[`${one.scope} ${one.other}`];
  const charged = tokenOf(one.system, one.number);
  if (said !== undefined && charged !== null)
    return {
      heuteAlle: charged,
      ...said,
      de: `${one.number} ${said.de}`,
      en: `${one.number} ${said.en}`,
    };
  const pairs = pairsOf(one);
  if (pairs === null) return null;
  const { own, place } = pairs,
    news = pairs.others.filter(
      (other) =>
        other !== own &&
        widerSayer(one, other, context) === undefined &&
        context.isNewPair(pairKey(own, other, place), one.id),
    );
  if (news.length === 0) return null;
  // The row of the included service looks back; the mirrored one of the treatment does not.
  if (one.scope === SHORTLY_AFTER && !news.some((other) => /^B:10[57]/.test(other)))
    return {
      de: `${one.number} bei oder kurz nach ${listed(news)}`,
      en: `${one.number} at or shortly after ${listed(news)}`,
      heuteAlle: own,
      zusatz: `count(${news.join('|')},14D)>0`,
    };
  const text = {
      de: `${one.number} nicht neben ${listed(news)}`,
      en: `${one.number} not next to ${listed(news)}`,
    },
    at = place.scope === 'Z' ? '@Z' : '';
  // In a short window either of the two may be the later one.
  if (place.window === 'Q' || place.window === 'KHJ')
    return {
      ...text,
      heuteAlle: anyOf([own, ...news]),
      zusatz: `count(${own},${place.window})>0 and count(${news.join('|')},${place.window})>0`,
      isPair: true,
    };
  if (one.scope === 'tooth' && [own, ...news].every((each) => STARTS_OF_ENDO.has(each)))
    return {
      ...text,
      heuteAlle: anyOf([own, ...news].map((each) => `${each}@Z`)),
      zusatz: `count(${own}@Z,${ENDO_WINDOW})>0 and count(${news.map((each) => `${each}@Z`).join('|')},${ENDO_WINDOW})>0`,
      isPair: true,
    };
  if (place.window !== null)
    return {
      ...text,
      heuteAlle: own + at,
      zusatz: inWindow(
        place.window,
        news.map((other) => other + at),
      ),
    };
  return {
    ...text,
    heuteAlle: scopedTo(`${own}&${anyOf(news)}`, place),
    ...(place.scope === 'jaw' && {
      zusatz: `kiefer(${[own, ...news].join('|')})=1${one.value === 'without_crowns' ? ' and qty(B:20*|B:91*|B:90)=0' : ''}`,
    }),
    isPair: true,
  };
};

/** Delivered rows must reach back this long before a missing beginning is reported. */
const KNOWN_SINCE = 'historie.monate>=24';
const ON_THE_DAY: ReadonlySet<string> = new Set([
  'session',
  'day',
  'visit',
  'quadrant_or_front',
  'bridge',
]);
/** A service that is the only one of its session. */
function alone(one: Limit, { limits }: LimitContext): LimitCheck | null {
  const own = tokenOf(one.system, one.number);
  if (own === null || one.scope !== 'session') return null;
  const all = one.system === 'BEMA' ? 'B:*' : 'G:*|O:*',
    // A surcharge that is only given with the number does not break it.
    companions = limits.flatMap((each) =>
      each.kind === 'only_with' &&
      otherTokens({ ...each, other: each.value })?.includes(own) === true
        ? (tokenOf(each.system, each.number) ?? [])
        : [],
    );
  return {
    heuteAlle: own,
    zusatz: `qty(${all})>qty(${[own, ...companions].join('|')})`,
    de: `${one.number} neben anderen Leistungen`,
    en: `${one.number} beside other services`,
  };
}
/** Other surgery at the place of a service that is charged only if it is independent. */
function independent(one: Limit): LimitCheck | null {
  const own = tokenOf(one.system, one.number),
    place = placeOf(one.scope);
  if (own === null || place === null || (place.scope !== 'Z' && place.scope !== 'K')) return null;
  const surgery = ['G:3*', 'G:4*', 'G:9*', ...(one.system === 'GOAE' ? ['O:2*'] : [])]
    .map((token) => `${token}@${place.scope}`)
    .join('|');
  return {
    heuteAlle: `${own}@${place.scope}`,
    zusatz: `qty(${surgery})>${one.system === 'GOAE' || /^[349]/.test(one.number) ? `qty(${own}@${place.scope})` : '0'}`,
    de: `${one.number} neben anderer Chirurgie an derselben Stelle`,
    en: `${one.number} beside other surgery at the same place`,
  };
}
/** A service of perio treatment without a case. */
function outsideOfCase(one: Limit): LimitCheck | null {
  const own = tokenOf(one.system, one.number);
  return own === null
    ? null
    : {
        heuteAlle: own,
        zusatz: 'not par.aktiv',
        de: `${one.number} ohne laufende PAR-Behandlung`,
        en: `${one.number} without a perio case`,
      };
}
const onlyWith: Maker = (one, context) => {
  // An independent service excludes those that it is a part of.
  if (one.value === 'sole')
    return one.other === '' ? (alone(one, context) ?? independent(one)) : notBeside(one, context);
  if (one.value === 'par_case') return outsideOfCase(one);
  const own = tokenOf(one.system, one.number),
    scopes = one.scope.split('+'),
    // Several rows of a number are alternatives: one check asks for any of them.
    all = context.siblings(one).filter(isEvaluable),
    others = all.map((each) => otherTokens({ ...each, other: each.value }));
  if (own === null || all[0] !== one || others.some((each) => each === null)) return null;
  const tokens = (others as string[][]).flat(),
    text = {
      de: `${one.number} ohne ${listed(tokens)}`,
      en: `${one.number} without ${listed(tokens)}`,
    },
    isAtTooth = scopes.includes('tooth');
  // All positions of a plan are charged by the day of its insertion.
  if (scopes.includes('hkp')) {
    const at = isAtTooth ? '@Z' : '';
    // A plan that lists its positions says it before.
    return {
      ...text,
      heuteAlle: own + at,
      zusatz: `count(${tokens.map((other) => other + at).join('|')},HKP)=0 and (hkp.eingegliedert or (imPlan(${own})>0 and imPlan(${tokens.join('|')})=0))`,
    };
  }
  if (one.scope === 'tooth')
    return {
      ...text,
      heuteAlle: `${own}@Z`,
      zusatz: `${KNOWN_SINCE} and count(${tokens.map((other) => `${other}@Z`).join('|')},EVER)=0`,
    };
  const place = one.scope === '' ? placeOf('session') : placeOf(one.scope);
  if (place === null || place.window !== null) return null;
  // A place without a session looks at the whole treatment, of which a day is a part.
  if (one.scope !== '' && !scopes.some((word) => ON_THE_DAY.has(word))) return null;
  // The language has no scope of a jaw: without any of them that day the limit is broken anyway.
  const at = place.scope === '' || place.scope === 'jaw' ? '' : `@${place.scope}`;
  return { ...text, heuteAlle: own + at, heuteKeines: tokens.map((other) => other + at) };
};

/** Windows of a chain, with the history that must be known before a missing link is reported. */
const CHAINS: Readonly<Record<string, readonly [window: string, known: string]>> = {
  par_case: ['CASE_PAR', ''],
  period: ['CASE_PAR', ''],
  tooth: ['EVER', KNOWN_SINCE],
  '': ['EVER', KNOWN_SINCE],
  year: ['12M', KNOWN_SINCE],
  halfyear: ['KHJ', KNOWN_SINCE],
};
const onlyAfter: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    others = otherTokens({ ...one, other: one.value }),
    chain = CHAINS[one.scope];
  if (own === null || others === null || chain === undefined) return null;
  const [window, known] = chain,
    at = one.scope === 'tooth' ? '@Z' : '',
    list = others.map((other) => other + at).join('|'),
    missing = `count(${list},${window})=0`,
    // Without a case the services of two years decide; supportive care may go on after a move.
    isKnownWithoutCase = window === 'CASE_PAR' && !one.number.startsWith('UPT');
  return {
    heuteAlle: own + at,
    zusatz: isKnownWithoutCase
      ? `${missing} or (not par.aktiv and count(${list},24M)=0)`
      : `${known === '' ? '' : `${known} and `}${missing}`,
    de: `${one.number} vor ${listed(others)}`,
    en: `${one.number} before ${listed(others)}`,
  };
};

/** Situations in which services of the same place exclude a number. */
const WITH_THESE: ReadonlySet<string> = new Set([
  'extraction_of_crowned_tooth',
  'trepanation_through_crown',
  'removal_with_extraction',
  'routine_after_surgery',
  'core_build_up',
]);
/** Further facts that are such a situation. */
const OR_KNOWN: Readonly<Record<string, string>> = {
  core_build_up: " or zahn.kroneGeplant or doc~'Aufbaufüllung|Aufbau (für|vor|zur) (die )?Krone'",
};
/** Words of a note that allow a number in such a situation. */
const UNLESS_NOTED: Readonly<Record<string, string>> = {
  routine_after_surgery: " and doc!~'Zeitaufwand|Mehraufwand|zusätzlich'",
};
/** Situations that a predicate answers, with their words. */
const SITUATIONS: Readonly<Record<string, readonly [zusatz: string, de: string, en: string]>> = {
  par22a: [
    'patient.anspruch22a and plan.status<GENEHMIGT',
    'im Weg nach § 22a SGB V',
    'on the path of section 22a',
  ],
  first_upt: ['upt.schritt=1', 'bei der ersten UPT', 'at the first UPT'],
  during_kfo: [
    'count(B:119*|B:120*,2Q)>0',
    'während einer Kieferorthopädie',
    'during orthodontic treatment',
  ],
  same_day_inpatient: ['not ambulant', 'bei stationärer Aufnahme', 'with a hospital stay'],
  gkv: ['not patient.privat', 'bei gesetzlich Versicherten', 'for people insured by statute'],
  interim_denture: [
    'prothese.art=INTERIM',
    'bei einer Interimsprothese',
    'with an interim denture',
  ],
  par_aftercare: [
    'count(B:AIT*|B:CPT*,30D)>0 and count(B:43|B:44|B:45|B:47a|B:48|B:49|B:50|B:51*|B:54*|B:56*,30D)=0',
    'nach einer PAR-Behandlung (111)',
    'after perio treatment (111)',
  ],
  cpt_notice: [
    'count(B:CPT*,CASE_PAR)>0',
    'nach der CPT desselben Falls',
    'after the CPT of the same case',
  ],
  usual_office_hours: [
    'sprechstunde and not sonntag and not feiertag',
    'in der Sprechstunde',
    'in office hours',
  ],
};
const notFor: Maker = (one) => {
  const own = tokenOf(one.system, one.number);
  if (own === null) return null;
  const said = SITUATIONS[one.value];
  if (said !== undefined) {
    const [zusatz, de, en] = said;
    return { heuteAlle: own, zusatz, de: `${one.number} ${de}`, en: `${one.number} ${en}` };
  }
  if (one.value === 'temporary') {
    const temporaries = otherTokens(one);
    return temporaries === null
      ? null
      : {
          heuteAlle: `${own}@Z`,
          // The old crown itself may be removed once, also on the day of the new one.
          zusatz: `abstand(${temporaries.map((other) => `${other}@Z`).join('|')})<180D and count(${own}@Z,180D)>qty(${own}@Z)`,
          de: `${one.number} an einem Zahn mit Provisorium`,
          en: `${one.number} at a tooth with a temporary restoration`,
        };
  }
  if (one.value === 'implant')
    return {
      heuteAlle: `${own}@Z`,
      zusatz: 'zahn.vorbefund in i,si',
      de: `${one.number} an einem Implantat`,
      en: `${one.number} at an implant`,
    };
  const others = otherTokens(one);
  if (others === null) return null;
  const text = {
    de: `${one.number} nicht mit ${listed(others)}`,
    en: `${one.number} not with ${listed(others)}`,
  };
  if (one.value === 'after_endo')
    return {
      ...text,
      heuteAlle: `${own}@Z`,
      // On the day itself the opening belongs to the treatment.
      zusatz: `abstand(${others.map((other) => `${other}@Z`).join('|')})<heute`,
    };
  const place = placeOf(one.scope);
  if (!WITH_THESE.has(one.value) || place === null || place.scope === 'jaw') return null;
  const at = place.scope === '' ? '' : `@${place.scope}`;
  return {
    ...text,
    heuteAlle: own + at,
    zusatz: `qty(${others.map((other) => other + at).join('|')})>0${OR_KNOWN[one.value] ?? ''}${UNLESS_NOTED[one.value] ?? ''}`,
  };
};

/** Checks whether two numbers exclude each other in a session, so that a limit of time need not. */
export const isSessionPair = (context: LimitContext, a: string, b: string): boolean =>
  (sayers(context).get(inOrder(a, b)) ?? []).some(
    ({ place }) => place.scope === '' && place.window === null,
  );

export const PAIR_MAKERS: Readonly<Record<string, Maker>> = {
  not_beside: notBeside,
  includes: notBeside,
  only_with: onlyWith,
  only_after: onlyAfter,
  not_for: notFor,
};
/** Returns the id of the earlier limit that says all pairs of this one; undefined if none does. */
export function saidBy(one: Limit, context: LimitContext): string | undefined {
  const pairs = pairsOf(one);
  if (pairs === null) return undefined;
  const sayers = pairs.others
    .filter((other) => other !== pairs.own)
    .map(
      (other) =>
        widerSayer(one, other, context) ?? context.sayerOf(pairKey(pairs.own, other, pairs.place)),
    );
  return sayers.length > 0 && sayers.every((id) => id !== undefined && id !== one.id)
    ? sayers[0]
    : undefined;
}
