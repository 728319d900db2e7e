/**
 * Checks of what a note of the day must say: measure, time, reason, finding. The words are ours, so
 * these checks are off from the start; without a delivered note they never warn. Pure.
 */
import type { Limit } from './limit.ts';
import type { LimitCheck, Maker } from './limit-check.ts';
import { tokenOf } from './limit-words.ts';

/** What is asked for: the pattern of its words, and what is missing without them. */
interface Asked {
  readonly pattern: string;
  readonly de: string;
  readonly en: string;
  /** A further condition. */
  readonly when?: string;
  readonly isAtTooth?: true;
}
const TIME = String.raw`\d[:.]\d\d|Uhr`;
const URGENT = 'Notfall|Notdienst|akut|Schmerz|Schwell|Blutung|Trauma|Unfall|dringend';
const PUS = 'Entzünd|Abszess|OP|operativ|Osteotomie|Infiltrat';
/** By number and value of the row, or by the value alone. */
const RECORDS: Readonly<Record<string, Asked>> = {
  '03 time': { pattern: TIME, de: 'Uhrzeit', en: 'time of day' },
  '03 urgent': { pattern: URGENT, de: 'Dringlichkeit', en: 'urgency' },
  'Ä925* findings': {
    pattern: 'Befund|o.B|unauff|apikal|Karies|Knochen|Aufhell|Verschatt|Füllung|WF',
    de: 'Befund des Röntgenbilds',
    en: 'finding of the X-ray image',
  },
  '8 result per tooth': {
    pattern: 'pos|neg|vital|sensib|reagier',
    de: 'Ergebnis der Prüfung',
    en: 'result of the test',
  },
  '12 measure': {
    pattern: 'Kofferdam|Spanngummi|Separ|Matriz|Matrix|Keil|Papill|Blutstill|Faden|Zahnfleisch',
    de: 'besondere Maßnahme',
    en: 'special measure',
  },
  '38 measure': {
    pattern: 'Tampon|Streifen|gespült|Spülung|Faden|Fäden|Naht|Salbe|Drain|angefrischt',
    de: 'Maßnahme der Nachbehandlung',
    en: 'measure of the aftercare',
  },
  '36 time and reason': {
    pattern: String.raw`\d ?min|Minute|Uhr`,
    de: 'Zeitaufwand',
    en: 'time spent',
  },
  '45 deep fracture': {
    pattern: 'frakt|zerstört|tief|abgebrochen',
    de: 'tiefe Fraktur oder Zerstörung',
    en: 'deep fracture or destruction',
  },
  '105 diagnosis,medication,site': {
    pattern: 'Aphthe|Druckstelle|Gingivitis|Stomatitis|Schleimhaut|Ulkus|Läsion|Dynexan|CHX|Salbe',
    de: 'Diagnose, Mittel und Ort',
    en: 'diagnosis, drug and site',
  },
  yellow_booklet: {
    pattern: 'gelbe|Gelbe|U-Heft|Untersuchungsheft',
    de: 'Eintrag im Kinderuntersuchungsheft',
    en: 'entry in the child’s booklet',
  },
  'FLA consent': {
    pattern: 'Einverst|Einwill|einverstanden',
    de: 'Einverständnis der Erziehungsberechtigten',
    en: 'consent of the parents',
  },
  'UPTg PD,BOP,mobility,furcation,bone_loss': {
    pattern: 'Sondier|Taschen|BOP|Blutung|PA-Status',
    de: 'Befund der Untersuchung',
    en: 'finding of the examination',
  },
  'Ä1 content;time if more than one per day': {
    pattern: TIME,
    when: 'qty(B:Ä1)>1',
    de: 'Uhrzeit bei mehr als einer Beratung',
    en: 'time of day with more than one talk',
  },
  '4 reference_person': {
    pattern: 'Mutter|Vater|Eltern|Betreuer|Ehe|Tochter|Sohn|Angehör|Pflege',
    de: 'Bezugsperson',
    en: 'person who was spoken to',
  },
  '05 Leukoplakie,Erythroplakie,Lichen planus': {
    pattern: 'Leukoplak|Erythroplak|Lichen',
    de: 'auffällige Veränderung der Schleimhaut',
    en: 'conspicuous change of the mucosa',
  },
  '11 filling by another dentist or emergency': {
    pattern: `${URGENT}|alio|Hauszahn|weiterbehand|Überweis`,
    de: 'Grund der vorläufigen Füllung',
    en: 'reason of the temporary filling',
  },
  '26 artificial or traumatic punctiform exposure': {
    pattern: 'eröffn|punktförm|Trauma|exponiert',
    de: 'punktförmige Eröffnung der Pulpa',
    en: 'punctiform exposure of the pulp',
  },
  '32 molar: Richtlinie B III 9': {
    pattern: 'geschlossen|Freiend|Zahnreihe|Richtlinie|Zahnersatz|Krone|Brücke',
    when: 'zahn.molar',
    isAtTooth: true,
    de: 'Voraussetzung der Wurzelbehandlung am Molaren',
    en: 'condition of root canal treatment at a molar',
  },
  '41a upper: inflammation or larger surgery': {
    pattern: PUS,
    when: 'zahn in 11,12,13,14,15,16,17,18,21,22,23,24,25,26,27,28',
    isAtTooth: true,
    de: 'Entzündung oder größerer Eingriff im Oberkiefer',
    en: 'inflammation or larger surgery in the upper jaw',
  },
  '61 true_diastema': { pattern: 'Diastema', de: 'echtes Diastema', en: 'true diastema' },
  '3280 true_diastema': { pattern: 'Diastema', de: 'echtes Diastema', en: 'true diastema' },
  'K2 acute_pain': { pattern: 'Schmerz|akut', de: 'akute Schmerzen', en: 'acute pain' },
  'K8 subtractive_correction': {
    pattern: 'schliff|schleif|abgetragen|subtrakt',
    de: 'Einschleifen',
    en: 'grinding in',
  },
  'UP1 referral_sleep_medicine': {
    pattern: 'Schlaf|Überweis|veranlass',
    de: 'Veranlassung durch die Schlafmedizin',
    en: 'referral by sleep medicine',
  },
  'UP4 agreed_with_physician': {
    pattern: 'Schlaf|Arzt|ärzt|abgestimmt|Rücksprache',
    de: 'Abstimmung mit dem veranlassenden Arzt',
    en: 'agreement with the referring physician',
  },
  '94a reason_of_abort': {
    pattern: 'abgebrochen|Abbruch|verstorben|nicht erschienen|Umzug|lehnt',
    de: 'Grund des Abbruchs',
    en: 'reason of the abort',
  },
  '3045 endangered_structures': {
    pattern: 'Nerv|Kieferhöhle|Sinus|Nachbar|alveolaris|lingualis',
    de: 'gefährdete Nachbarstrukturen',
    en: 'endangered neighbouring structures',
  },
  '5170 unfavourable_jaw or remontage': {
    pattern: 'ungünstig|Kiefer|Remontage|Löffel',
    de: 'Grund der Abformung mit individuellem Löffel',
    en: 'reason of the impression with an individual tray',
  },
};
const recordOf = (one: Limit): Asked | undefined =>
  RECORDS[`${one.number} ${one.value}`] ?? RECORDS[one.value];

