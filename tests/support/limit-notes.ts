/** Cases of limits that ask for a reason or an entry of the record. */
import { type Limit } from '../../shared/analytics/billing/limits/limit.ts';
import { otherTokens } from '../../shared/analytics/billing/limits/limit-words.ts';
import { at, DAY, KFO, INSIDE, plain, type LimitCase, type Rows } from './limit-day.ts';
import { tag } from './rule-practice.ts';

/** Notes that say what a row asks for, by its number and value: written by hand, as a practice does. */
const SAYING_NOTES: Readonly<Record<string, string>> = {
  '03 time': 'behandelt um 21:15',
  '03 urgent': 'starke Schmerzen seit gestern',
  'Ä925* findings': 'Rö 36: apikal unauffällig',
  '8 result per tooth': '36 pos., 37 pos.',
  '12 measure': 'Kofferdam 36',
  '38 measure': 'Streifen gewechselt',
  '36 time and reason': 'Blutung gestillt, 25 min',
  '45 deep fracture': '36 tief frakturiert',
  '105 diagnosis,medication,site': 'Aphthe Unterlippe mit Dynexan behandelt',
  'FU1 yellow_booklet': 'im gelben Heft eingetragen',
  'FU2 yellow_booklet': 'im gelben Heft eingetragen',
  'FLA consent': 'Mutter einverstanden',
  'UPTg PD,BOP,mobility,furcation,bone_loss': 'Sondierungstiefen und BOP erhoben',
  'Ä1 content;time if more than one per day': 'Beratung 9:15, erneut 16:40',
  '4 reference_person': 'mit der Tochter besprochen',
  '05 Leukoplakie,Erythroplakie,Lichen planus': 'Leukoplakie Wange links',
  '11 filling by another dentist or emergency': 'Notdienst, weiter beim Hauszahnarzt',
  '26 artificial or traumatic punctiform exposure': 'Pulpa punktförmig eröffnet',
  '32 molar: Richtlinie B III 9': 'Zahnreihe bleibt geschlossen',
  '41a upper: inflammation or larger surgery': 'starke Entzündung, Abszess',
  '61 true_diastema': 'echtes Diastema 11/21',
  '3280 true_diastema': 'echtes Diastema 11/21',
  'K2 acute_pain': 'akute Schmerzen im Kiefergelenk',
  'K8 subtractive_correction': 'Schiene eingeschliffen',
  'UP1 referral_sleep_medicine': 'Überweisung der Schlafmedizin liegt vor',
  'UP4 agreed_with_physician': 'mit der Schlafmedizin abgestimmt',
  '94a reason_of_abort': 'Patient lehnt weitere Behandlung ab',
  '3045 endangered_structures': 'Nähe zum N. alveolaris, Nerv gefährdet',
  '5170 unfavourable_jaw or remontage': 'ungünstige Kieferverhältnisse',
};

/** A day whose note says something else, and one whose note says what the row asks for. */
function recordCase(limit: Limit, own: string): Omit<LimitCase, 'person'> | null {
  const note = SAYING_NOTES[`${limit.number} ${limit.value}`],
    tooth = /^(?:32|41a)$/.test(limit.number) ? (limit.number === '32' ? '36' : '16') : '',
    twice = limit.number === 'Ä1' ? ' x2' : '',
    day = (text: string): Rows => [tag(DAY, `${at(own, tooth)}${twice}`, `"${text}"`)];
  return note === undefined ? null : { broken: day('Behandlung wie geplant'), kept: day(note) };
}
export function reasonCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const record = recordCase(limit, own),
    [, often = ''] = /^>(\d+)\/(?:Y|case)$/.exec(limit.value) ?? [];
  if (record !== null) return record;
  if (often !== '') {
    const cases = limit.scope === 'kfo_case' ? KFO : [],
      most = Number(often) * (limit.scope === 'jaw' ? 2 : 1);
    return {
      broken: [...cases, tag(DAY, `${plain(own)} x${most + 1}`)],
      kept: [...cases, tag(DAY, `${plain(own)} x${most + 1} !Anlass`)],
    };
  }
  if (limit.value.startsWith('PSI'))
    return {
      broken: [tag(INSIDE[0]!, 'psi 0|1|2|2|2|1'), tag(DAY, plain(own))],
      kept: [tag(INSIDE[0]!, 'psi 0|1|3|2|2|1'), tag(DAY, plain(own))],
    };
  if (limit.value === '>1/tooth')
    return {
      broken: [tag(DAY, `${plain(own)} 36 x2`)],
      kept: [tag(DAY, `${plain(own)} 36 x2 !Anlass`)],
    };
  const other = plain(otherTokens(limit)![0]!);
  return {
    broken: [tag(DAY, plain(own), other)],
    kept: [tag(DAY, `${plain(own)} !Anlass`, other)],
  };
}
export function documentCase(limit: Limit, own: string): Omit<LimitCase, 'person'> {
  const record = recordCase(limit, own);
  if (record !== null) return record;
  const minutes = Number.parseInt(limit.value, 10),
    what = limit.system === 'GOAE' ? 'Gespräch' : 'Mundhygieneunterweisung',
    day = (n: number): Rows => [tag(DAY, plain(own), `"${what} ${n} min"`)];
  return { broken: day(minutes - 1), kept: day(minutes) };
}
