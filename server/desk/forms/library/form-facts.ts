// Facts about a form for lists: title, effort, and why it cannot be filled in. They are judged in
// the child process that checks forms, never on the server's thread.

import { asksHealth } from '../../../../shared/forms/answers/asks-health.ts';
import { shapeFindings } from '../../../../shared/forms/design/form-findings.ts';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import { longestWay } from '../../../../shared/forms/questionnaire/effort.ts';
import { EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { titleOf } from '../../../../shared/forms/questionnaire/words.ts';
import { minutesOf } from '../../../../catalog/forms/catalogue.ts';
import type { LocalText } from '../../../../shared/desk/document.ts';

export interface FormFacts {
  readonly title: string;
  readonly titles: LocalText;
  readonly minutes: number;
  readonly questions: number;
  readonly asksHealth: boolean;
  /** Reason why it cannot be filled in. */
  readonly trouble?: { readonly code: FormFinding['code']; readonly detail?: string };
}

/** A title in the languages of a form that were given to it. */
function titlesIn(questionnaire: Questionnaire, languages: readonly string[]): LocalText {
  const title = typeof questionnaire.title === 'string' ? questionnaire.title : '',
    further = languages.flatMap((one) => {
      const said = titleOf(questionnaire, one);
      return one !== 'de' && said.isTranslated ? [[one, said.text] as const] : [];
    });
  return { de: title, ...Object.fromEntries(further) };
}

/** A question takes this long where nothing is known about it. */
const SECONDS_EACH = 10;
/**
 * Returns what a form says about itself, without judging it: a walk over its items and no more.
 */
export function plainFacts(questionnaire: Questionnaire): FormFacts {
  const title = typeof questionnaire.title === 'string' ? questionnaire.title : '',
    open: unknown[] = [questionnaire];
  let questions = 0;
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (typeof one !== 'object' || one === null) continue;
    const { item, type } = one as { item?: unknown; type?: unknown };
    if (typeof type === 'string' && type !== 'group' && type !== 'display') questions += 1;
    if (Array.isArray(item)) for (const part of item) open.push(part);
  }
  return {
    title,
    titles: { de: title },
    minutes: Math.max(1, Math.ceil((questions * SECONDS_EACH) / 60)),
    questions,
    asksHealth: JSON.stringify(questionnaire).includes(EXTENSION.critical),
  };
}

/**
 * Judges a form. Rules may have become stricter since it was stored: a form that breaks them is not
 * offered.
 */
export function judgeFacts(questionnaire: Questionnaire, languages: readonly string[]): FormFacts {
  const unread: FormFacts = { ...plainFacts(questionnaire), minutes: 1, questions: 0 };
  try {
    const [wrong] = shapeFindings(questionnaire);
    if (wrong) {
      const { code, detail } = wrong;
      return { ...unread, trouble: { code, ...(detail !== undefined && { detail }) } };
    }
    const model = modelOf(questionnaire);
    return {
      title: unread.title,
      titles: titlesIn(questionnaire, languages),
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
