/**
 * The word list of the practice's screens: one word per thing in German and English. Patients read
 * other words, so the texts of the kiosk and of the catalogue are not checked.
 */
import type { Law } from './laws.ts';

/** Pattern of a word that is out of use, and the word that replaced it. */
const OUT_OF_USE: Readonly<Record<'de' | 'en', readonly (readonly [RegExp, string])[]>> = {
  de: [
    [/\bPapieren?\b/, 'Unterlagen (in a Mappe) or Dokumente (in the record)'],
    [/\bFormular(?:en?|s)?\b/, 'Fragebogen'],
    [/\bPVS\b|\bPraxis-Software\b|\bPraxisverwaltungs/, 'Praxissoftware'],
    [/\bmitnehmen\b/i, 'Exportieren'],
    [/\banordnen\b/i, 'Kacheln wählen'],
    [/\bnicht fakturiert|\bunabgerechnet/i, 'ohne Rechnung'],
    [/\b(?:offene|andere|diese)n? Sitzung(?:en)?\b/i, 'angemeldete Geräte'],
    [/\bRegeln für Mappen\b/, 'Mappen-Regeln'],
    [/\bmitgelieferten? zurücksetzen\b/, 'Auslieferungsstand herstellen'],
    [/\blängstenfalls\b/, 'bis zu, höchstens'],
  ],
  en: [
    [/\bmaster data\b/i, 'personal details'],
    [/\bPVS\b/, 'practice software'],
    [/\btak(?:e|es|ing|en) away\b/i, 'export, or remove'],
    [/\bread a file\b/i, 'import a file'],
    [/\bcover(?:s|ed|ing)? (?:the )?names\b/i, 'hide names'],
    [/\bshipped\b/i, 'built-in, or restore defaults'],
    [/\bset back\b/i, 'restore, reset'],
    [/\blights\b/i, 'the overview'],
    [/\bunbilled\b/i, 'not invoiced'],
    [/\brules for folders\b/i, 'folder rules'],
    // A treatment has sessions, an account has devices.
    [/\b(?:open|other|this|your) sessions?\b/i, 'signed-in devices'],
    [/\b(?:anew|afresh|mended|whoever|somebody|by itself|by themselves)\b/i, 'plain English'],
    [/\b(?:being|was|were) read in\b/i, 'imported'],
  ],
};

/** The name of an entry or an error, which no screen shows. */
const CODE = /^[a-z][\w.-]*$/;

/** Tables outside of the wing whose words the practice's screens show. */
const SHARED = new Set(['shared/base/errors.ts', 'shared/operations/audit.ts']);

const faults = (place: string, language: 'de' | 'en', text: string): string[] =>
  OUT_OF_USE[language].flatMap(([pattern, instead]) => {
    const word = pattern.exec(text)?.[0];
    return word === undefined ? [] : [`${place} says "${word}": write ${instead}`];
  });

/** The practice's texts use one word per thing. */
export const screensUseOneWord: Law = (files) =>
  files.flatMap((file) => {
    const language = /^practice\/.*\/texts\.(de|en)\.json$/.exec(file.path)?.[1] as
      | 'de'
      | 'en'
      | undefined;
    if (language !== undefined)
      return Object.entries(JSON.parse(file.text) as Record<string, unknown>).flatMap(
        ([key, text]) => faults(`${file.path}:${key}`, language, String(text)),
      );
    if (!SHARED.has(file.path)) return [];
    return (file.code?.literals ?? [])
      .map(({ line, parts }) => ({ place: `${file.path}:${line}`, text: parts.join(' ') }))
      .filter(({ text }) => !CODE.test(text))
      .flatMap(({ place, text }) =>
        (['de', 'en'] as const).flatMap((language) => faults(place, language, text)),
      );
  });
