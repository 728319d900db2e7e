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
const PHRASE = new RegExp(`\\b(${Object.keys(INSTEAD).join('|')})\\b`, 'i');
/** Names of code, which comments and pages quote in backticks. */
const CODE = /`[^`]*`/g;
const TITLE = /^\s*(?:it|test|describe)(?:\.\w+)*\(\s*(['"`])(.*)\1/;

const faultIn = (place: string, text: string): string[] => {
  const phrase = PHRASE.exec(text.replace(CODE, ''))?.[1]?.toLowerCase();
  return phrase === undefined ? [] : [`${place} says "${phrase}": write ${INSTEAD[phrase] ?? ''}`];
};

/** Comments, test titles and pages use plain words. */
export const proseIsPlain: Law = (files) =>
  files.flatMap((file) => {
    const lines = file.text.split('\n');
    if (file.path.endsWith('.md'))
      return lines.flatMap((line, at) => faultIn(`${file.path}:${at + 1}`, line));
    const comments = file.code?.comments ?? [];
    return [
      ...comments.flatMap((one) => faultIn(`${file.path}:${one.line}`, one.text)),
      ...(file.isTest ? lines : []).flatMap((line, at) =>
        faultIn(`${file.path}:${at + 1}`, TITLE.exec(line)?.[2] ?? ''),
      ),
    ];
  });
