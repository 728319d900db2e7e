/** The word list of docs/style.md: phrases kept out of comments, test titles and pages. */
import type { Law } from './laws.ts';

/** Phrase, and the plain words for it; texts of screens and of the catalogue are not checked. */
const INSTEAD: Readonly<Record<string, string>> = {
  whoever: 'anyone who, the user who',
  whosoever: 'anyone who',
  'by itself': 'automatically, alone',
  'by themselves': 'automatically, alone',
  afresh: 'again',
  'in vain': 'without effect',
  'by heart': 'from memory',
  thither: 'there',
  hitherto: 'so far',
  thereof: 'of it',
};
/** Phrases that some older pages still contain. */
const INSTEAD_LATER: Readonly<Record<string, string>> = {
  told: 'informed, notified, sent',
  somebody: 'a user, a patient, another person',
  anybody: 'anyone, any user',
  nobody: 'no user, no patient, no one',
  beside: 'next to, in addition to, in parallel',
  anew: 'again',
  'unit of work': 'transaction',
  'units of work': 'transactions',
  'for ever': 'permanently',
  'says so': 'states this, reports it',
  'is said': 'is stated, is entered',
};
/** Pages that are not rewritten yet; this list only shrinks. */
const OLDER_PAGES: readonly string[] = ['docs/glossary.md', 'docs/operate.md', 'docs/rules.md'];
const ALL: Readonly<Record<string, string>> = { ...INSTEAD, ...INSTEAD_LATER };
const phrasesOf = (words: Readonly<Record<string, string>>): RegExp =>
  new RegExp(`\\b(${Object.keys(words).join('|')})\\b`, 'i');
const PHRASE = phrasesOf(ALL);
const OLDER_PHRASE = phrasesOf(INSTEAD);
/** Names of code, which comments and pages quote in backticks. */
const CODE = /`[^`]*`/g;
const TITLE = /^\s*(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*)\1/;

const faultIn = (place: string, text: string, pattern = PHRASE): string[] => {
  const phrase = pattern.exec(text.replace(CODE, ''))?.[1]?.toLowerCase();
  return phrase === undefined ? [] : [`${place} says "${phrase}": write ${ALL[phrase] ?? ''}`];
};

/** Comments, test titles and pages use plain words. */
export const proseIsPlain: Law = (files) =>
  files.flatMap((file) => {
    const lines = file.text.split('\n');
    const pattern = OLDER_PAGES.includes(file.path) ? OLDER_PHRASE : PHRASE;
    if (file.path.endsWith('.md'))
      return lines.flatMap((line, at) => faultIn(`${file.path}:${at + 1}`, line, pattern));
    const comments = file.code?.comments ?? [];
    return [
      ...comments.flatMap((one) => faultIn(`${file.path}:${one.line}`, one.text)),
      ...(file.isTest ? lines : []).flatMap((line, at) =>
        faultIn(`${file.path}:${at + 1}`, TITLE.exec(line)?.[2] ?? ''),
      ),
    ];
  });
