/** Facts of the rule language, by name: a value, or undefined where it is unknown. */
import { RULE_THRESHOLDS } from '../../../shared/analytics/billing/rule-facts.ts';
import { summed } from './calls.ts';
import { ageInMonths, monthsBack } from './days.ts';
import type { FactValue, Occasion } from './occasion.ts';
import {
  ageOf,
  findingBefore,
  windowStartOf,
  wasCleaned,
  hasUpload,
  todayOf,
  isInTimeWindow,
  isPublicHoliday,
  isSunday,
  cariesRiskOf,
  worstPsiOf,
  lastInsertion,
  lastDayOf,
  mouthOf,
  noteOf,
  isParActive,
  perioCaseOf,
  planOfDay,
  dentures,
  stateOf,
  appointmentsToday,
  type Situation,
} from './situation.ts';

type Facts = Readonly<Record<string, (occasion: Occasion) => FactValue>>;

const minuteOf = (uhr: string): number => Number(uhr.slice(0, 2)) * 60 + Number(uhr.slice(3, 5));
const letters = (text: string): string =>
  [...new Set(text.toLowerCase().replaceAll(/[^a-zäöü]/g, ''))].sort().join('');
/** Surfaces of the day's filling of the tooth and of its last one within two years. */
function surfaces(situation: Situation): [string, string] | undefined {
  const own = letters(todayOf(situation, 'B:13*@Z')[0]?.flaechen ?? '');
  const before = letters(
    isInTimeWindow(situation, 'B:13*@Z', false, '24M')?.at(-1)?.flaechen ?? '',
  );
  return own === '' || before === '' ? undefined : [own, before];
}
/** Checks whether the plan of the day provides this kind of care. */
function isCareOf(
  { situation, triggers: [first] }: Occasion,
  kind: 'REGEL' | 'GLEICHARTIG',
): boolean | undefined {
  const said = planOfDay(situation, first)?.['versorgungsart'];
  return said === undefined || said === null ? undefined : said === kind;
}

const PLAN_FACTS: Facts = {
  'par.aktiv': ({ situation }) => isParActive(situation),
  'par.grad': ({ situation }) => perioCaseOf(situation)?.['grad'] ?? undefined,
  'upt.schritt': ({ situation }) => {
    const from = windowStartOf(situation, 'UPTZEITRAUM');
    return from === undefined ? undefined : summed(situation, 'B:UPTa', 'UPTZEITRAUM');
  },
  'plan.art': ({ situation }) => (perioCaseOf(situation) ? 'PAR' : undefined),
  'plan.status': ({ situation }) => {
    const own = perioCaseOf(situation);
    return own && stateOf(own, situation);
  },
  'hkp.status': ({ situation, triggers: [first] }) => {
    const own = planOfDay(situation, first);
    return own && stateOf(own, situation);
  },
  'hkp.art': ({ situation, triggers: [first] }) =>
    planOfDay(situation, first)?.['art'] ?? undefined,
  'hkp.regelversorgung': (occasion) => isCareOf(occasion, 'REGEL'),
  'hkp.gleichartig': (occasion) => isCareOf(occasion, 'GLEICHARTIG'),
  befund: ({ situation, triggers: [first] }) => {
    const own = planOfDay(situation, first),
      list = own ? situation.praxis.befunde(own.id) : [];
    return list.length === 0 ? undefined : list;
  },
};

const isInHours = (situation: Situation): boolean =>
  appointmentsToday(situation).some((one) =>
    situation.praxis.workingHours.some(
      (open) =>
        open['datum'] === situation.tag &&
        Number(open['von']) <= minuteOf(one.uhr) &&
        minuteOf(one.uhr) < Number(open['bis']),
    ),
  );
const DAY_FACTS: Facts = {
  'termin.art': ({ situation }) => {
    const all = appointmentsToday(situation);
    return all.length === 0 ? undefined : all.map((one) => one.gruppe);
  },
  'termin.schmerz': ({ situation }) => {
    const all = appointmentsToday(situation);
    return all.length === 0 ? undefined : all.some((one) => one.gruppe === 'SCHMERZ');
  },
  'termin.start': ({ situation }) => {
    const all = appointmentsToday(situation);
    return all.length === 0 ? undefined : all.map((one) => one.uhr);
  },
  'termin.dringend': ({ situation }) => {
    const ahead = appointmentsToday(situation).flatMap((one) =>
      one.ahead === undefined ? [] : [one.ahead],
    );
    return ahead.length === 0 ? undefined : ahead.some((one) => one >= 0 && one <= 240);
  },
  sprechstunde: ({ situation }) => isInHours(situation),
  samstag: ({ situation }) => new Date(`${situation.tag}T12:00:00Z`).getUTCDay() === 6,
  ausserSprechstunde: ({ situation }) => {
    const near = situation.praxis.workingHours.some(
      (open) =>
        Math.abs(Date.parse(String(open['datum'])) - Date.parse(situation.tag)) <= 7 * 86_400_000,
    );
    return !near || appointmentsToday(situation).length === 0 ? undefined : !isInHours(situation);
  },
  feiertag: ({ situation }) => isPublicHoliday(situation),
  sonntag: ({ situation }) => isSunday(situation),
  'ti.epaUpload': ({ situation }) => hasUpload(situation),
  letzteLeistung: ({ situation }) => ({ tag: lastDayOf(situation) }),
  'ze.eingliederung': ({ situation }) => {
    const day = lastInsertion(situation);
    return day === undefined ? undefined : { tag: day };
  },
  'prothese.art': ({ situation }) => {
    const list = dentures(situation);
    return list.length === 0 ? undefined : list;
  },
  notiz: ({ situation }) => (noteOf(situation) ?? '') !== '',
  ambulant: ({ situation }) => !/stationär/i.test(noteOf(situation) ?? ''),
  faktor: ({ triggers: [first] }) =>
    first?.faktor === null || first === undefined ? undefined : first.faktor / 100,
  // No agreements are signed in the drawn practices.
  vereinbart: () => false,
  begruendung: ({ triggers: [first] }) => first?.grund ?? undefined,
};

