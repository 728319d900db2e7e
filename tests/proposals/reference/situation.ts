/**
 * One person on one day, optionally for one tooth or region: charged services, history, and other
 * known facts.
 */
import { keptOn, type ServiceRow, type Person, type Practice } from './practice.ts';
import {
  ageInMonths,
  dayBefore,
  isHoliday,
  monthsBack,
  monthsOn,
  nextDay,
  weekday,
  windowStart,
} from './days.ts';
import { isCode, tokenOf, type Token } from './words.ts';

export interface Situation {
  readonly praxis: Practice;
  readonly person: Person;
  readonly tag: string;
  /** Services of the day, possibly including a hypothetical one. */
  readonly heute: readonly ServiceRow[];
  /** Services of the person before the day. */
  readonly earlierSum: readonly ServiceRow[];
  readonly zahn: string;
  readonly space: string;
  /** Share of the practice's days by `a/b`, cached. */
  quote(text: string): number | undefined;
}
const word = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Returns the side teeth of each half of a jaw, or the front teeth of the jaw. */
export function regionOf(zahn: string): string {
  const quadrant = Number(zahn[0]),
    place = Number(zahn[1]);
  if (!(quadrant >= 1 && quadrant <= 8 && place >= 1 && place <= 8)) return '';
  const adult = quadrant > 4 ? quadrant - 4 : quadrant,
    isUpper = adult < 3;
  return place <= 3
    ? isUpper
      ? 'OK Front'
      : 'UK Front'
    : `${isUpper ? 'OK' : 'UK'} ${adult === 1 || adult === 4 ? 'rechts' : 'links'}`;
}
/** A service without a recorded tooth excludes, but proves nothing. */
const inPlace = (token: Token, one: ServiceRow, situation: Situation, excludes: boolean): boolean =>
  token.space === null ||
  (one.zahn === ''
    ? excludes
    : token.space === 'Z'
      ? one.zahn === situation.zahn
      : regionOf(one.zahn) !== '' && regionOf(one.zahn) === situation.space);

/** Services of the day that match a token. */
export const todayOf = (
  situation: Situation,
  text: string,
  excludes = false,
): readonly ServiceRow[] => {
  const token = tokenOf(text);
  return situation.heute.filter(
    (one) => isCode(token, one.system, one.code) && inPlace(token, one, situation, excludes),
  );
};
/** Returns the first day of a window; undefined if it depends on an unknown value. */
export function windowStartOf(situation: Situation, word_: string): string | undefined {
  if (word_ === 'CASE_PAR') return word(perioCaseOf(situation)?.['erstelltAm']) || undefined;
  if (word_ === 'HKP') return word(running(situation)?.['erstelltAm']) || undefined;
  if (word_ === 'UPTZEITRAUM') {
    const parCase = perioCaseOf(situation),
      said = word(parCase?.['uptVon']),
      made = word(parCase?.['erstelltAm']);
    return (
      parCase &&
      (said ||
        ([...situation.earlierSum, ...situation.heute].find(
          (one) => one.system === 'BEMA' && one.code === 'UPTA' && one.tag >= made,
        )?.tag ??
          '9999-12-31'))
    );
  }
  if (word_ === 'FENSTER') {
    const age = ageOf(situation),
      from = age === undefined ? undefined : [60, 48, 33, 20, 9, 5].find((months) => months <= age);
    return from === undefined || age === undefined || age > 71
      ? undefined
      : monthsOnBirth(word(situation.person.v['geburtsdatum']), from);
  }
  return windowStart(word_, situation.tag);
}
/** The day on which this many months of age are complete: searched day by day around that month. */
function monthsOnBirth(birth: string, months: number): string {
  let day = monthsOn(birth, months);
  for (let i = 0; i < 3; i += 1) day = dayBefore(day);
  while (ageInMonths(birth, day) < months) day = nextDay(day);
  return day;
}
/** Services of a token in its window before the day. Undefined if the window is unknown. */
export function isInTimeWindow(
  situation: Situation,
  text: string,
  excludes: boolean,
  window?: string,
): readonly ServiceRow[] | undefined {
  const token = tokenOf(text),
    from = windowStartOf(situation, window ?? token.fenster ?? 'EVER');
  return from === undefined
    ? undefined
    : situation.earlierSum.filter(
        (one) =>
          one.tag >= from &&
          isCode(token, one.system, one.code) &&
          inPlace(token, one, situation, excludes),
      );
}
export const ageOf = (situation: Situation): number | undefined => {
  const birth = word(situation.person.v['geburtsdatum']);
  return birth === '' || birth > situation.tag ? undefined : ageInMonths(birth, situation.tag);
};

type Row = { readonly id: string } & Readonly<Record<string, string | number | boolean | null>>;
const rest = (situation: Situation, entity: string): readonly Row[] =>
  situation.person.rest[entity] ?? [];
