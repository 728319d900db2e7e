/** Forms of a practice in tests, and the calls that make, read and import them. */
import { expect } from 'vitest';
import type { FormMade, FormView } from '../../../../shared/forms/design/forms.schema.ts';
import type { Answer, TestApp } from '../../../../tests/support/in-process.ts';
import type { Practice } from '../../../../tests/support/practice.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';

/** Returns the English translation of a text as an extension. */
export const EN = (text: string) => ({
  extension: [
    {
      url: 'http://hl7.org/fhir/StructureDefinition/translation',
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: text },
      ],
    },
  ],
});

/** Texts of forms are stored unchanged (sec B41). */
export const NASTY = '<img src=x onerror=alert(1)> {{7*7}} ${x} =1+1';

/** Returns a yes/no question. */
export const item = (more: Partial<QuestionnaireItem> = {}): QuestionnaireItem => ({
  linkId: 'hund',
  type: 'boolean',
  text: NASTY,
  _text: EN(NASTY),
  ...more,
});

/** Returns a form of these items. */
export const form = (items: readonly QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  language: 'de',
  status: 'active',
  title: 'Hunde',
  _title: EN('Dogs'),
  url: 'https://example.org/hunde',
  version: '7',
  item: items,
});

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns calls about the forms of the current practice. */
export function formsOf(here: () => At) {
  const at = (praxis: Practice, path: string, method = 'GET', json?: unknown): Promise<Answer> =>
    praxis.call(`/anamnese/forms${path}`, {
      as: praxis.users.owner,
      method,
      ...(json !== undefined && { json }),
    });
  const read = async (key: string): Promise<FormView> =>
    (await at(here().p, `/${key}`)).json as FormView;
  const make = async (questionnaire: Questionnaire): Promise<FormMade> => {
    const answer = await at(here().p, `/import?id=${here().t.deps.newId()}`, 'POST', questionnaire);
    expect([answer.status, answer.text.slice(0, 300)]).toEqual([200, expect.any(String)]);
    return answer.json as FormMade;
  };
  const templates = async (praxis: Practice): Promise<string[]> =>
    (
      (await praxis.call('/tablet/templates', { as: praxis.users.reception })).json as {
        id: string;
        version: number;
      }[]
    ).map((one) => `${one.id}@${one.version}`);
  const audits = async (key: string): Promise<string[]> =>
    (
      await here()
        .t.deps.workshop.look(here().p.cid, here().p.system)
        .db.find(here().t.deps.store.t.audit)
    )
      .filter((one) => one.data.form === key)
      .map((one) => one.type);
  return { at, read, make, templates, audits };
}
