/**
 * Rows of the page about conformance: each is a form that is imported as a practice imports it, and
 * an observation of what happens to it then.
 */
import type { FormFinding } from '../../../shared/forms/design/form-findings.ts';
import type { FormMade, FormView } from '../../../shared/forms/design/forms.schema.ts';
import type {
  Questionnaire,
  QuestionnaireItem,
} from '../../../shared/forms/questionnaire/questionnaire.ts';
import words from '../../../practice/desk/forms/designer/texts.en.json';
import type { TestApp } from '../../support/in-process.ts';
import type { Practice } from '../../support/practice.ts';
import { Seen } from './seen.tsx';

/** One or more elements or extensions with the same proof. */
export interface Case {
  /** Paths of elements, or addresses of extensions. */
  readonly of: readonly string[];
  /** Part of it that the row is about. */
  readonly part?: string;
  readonly form: Questionnaire;
  /** What the importer reads in `detail` of the finding; by default the address. */
  readonly detail?: string;
  /** What happens, for a part that is done. */
  readonly does?: string;
  /** Looks at what happens; false or an error fails the row. */
  readonly see?: (seen: Seen) => boolean;
}
type Outcome = 'done' | 'listed' | 'refused';
export interface Row {
  readonly of: string;
  readonly outcome: Outcome;
  readonly what: string;
}

/** A form of these items, complete in the language of the practice. */
export const formOf = (
  item: readonly QuestionnaireItem[],
  more: Partial<Questionnaire> = {},
): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  language: 'de',
  url: 'https://example.org/q',
  version: '3',
  title: 'Beispiel',
  ...more,
  item,
});
/** A question of the page. */
export const q = (
  linkId: string,
  type: QuestionnaireItem['type'],
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({ linkId, type, text: `Frage ${linkId}`, ...more });

const isAbout = ({ detail, of }: Case, finding: FormFinding): boolean =>
  finding.detail === (detail ?? of[0]);

/** Returns what an importer reads about a finding. */
const readAs = (finding: FormFinding): string => {
  const said = words[`finding.${finding.code}`],
    effect = 'effect' in finding && finding.effect ? ` ${words[`effect.${finding.effect}`]}` : '';
  return `${said.replace(/:$/, '.')}${effect}`;
};

/** Imports the form of a case over HTTP and reads it back. */
async function imported({ t, p }: { t: TestApp; p: Practice }, form: Questionnaire) {
  const made = await p.call(`/anamnese/forms/import?id=${t.deps.newId()}`, {
    as: p.users.owner,
    method: 'POST',
    json: form,
  });
  if (made.status !== 200) {
    const { error } = made.json as {
      error?: { extra?: { findings?: readonly FormFinding[] } };
    };
    if (made.status !== 400 || !error?.extra?.findings) throw new Error(made.text.slice(0, 300));
    return { seen: undefined, findings: error.extra.findings };
  }
  const { key, findings } = made.json as FormMade,
    { questionnaire } = (await p.call(`/anamnese/forms/${key}`, { as: p.users.owner }))
      .json as FormView,
    // The forms are in German alone; the practice offers English, too.
    all = (findings as readonly FormFinding[]).filter((one) => one.code !== 'translation_missing');
  return { seen: new Seen(all, questionnaire), findings: all };
}

/** Runs a case. @throws if it is neither seen to be done, nor listed, nor refused */
export async function rowsOf(app: { t: TestApp; p: Practice }, one: Case): Promise<Row[]> {
  const { seen, findings } = await imported(app, one.form),
    named = findings.find((finding) => isAbout(one, finding)),
    name = `${one.of.join(', ')}${one.part === undefined ? '' : ` (${one.part})`}`;
  const rows = (outcome: Outcome, what: string): Row[] =>
    one.of.map((of) => ({
      of: one.part === undefined ? of : `${of} (${one.part})`,
      outcome,
      what,
    }));
  if (named)
    return rows(
      named.level === 'error' ? 'refused' : 'listed',
      `${one.does ?? ''} ${readAs(named)}`.trim(),
    );
  if (!seen || one.does === undefined || !one.see)
    throw new Error(`${name}: no finding about it: ${JSON.stringify(findings)}`);
  const failing = findings.filter((finding) => finding.code === 'expression_failed');
  if (failing.length > 0)
    throw new Error(`${name} cannot be published: ${JSON.stringify(failing)}`);
  if (!one.see(seen)) throw new Error(`${name} is not done: ${JSON.stringify(findings)}`);
  return rows('done', one.does);
}
