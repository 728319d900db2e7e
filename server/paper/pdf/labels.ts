// Fixed labels around a document: always German, plus the languages of the document that have them.
import type { DocumentPatient, LocalText } from '../../../shared/desk/document.ts';
import type { SignerRole } from '../../../shared/desk/mappe.ts';
import further from './labels.json' with { type: 'json' };

const FURTHER = Object.entries(further);
/** Adds the languages of `labels.json`. */
const withFurther = (
  text: LocalText,
  find: (words: (typeof FURTHER)[number][1]) => string | undefined,
): LocalText => ({
  ...text,
  ...Object.fromEntries(
    FURTHER.flatMap(([language, words]) => {
      const said = find(words);
      return said === undefined ? [] : [[language, said] as const];
    }),
  ),
});

const ROLES: Readonly<Record<SignerRole, LocalText>> = {
  patient: { de: 'Patient/in', en: 'Patient' },
  parent1: { de: 'Elternteil', en: 'Parent' },
  parent2: { de: 'Zweiter Elternteil', en: 'Second parent' },
  guardian: { de: 'Betreuung oder Vormund', en: 'Guardian' },
  proxy: { de: 'Bevollmächtigte Person', en: 'Authorised representative' },
  dentist: { de: 'Zahnärztin oder Zahnarzt', en: 'Dentist' },
  witness: { de: 'Zeugin oder Zeuge', en: 'Witness' },
  interpreter: { de: 'Dolmetscherin oder Dolmetscher', en: 'Interpreter' },
};

/** The patient by gender. */
const PATIENT = {
  female: { de: 'Patientin', en: 'Patient' },
  male: { de: 'Patient', en: 'Patient' },
} as const;

/**
 * Name of a role in every language of the house.
 * @param gender of the patient, if known
 */
export const roleLabel = (role: SignerRole, gender?: DocumentPatient['gender']): LocalText =>
  role === 'patient' && gender !== undefined
    ? withFurther(PATIENT[gender], ({ patient }) => patient[gender])
    : withFurther(ROLES[role], ({ roles }) => roles[role]);

const WORDS = {
  patient: { de: 'Für', en: 'For' },
  geburtsdatum: { de: 'geboren am', en: 'born' },
  patid: { de: 'Patientennummer', en: 'Patient number' },
  declarations: { de: 'Ihre Erklärung', en: 'Your declaration' },
  optional: { de: 'freiwillig', en: 'optional' },
  signatures: { de: 'Unterschrift', en: 'Signature' },
  notice: {
    de: 'Zu Ihrer Information. Eine Unterschrift ist nicht nötig.',
    en: 'For your information. No signature is needed.',
  },
  binding: {
    de: 'Die Übersetzung dient dem Verstehen. Verbindlich ist der deutsche Text.',
    en: 'The translation is for your understanding. The German text is binding.',
  },
  machine: {
    de: 'Maschinelle Übersetzung, noch nicht geprüft.',
    en: 'Machine translation, not yet reviewed.',
  },
  seal: {
    de: 'Einfache elektronische Signatur. Das unterschriebene Dokument wird mit dem Zertifikat der Praxis versiegelt; jede spätere Änderung ist dann erkennbar.',
    en: 'Simple electronic signature. The signed document is sealed with the certificate of the practice; any later change can then be detected.',
  },
  paper: {
    de: 'Dieses Papier muss von Hand unterschrieben werden.',
    en: 'This paper must be signed by hand.',
  },
  placeDate: { de: 'Ort, Datum', en: 'Place, date' },
  sources: { de: 'Grundlagen', en: 'Legal basis' },
  qr: {
    de: 'Code zur Zuordnung des unterschriebenen Papiers',
    en: 'Code for filing the signed paper',
  },
} as const satisfies Record<string, LocalText>;

/** Every label by its key, in every language of the house. */
export const LABELS: Readonly<Record<keyof typeof WORDS, LocalText>> = Object.fromEntries(
  Object.entries(WORDS).map(([key, text]) => [
    key,
    withFurther(text, ({ labels }) => new Map(Object.entries(labels)).get(key)),
  ]),
) as Record<keyof typeof WORDS, LocalText>;
