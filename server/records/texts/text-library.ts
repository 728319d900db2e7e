// The consent texts that a practice can send: those of the catalogue and those it published itself,
// found within its own store only.

import {
  declarationInUse,
  findTemplate,
  templatesInUse,
} from '../../../catalog/consent/catalogue.ts';
import { templateKey, type DocumentTemplate } from '../../../shared/desk/document.ts';
import type { Look, Work } from '../../platform/work.ts';
import { withPracticeReviews } from './reviews.ts';
import { findTextRow, listTextRows } from './text-store.ts';

/** Splits `id@version`. */
export function partsOf(key: string): { id: string; version: number } {
  const [id = '', version = ''] = key.split('@');
  return { id, version: Number(version) };
}

/**
 * Returns an offered text by its key; drafts and retired ones are not found.
 * @param languages those added to a shipped text where it has them
 */
export async function findText(
  s: Look | Work,
  key: string,
  languages: readonly string[] = [],
): Promise<DocumentTemplate | undefined> {
  const shipped = findTemplate(key);
  if (shipped) return withPracticeReviews(s, shipped, languages);
  const { id, version } = partsOf(key),
    row = await findTextRow(s, id, version);
  return row?.state === 'active' ? row.template : undefined;
}

/**
 * Returns the key of the declaration that is signed below answers on a day.
 * @param day YYYY-MM-DD
 */
export function declarationOn(day: string): string | undefined {
  const template = declarationInUse(day);
  return template && templateKey(template);
}

/** Lists own texts first, then the newest version of every shipped one. @param day YYYY-MM-DD */
export async function textsInUse(s: Look | Work, day: string): Promise<DocumentTemplate[]> {
  const own = (await listTextRows(s, 'active'))
    .map((row) => row.template)
    .filter((one) => one.validFrom <= day);
  return [
    ...own.sort((a, b) => a.title.de.localeCompare(b.title.de, 'de')),
    ...templatesInUse(day),
  ];
}

/** Returns the shipped source of each own text, by id; texts created empty are not included. */
export async function basisOf(s: Look | Work): Promise<ReadonlyMap<string, string>> {
  return new Map(
    (await listTextRows(s)).flatMap((row) =>
      row.basedOn === null ? [] : [[row.id, partsOf(row.basedOn).id] as const],
    ),
  );
}