const onOrBefore = (value: unknown, day: string): boolean =>
  word(value) !== '' && word(value) <= day;
const latest = (list: readonly Row[], field: string): Row | undefined =>
  [...list]
    .sort((a, b) =>
      word(a[field]) < word(b[field])
        ? -1
        : word(a[field]) > word(b[field])
          ? 1
          : a.id < b.id
            ? -1
            : 1,
    )
    .at(-1);
const GONE = ['ABGELEHNT', 'VERWORFEN', 'ALTERNATIVE'];

/** Returns the perio case of the day: the newest one drawn up until then. */
export const perioCaseOf = (situation: Situation): Row | undefined =>
  latest(
    rest(situation, 'parfall').filter(
      (one) => onOrBefore(one['erstelltAm'], situation.tag) && !GONE.includes(word(one['status'])),
    ),
    'erstelltAm',
  );
/**
 * Returns the state of a plan or case on the day: one approved later was still with the insurer.
 */
export function stateOf(plan: Row, situation: Situation): string {
  const said = word(plan['status']),
    approved = word(plan['genehmigtAm']);
  if (GONE.includes(said)) return said;
  if (approved !== '' && approved > situation.tag) return 'BEI_KASSE';
  return approved !== '' &&
    [
      'ENTWURF',
      'PRUEFUNG',
      'BEI_PATIENT',
      'BEI_KASSE',
      'BEI_GUTACHTER',
      'SOFORT',
      'UEBERARBEITEN',
      'ANGENOMMEN_OHNE_KASSE',
    ].includes(said)
    ? 'GENEHMIGT'
    : said;
}
/**
 * Checks whether a case is pending on the day: drawn up, not refused, not closed, last step within
 * two years.
 */
export function isParActive(situation: Situation): boolean {
  const one = perioCaseOf(situation),
    since = monthsBack(situation.tag, 24);
  // A practice that delivers no cases is derived from its services.
  if (!one)
    return (
      !situation.praxis.hasParCases &&
      situation.earlierSum.some(
        (old) =>
          old.tag >= since &&
          old.system === 'BEMA' &&
          /^(ATG$|MHU$|AIT|CPT|BEV|UPT)/.test(old.code),
      )
    );
  const closed = word(one['abgeschlossenAm']),
    end = word(one['uptBis']);
  if ((closed !== '' && closed < situation.tag) || (end !== '' && end < situation.tag))
    return false;
  // Within its two years of support, or with a step within that time.
  return (
    end !== '' ||
    [
      'erstelltAm',
      'genehmigtAm',
      'atgAm',
      'mhuAm',
      'aitVon',
      'aitBis',
      'bevAm',
      'cptAm',
      'uptVon',
    ].some((name) => onOrBefore(one[name], situation.tag) && word(one[name]) >= since)
  );
}
/** Returns a plan begun and not inserted before the day. */
export const running = (situation: Situation): Row | undefined =>
  latest(
    rest(situation, 'hkp').filter(
      (one) =>
        onOrBefore(one['erstelltAm'], situation.tag) &&
        onOrBefore(one['begonnenAm'], situation.tag) &&
        !(word(one['eingegliedertAm']) !== '' && word(one['eingegliedertAm']) < situation.tag),
    ),
    'erstelltAm',
  );
/** Returns the plan of a service of the day, otherwise the newest prosthetic plan of the person. */
export function planOfDay(
  situation: Situation,
  serviceRow: ServiceRow | undefined,
): Row | undefined {
  if (serviceRow && serviceRow.hkpid !== '')
    return rest(situation, 'hkp').find((one) => one.id === serviceRow.hkpid);
  return latest(
    rest(situation, 'hkp').filter(
      (one) =>
        one['art'] === 'ZE' &&
        !GONE.includes(word(one['status'])) &&
        onOrBefore(one['erstelltAm'], situation.tag),
    ),
    'erstelltAm',
  );
}
/** Returns the plans made that day: for a fund (HKP), or private ones (KVA). */
export const plansMade = (situation: Situation, what: 'HKP' | 'KVA'): boolean =>
  rest(situation, 'hkp').some(
    (one) =>
      one['erstelltAm'] === situation.tag &&
      (what === 'HKP' ? ['ZE'] : ['KVA', 'IMPLANTAT']).includes(word(one['art'])),
  );

/** Returns the whole note of the day; undefined without one. */
export const noteOf = (situation: Situation): string | undefined => {
  const own = rest(situation, 'tagesnotiz')
    .filter((one) => one['datum'] === situation.tag)
    .map((one) => word(one['text']));
  return own.length === 0 ? undefined : own.join('\n');
};
export const appointmentsToday = (
  situation: Situation,
): readonly { readonly gruppe: string; readonly uhr: string; readonly ahead?: number }[] =>
  keptOn(situation.praxis, situation.person, situation.tag);

