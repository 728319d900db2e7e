/** Curves of the scores that a person has more than once, from stored answers. Pure. */

import { textOfValue, type Node } from '../questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import { stoppedIn } from '../answers/stopped.ts';
import type { ScoreItem } from './scores-in.ts';
import type { Gap, ScoreCurve, ScoreLine, ScorePoint } from './scores.schema.ts';

/** A set of answers to a form with scores. */
export interface ScoredSet {
  readonly answersId: string;
  readonly at: number;
  readonly form: string;
  readonly title: string;
  /** Equal for forms that descend from one. */
  readonly family: string;
  readonly scores: readonly ScoreItem[];
  /** Undefined: the stored answers are damaged. */
  readonly response: QuestionnaireResponse | undefined;
  /** Findings of the server about these answers. */
  readonly problems: readonly { readonly key: string; readonly code: string }[];
}

const UNJUDGED: readonly string[] = ['not_judged', 'judge_too_long'];

interface Read {
  readonly value: number | undefined;
  readonly unit: string | undefined;
}
function valueIn(response: QuestionnaireResponse, { linkId }: Node): Read {
  const said = occurrencesOf(response).find((one) => one.linkId === linkId)?.answers[0],
    { valueInteger, valueDecimal, valueQuantity } = said ? bareValue(said) : {};
  return {
    value: valueInteger ?? valueDecimal ?? valueQuantity?.value,
    unit: valueQuantity && (valueQuantity.unit ?? valueQuantity.code ?? ''),
  };
}
const wordsIn = (response: QuestionnaireResponse, nodes: readonly Node[]): string =>
  occurrencesOf(response)
    .filter((one) => nodes.some((node) => node.linkId === one.linkId))
    .flatMap((one) => one.answers.map((answer) => textOfValue(bareValue(answer))))
    .filter((text) => text !== '')
    .join(' · ');

/** Returns why a value does not count; `undefined` where it does. */
function gapOf(
  { problems }: ScoredSet,
  response: QuestionnaireResponse,
  { linkId }: Node,
  value: number | undefined,
): Gap | undefined {
  const codes = problems.flatMap((one) => (one.key === linkId ? [one.code] : []));
  if (stoppedIn(response).includes(linkId) || codes.includes('total_missing'))
    return 'not_computed';
  // A value that the formula does not give was not calculated from these answers.
  if (codes.some((code) => code === 'calculated' || code === 'not_computed')) return 'contradicted';
  // Half a form gives half a total.
  if (response.status === 'stopped') return 'unfinished';
  return value === undefined ? 'empty' : undefined;
}

function pointOf(set: ScoredSet, { node, verdicts }: ScoreItem): ScorePoint & Pick<Read, 'unit'> {
  const { response, answersId, at, form, title, problems } = set,
    read = response ? valueIn(response, node) : { value: undefined, unit: undefined },
    gap = response ? gapOf(set, response, node, read.value) : 'damaged';
  return {
    answersId,
    at,
    form,
    title,
    value: gap === undefined ? (read.value ?? null) : null,
    gap: gap ?? null,
    verdict: response && gap === undefined ? wordsIn(response, verdicts) : '',
    isUnjudged: problems.some((one) => UNJUDGED.includes(one.code)),
    unit: gap === undefined ? read.unit : undefined,
  };
}

interface Entry {
  readonly set: ScoredSet;
  readonly item: ScoreItem;
}

/** Splits the points of a score into lines of one basis and one unit. */
function linesOf(entries: readonly Entry[]): readonly ScoreLine[] {
  const lines: { basis: string; forms: Set<string>; unit: string; points: ScorePoint[] }[] = [];
  for (const { set, item } of entries) {
    const { unit: own, ...point } = pointOf(set, item),
      // A gap belongs to the line before it.
      unit = own ?? lines.findLast((one) => one.basis === item.basis)?.unit ?? item.unit;
    let line = lines.find((one) => one.basis === item.basis && one.unit === unit);
    if (!line) lines.push((line = { basis: item.basis, forms: new Set(), unit, points: [] }));
    line.forms.add(set.form);
    line.points.push(point);
  }
  return lines.map(({ forms, unit, points }) => ({ forms: [...forms], unit, points }));
}

/**
 * Returns a curve of each score that the person has more than once; the newest form's order, its
 * words.
 */
export function curvesOf(sets: readonly ScoredSet[]): readonly ScoreCurve[] {
  const byScore = new Map<string, Entry[]>();
  for (const set of sets.toSorted((a, b) => a.at - b.at))
    for (const item of set.scores) {
      const key = JSON.stringify([set.family, item.node.linkId]);
      byScore.set(key, [...(byScore.get(key) ?? []), { set, item }]);
    }
  return [...byScore.values()].flatMap((entries) => {
    const newest = entries.at(-1);
    if (newest === undefined || entries.length < 2) return [];
    const { set, item } = newest,
      { node } = item;
    return [
      {
        linkId: node.linkId,
        form: set.form,
        title: set.title,
        text: node.item.text ?? node.linkId,
        lines: [...linesOf(entries)],
      },
    ];
  });
}