const PATIENT_FACTS: Facts = {
  'alter.monate': ({ situation }) => ageOf(situation),
  fenster: ({ situation }) => ageOf(situation),
  'patient.privat': ({ situation }) => situation.person.v['versicherung'] !== 'GKV',
  'patient.pflegegrad': ({ situation }) => situation.person.v['pflegegrad'] ?? undefined,
  'patient.anspruch22a': ({ situation }) =>
    Number(situation.person.v['pflegegrad'] ?? 0) >= 1 ||
    situation.person.v['eingliederungshilfe'] === true,
  'patient.eingliederungshilfe': ({ situation }) =>
    situation.person.v['eingliederungshilfe'] ?? undefined,
  'einrichtung.kooperationsvertrag': ({ situation }) =>
    situation.person.v['kooperationsvertrag'] ?? undefined,
  'patient.kariesrisiko': ({ situation }) => cariesRiskOf(situation),
  'patient.hohesKariesrisiko': ({ situation }) => cariesRiskOf(situation) === 'HOCH',
  'psi.max': ({ situation }) => worstPsiOf(situation),
  'historie.monate': ({ situation }) => {
    const first = situation.person.services[0]?.tag;
    return first === undefined || first >= situation.tag ? 0 : ageInMonths(first, situation.tag);
  },
};

const TOOTH_FACTS: Facts = {
  zahn: ({ situation }) => (situation.zahn === '' ? undefined : Number(situation.zahn)),
  bereich: ({ situation }) =>
    situation.space === ''
      ? undefined
      : `${situation.space.slice(0, 2)}_${situation.space.endsWith('Front') ? 'FRONT' : 'SEITE'}`,
  'zahn.bleibend': ({ situation }) =>
    situation.zahn === '' ? undefined : ['1', '2', '3', '4'].includes(situation.zahn[0]!),
  'zahn.mehrwurzelig': ({ situation }) =>
    situation.zahn === '' ? undefined : /^(?:[12]4|[1-4][678]|[5-8][45])$/.test(situation.zahn),
  'zahn.molar': ({ situation }) =>
    situation.zahn === '' ? undefined : /^[1-4][67]$/.test(situation.zahn),
  'zahn.seitenzahn': ({ situation }) =>
    situation.zahn === ''
      ? undefined
      : ['1', '2', '3', '4'].includes(situation.zahn[0]!) && Number(situation.zahn[1]) > 3,
  'zahn.vorbefund': ({ situation }) => findingBefore(situation) ?? undefined,
  'zahn.zerstoert': ({ situation }) => {
    const befund = findingBefore(situation);
    return befund === undefined ? undefined : befund === 'ww' || befund === 'z';
  },
  'mkv.unbelegt': ({ situation }) => {
    if (situation.zahn === '') return undefined;
    const all = situation.praxis.persons.flatMap(({ rest }) => rest['mkv'] ?? []);
    if (!all.some((one) => String(one['datum']) <= situation.tag)) return undefined;
    const since = monthsBack(situation.tag, 12);
    return !(situation.person.rest['mkv'] ?? []).some((one) => {
      const [day, tooth] = [String(one['datum']), String(one['zahn'] ?? '')];
      return (
        day >= since &&
        day <= situation.tag &&
        (tooth === '' || tooth.split(/[^0-9]+/).includes(situation.zahn))
      );
    });
  },
  gleicheFlaechen: ({ situation }) => {
    const both = surfaces(situation);
    return both && both[0] === both[1];
  },
  flaechenEnthalten: ({ situation }) => {
    const both = surfaces(situation);
    return both && both[0].split('').filter((one) => !both[1].includes(one)).length === 0;
  },
  zahnsteinbefund: ({ situation }) =>
    (situation.person.rest['zahnbefund'] ?? []).some(
      (one) => one['datum'] === situation.tag && /^zst$/i.test(String(one['befund'])),
    ),
  zaehne: ({ situation }) => mouthOf(situation)?.zaehne ?? wasCleaned(situation),
  implantate: ({ situation }) => mouthOf(situation)?.implantate,
  brueckenglieder: ({ situation }) => mouthOf(situation)?.brueckenglieder,
};

const FACTS: Facts = { ...PLAN_FACTS, ...DAY_FACTS, ...PATIENT_FACTS, ...TOOTH_FACTS };

/** Returns a fact, a switch or a threshold. @throws if the language knows no such fact */
export function fact(occasion: Occasion, name: string): FactValue {
  if (name.startsWith('schalter.')) return occasion.schalter[name.slice(9)] ?? true;
  if (name.startsWith('schwelle.'))
    return (
      occasion.schwellen[name.slice(9)] ??
      RULE_THRESHOLDS[name.slice(9) as keyof typeof RULE_THRESHOLDS].start
    );
  const read = FACTS[name];
  if (!read) throw new Error(`no such fact: ${name}`);
  return read(occasion);
}
