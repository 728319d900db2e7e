// Short names of reports, and the words by which they are found in either language.

import de from './names.de.json';
import en from './names.en.json';

const DE: Readonly<Record<string, string>> = de,
  EN: Readonly<Record<string, string>> = en;

/** Returns the short name of a report; its path where it has none. */
export const nameOfReport = (path: string, language: string): string =>
  (language === 'de' ? DE : EN)[`name.${path}`] ?? path;
/** Returns the names of a report and their synonyms in both languages. */
export const searchedNames = (path: string): string =>
  [DE, EN].flatMap((words) => [words[`name.${path}`], words[`also.${path}`]]).join(' ');