/** Newest finding of each tooth until the day; `preceding` excludes the day itself. */
function chart(situation: Situation, preceding: boolean): ReadonlyMap<string, string> {
  const list = rest(situation, 'zahnbefund')
    .filter((one) =>
      preceding ? word(one['datum']) < situation.tag : word(one['datum']) <= situation.tag,
    )
    .sort((a, b) =>
      word(a['datum']) < word(b['datum'])
        ? -1
        : word(a['datum']) > word(b['datum'])
          ? 1
          : a.id < b.id
            ? -1
            : 1,
    );
  return new Map(list.map((one) => [word(one['zahn']), word(one['befund']).toLowerCase()]));
}
export const findingBefore = (situation: Situation): string | undefined =>
  chart(situation, true).get(situation.zahn);
const ADULT = [1, 2, 3, 4].flatMap((quadrant) =>
  [1, 2, 3, 4, 5, 6, 7, 8].map((place) => `${quadrant}${place}`),
);
/** Returns teeth, implants and pontics of the mouth; undefined if never charted. */
export function mouthOf(
  situation: Situation,
):
  | { readonly zaehne: number; readonly implantate: number; readonly brueckenglieder: number }
  | undefined {
  const known = chart(situation, false),
    age = ageOf(situation),
    days = rest(situation, 'zahnbefund')
      .map((one) => word(one['datum']))
      .filter((day) => day <= situation.tag);
  // Known if the mouth was charted completely and no milk teeth are left.
  if (
    age === undefined ||
    age < 168 ||
    !days.some((day) => days.filter((other) => other === day).length >= 4)
  )
    return undefined;
  const count = (fits: (befund: string) => boolean): number =>
    ADULT.filter((zahn) => fits(known.get(zahn) ?? '')).length;
  return {
    zaehne: count(
      (befund) => !['f', 'fi', 'ff', 'e', 'ew', ')(', 'i', 'si', 'b', 'bw'].includes(befund),
    ),
    implantate: count((befund) => ['i', 'si'].includes(befund)),
    brueckenglieder: count((befund) => ['b', 'bw'].includes(befund)),
  };
}
/** Returns the number of teeth of the last cleaning within two years, for uncharted mouths. */
export function wasCleaned(situation: Situation): number | undefined {
  const list = situation.earlierSum.filter(
      (one) =>
        one.tag >= monthsBack(situation.tag, 24) &&
        ((one.system === 'BEMA' && one.code === 'UPTC') ||
          (one.system === 'GOZ' && one.code === '1040')),
    ),
    last = list.at(-1);
  return (
    last &&
    list
      .filter((one) => one.tag === last.tag && one.code === last.code)
      .reduce((all, one) => all + one.menge, 0)
  );
}
export const cariesRiskOf = (situation: Situation): string | undefined =>
  word(
    latest(
      rest(situation, 'kariesrisiko').filter((one) => onOrBefore(one['datum'], situation.tag)),
      'datum',
    )?.['risiko'],
  ) || undefined;
/** Worst code of the newest PSI. */
export function worstPsiOf(situation: Situation): number | undefined {
  const codes = latest(
    rest(situation, 'psi').filter((one) => onOrBefore(one['datum'], situation.tag)),
    'datum',
  )?.['codes'];
  const digits = [...word(codes)].filter((one) => one >= '0' && one <= '4');
  return digits.length === 0 ? undefined : Number(digits.toSorted().at(-1));
}
export const hasUpload = (situation: Situation): boolean =>
  rest(situation, 'epaupload').some((one) => one['datum'] === situation.tag);
/** Kinds of dentures inserted that day. */
export const dentures = (situation: Situation): string[] =>
  rest(situation, 'prothese')
    .filter((one) => one['eingegliedertAm'] === situation.tag)
    .map((one) => word(one['art']).toUpperCase())
    .filter((one) => one !== '');
/** Returns the day of the newest insertion of prosthetic work, until the day. */
export function lastInsertion(situation: Situation): string | undefined {
  return [...rest(situation, 'prothese'), ...rest(situation, 'hkp')]
    .map((one) => word(one['eingegliedertAm']))
    .filter((day) => day !== '' && day <= situation.tag)
    .sort()
    .at(-1);
}
/** Returns the last earlier day with a statutory service; far in the past without one. */
export const lastDayOf = (situation: Situation): string =>
  situation.earlierSum.findLast((one) => one.system === 'BEMA')?.tag ?? '0001-01-01';
export const isPublicHoliday = (situation: Situation): boolean => isHoliday(situation.tag);
export const isSunday = (situation: Situation): boolean => weekday(situation.tag) === 0;
