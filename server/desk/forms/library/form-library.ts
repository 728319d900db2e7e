// Form library of a practice: the catalogue's forms and those it published itself, found only
// within its own store.

import { asksHealth } from '../../../../shared/forms/answers/asks-health.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { longestWay } from '../../../../shared/forms/questionnaire/effort.ts';
import { shapeFindings } from '../../../../shared/forms/design/form-findings.ts';
import type { Finding } from '../../../../shared/forms/design/rule-findings.ts';
import { titleOf } from '../../../../shared/forms/questionnaire/words.ts';
import { minutesOf } from '../../../../catalog/forms/catalogue.ts';
import type { LocalText } from '../../../../shared/desk/document.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { findFormRow, listFormHeads, type FormHead, type FormRow } from './form-store.ts';
import type { FormLibrary, LoadedForm, PracticeLibrary } from '../answers/library.ts';
import type { Look, Work } from '../../../platform/work.ts';

export interface FormFacts {
  readonly title: string;
  readonly titles: LocalText;
  readonly minutes: number;
  readonly questions: number;
  readonly asksHealth: boolean;
  /** Reason why it cannot be filled in. */
  readonly trouble?: Pick<Finding, 'code' | 'detail'>;
}
const MOST_KEPT = 500;
/** Cached by hash of the content: parsing a large form only for its name is slow. */
const facts = new Map<string, FormFacts>();

/**
 * Rules may have become stricter since a form was stored: a form that breaks them is not offered.
 */
function readFacts(questionnaire: Questionnaire, languages: readonly string[]): FormFacts {
  const title = typeof questionnaire.title === 'string' ? questionnaire.title : '',
    unread: FormFacts = {
      title,
      titles: { de: title },
      minutes: 1,
      questions: 0,
      asksHealth: false,
    };
  try {
    const [wrong] = shapeFindings(questionnaire);
    if (wrong)
      return {
        ...unread,
        trouble: { code: wrong.code, ...(wrong.detail !== undefined && { detail: wrong.detail }) },
      };
    const titles: LocalText = {
      de: title,
      ...Object.fromEntries(
        languages.flatMap((one) => {
          const said = titleOf(questionnaire, one);
          return one !== 'de' && said.isTranslated ? [[one, said.text]] : [];
        }),
      ),
    };
    const model = modelOf(questionnaire);
    return {
      title,
      titles,
      minutes: minutesOf(questionnaire),
      questions: longestWay(model).questions,
      asksHealth: asksHealth(model),
    };
  } catch (error) {
    // An unreadable form is one entry of a list and never breaks the list.
    if (error instanceof TypeError || error instanceof RangeError)
      return { ...unread, trouble: { code: 'not_an_object' } };
    throw error;
  }
}

/** Returns a form's entry for lists. */
export function factsOf(
  sha256: string,
  questionnaire: Questionnaire,
  languages: readonly string[],
): FormFacts {
  const known = facts.get(sha256);
  if (known) return known;
  const made = readFacts(questionnaire, languages);
  if (facts.size >= MOST_KEPT) facts.clear();
  facts.set(sha256, made);
  return made;
}
/** Returns the entry of a stored version, parsing it only if its content is not cached. */
export async function factsOfHead(s: Look | Work, head: FormHead): Promise<FormFacts> {
  const known = facts.get(head.sha256);
  if (known) return known;
  const row = await findFormRow(s, head.id, head.version);
  return row
    ? factsOf(row.sha256, row.questionnaire, row.languages)
    : { title: '', titles: { de: '' }, minutes: 1, questions: 0, asksHealth: false };
}

export const keyOfForm = ({ id, version }: { id: string; version: number }): string =>
  `${id}@${version}`;
/** Splits `id@version`. */
export function partsOf(key: string): { id: string; version: number } {
  const [id = '', version = ''] = key.split('@');
  return { id, version: Number(version) };
}

function loaded(row: FormRow): LoadedForm {
  const {
    titles,
    minutes,
    trouble,
    asksHealth: isHealth,
  } = factsOf(row.sha256, row.questionnaire, row.languages);
  return {
    key: keyOfForm(row),
    id: row.id,
    version: row.version,
    title: titles,
    languages: row.languages,
    minutes,
    asksHealth: isHealth,
    url: row.questionnaire.url ?? '',
    sha256: row.sha256,
    isRetired: row.state === 'retired' || trouble !== undefined,
    // The texts of every language are inside the form itself.
    inLanguages: () => Promise.resolve(row.questionnaire),
  };
}

/** Lists the forms of a practice; drafts are not part of the library. */
export function practiceForms(shipped: FormLibrary): PracticeLibrary {
  return (source) => ({
    async inUse() {
      const own = await listFormHeads(source, 'active');
      const entries = await Promise.all(
        own.map(async (head) => {
          const {
            titles,
            minutes,
            trouble,
            asksHealth: isHealth,
          } = await factsOfHead(source, head);
          return trouble === undefined
            ? [
                {
                  key: keyOfForm(head),
                  id: head.id,
                  version: head.version,
                  title: titles,
                  languages: head.languages,
                  minutes,
                  asksHealth: isHealth,
                },
              ]
            : [];
        }),
      );
      return [...(await shipped.inUse()), ...entries.flat()];
    },
    async find(key) {
      const found = await shipped.find(key);
      if (found) return found;
      const { id, version } = partsOf(key),
        row = await findFormRow(source, id, version);
      return row && row.state !== 'draft' ? loaded(row) : undefined;
    },
  });
}