/** Minutes of a talk, where the note names them. */
const TALKS: ReadonlySet<string> = new Set(['3', '34']);
function talkCheck(one: Limit, own: string, minutes: string): LimitCheck {
  return {
    heuteAlle: own,
    zusatz: `dauer(gespraech)<${minutes}`,
    de: `${one.number} unter ${minutes} Minuten`,
    en: `${one.number} below ${minutes} minutes`,
  };
}
/** Makes the check that a note lacks what a row asks for; null where no word answers it. */
export const recordCheck: Maker = (one) => {
  const own = tokenOf(one.system, one.number),
    [, minutes] = /^(\d+) min$/.exec(one.value) ?? [];
  if (own === null) return null;
  if (minutes !== undefined)
    return one.system === 'GOAE' && TALKS.has(one.number) ? talkCheck(one, own, minutes) : null;
  const asked = recordOf(one);
  return asked === undefined
    ? null
    : {
        heuteAlle: asked.isAtTooth === true ? `${own}@Z` : own,
        zusatz: `notiz and doc!~'${asked.pattern}'${asked.when === undefined ? '' : ` and ${asked.when}`}`,
        ...(one.value === 'yellow_booklet' && { gueltigVon: '2026-01-01' }),
        isOwnWords: true,
        de: `${one.number} ohne ${asked.de} in der Notiz`,
        en: `${one.number} without ${asked.en} in the note`,
      };
};
