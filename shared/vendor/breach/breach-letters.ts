// Drafts about a data breach from its entry in the register: the report to the authority
// (Art. 33(3) GDPR) and the letter to the people concerned (Art. 34(2) GDPR). Pure. A draft states in
// brackets what the register does not know.

import { germanMoment } from '../../base/dates.ts';
import { breachDue } from '../compliance.ts';

interface BreachFacts {
  awareAt: number;
  text: string;
  people: number | null;
  measures: string;
}
interface PracticeFacts {
  praxisName: string;
  street: string;
  plz: string;
  city: string;
  phone: string;
  mail: string;
  /** Who answers questions about data protection, as the practice entered it. */
  privacyContact: string;
}

const GAP = '[bitte ergänzen]';
const or = (text: string, gap = GAP): string => (text.trim() === '' ? gap : text.trim());
const placeOf = ({ praxisName, street, plz, city }: PracticeFacts): string[] => [
  or(praxisName),
  or(street, '[Straße und Hausnummer]'),
  or([plz, city].filter(Boolean).join(' '), '[PLZ und Ort]'),
];
const contactOf = ({ phone, mail, privacyContact }: PracticeFacts): string[] => [
  `Ansprechperson für den Datenschutz: ${or(privacyContact)}`,
  `Telefon: ${or(phone)}`,
  `E-Mail: ${or(mail)}`,
];

/**
 * Drafts the report to the supervisory authority.
 * @param authority name of the authority; empty while no Land is chosen
 * @param now ms; after 72 hours the draft asks for the reasons of the delay
 */
export function reportDraft(
  breach: BreachFacts,
  practice: PracticeFacts,
  authority: string,
  now: number,
): string {
  const isLate = now > breachDue(breach.awareAt);
  return [
    or(authority, '[Aufsichtsbehörde]'),
    '',
    'Meldung einer Verletzung des Schutzes personenbezogener Daten nach Art. 33 DSGVO',
    '',
    'Verantwortliche Stelle:',
    ...placeOf(practice),
    ...contactOf(practice),
    '',
    `Bekannt geworden am: ${germanMoment(breach.awareAt)}`,
    'Zeitpunkt oder Zeitraum der Verletzung: [bitte ergänzen]',
    '',
    '1. Art der Verletzung (Art. 33 Abs. 3 a DSGVO)',
    or(breach.text),
    `Ungefähre Zahl der betroffenen Personen: ${breach.people ?? '[noch nicht bekannt]'}`,
    'Kategorien der Personen: [zum Beispiel Patientinnen und Patienten, Beschäftigte]',
    'Kategorien der Daten: [zum Beispiel Kontaktdaten, Gesundheitsdaten]',
    'Ungefähre Zahl der Datensätze: [bitte ergänzen]',
    '',
    '2. Ansprechperson (Art. 33 Abs. 3 b DSGVO)',
    'Siehe oben.',
    '',
    '3. Wahrscheinliche Folgen (Art. 33 Abs. 3 c DSGVO)',
    GAP,
    '',
    '4. Ergriffene und vorgeschlagene Maßnahmen (Art. 33 Abs. 3 d DSGVO)',
    or(breach.measures),
    ...(isLate
      ? ['', '5. Gründe für die Meldung nach mehr als 72 Stunden (Art. 33 Abs. 1 DSGVO)', GAP]
      : []),
    '',
    'Weitere Informationen reichen wir ohne unangemessene weitere Verzögerung nach (Art. 33 Abs. 4 DSGVO).',
    '',
    '[Ort, Datum, Name]',
  ].join('\n');
}

/** Drafts the letter to one of the people concerned; it names no one. */
export function letterDraft(breach: BreachFacts, practice: PracticeFacts): string {
  return [
    ...placeOf(practice),
    '',
    '[Name und Anschrift der Person]',
    '',
    'Ihre Daten: Benachrichtigung nach Art. 34 DSGVO',
    '',
    '[Anrede],',
    '',
    `am ${germanMoment(breach.awareAt)} haben wir von einer Verletzung des Schutzes personenbezogener Daten erfahren, die auch Sie betrifft.`,
    '',
    'Was ist geschehen?',
    or(breach.text),
    'Betroffen sind diese Daten von Ihnen: [bitte ergänzen]',
    '',
    'Welche Folgen kann das haben?',
    GAP,
    '',
    'Was haben wir unternommen?',
    or(breach.measures),
    '',
    'Was können Sie selbst tun?',
    '[zum Beispiel: Seien Sie vorsichtig bei unerwarteten Anrufen und E-Mails.]',
    '',
    'Fragen beantworten wir gern:',
    ...contactOf(practice),
    '',
    'Wir bedauern, dass das geschehen ist.',
    '',
    '[Ort, Datum, Name]',
  ].join('\n');
}
