// Lists of answers of an imported form that exist on a server only: each is asked for once, put
// into the form, and named to the importer, found or not.

import { FORM_BYTES } from '../../../../shared/forms/design/forms.schema.ts';
import type { FormFinding } from '../../../../shared/forms/design/form-findings.ts';
import { listAt, putValueSet } from '../../../../shared/forms/design/put-value-set.ts';
import { textOf } from '../../../../shared/forms/design/rule-findings.ts';
import { unitListOf } from '../../../../shared/forms/questionnaire/model.ts';
import {
  everyItem,
  type Questionnaire,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { TerminologyError, type Terminology } from './terminology.ts';

/** Lists of one form that are asked for, and the time for all of them, ms. */
const MOST_LISTS = 40,
  TIME_MS = 20_000;

/** Returns the addresses of lists that a finding names as missing; a finding shortens them. */
export function missingLists(
  form: Questionnaire,
  findings: readonly FormFinding[],
): readonly string[] {
  const missing = new Set(
    findings.flatMap((one) =>
      one.code === 'needs_terminology_server' ? [`${one.linkId ?? ''} ${one.detail ?? ''}`] : [],
    ),
  );
  if (missing.size === 0) return [];
  const found = new Set<string>();
  for (const { item } of everyItem(form.item))
    for (const address of [item.answerValueSet, unitListOf(item)])
      if (typeof address === 'string' && missing.has(`${item.linkId} ${textOf(address)}`))
        found.add(address);
  return [...found];
}

export interface Filled {
  /** Undefined if no list was found. */
  readonly form: Questionnaire | undefined;
  /** One finding for each list. */
  readonly findings: readonly FormFinding[];
}

/** Asks the server for lists and puts them into the form. Never throws because of the server. */
export async function fillLists(
  terminology: Terminology,
  form: Questionnaire,
  lists: readonly string[],
): Promise<Filled> {
  const end = Date.now() + TIME_MS,
    findings: FormFinding[] = [];
  let filled: Questionnaire | undefined,
    left = FORM_BYTES - JSON.stringify(form).length;
  for (const canonical of lists.slice(0, MOST_LISTS)) {
    const detail = textOf(canonical);
    try {
      if (Date.now() > end) throw new TerminologyError('down');
      const now = filled ?? form,
        list = await terminology.expand(canonical, listAt(now, canonical)),
        next = putValueSet(now, canonical, list);
      left -= JSON.stringify(list).length;
      if (!next || left < 0) throw new TerminologyError('too_large');
      filled = next;
      findings.push({ level: 'note', code: 'terminology_filled', detail });
    } catch (error) {
      if (!(error instanceof TerminologyError)) throw error;
      findings.push({ level: 'warning', code: `terminology_${error.reason}`, detail });
    }
  }
  return { form: filled, findings };
}
