/**
 * A response in reading order, by the sections of its form: what was answered, the questions
 * answered „Nein“, and those asked without an answer. Pure.
 */

import { isSameCoding } from '../questionnaire/fhir.ts';
import { isOption, isUnknown, NO, type Model, type Node } from '../questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import { stateOfResponse } from '../questionnaire/response.ts';
import type { QuestionnaireResponse, ResponseAnswer } from '../questionnaire/response-types.ts';
import { viewOf } from '../questionnaire/view.ts';
import { unconfirmedSince } from './origin.ts';
import { byRow, rowOf } from './row-order.ts';

/** A question with its answers. */
interface AnsweredLine {
  readonly node: Node;
  /** Row of the outermost repeating group, from 1. */
  readonly row: number | undefined;
  readonly answers: readonly ResponseAnswer[];
  readonly shown: ReturnType<typeof occurrencesOf>[number]['shown'];
  readonly isUnsure: boolean;
}
export interface AnsweredSection {
  readonly root: Node;
  readonly lines: readonly AnsweredLine[];
  /** Questions answered „Nein“ today; one that was not confirmed today is a line with its date. */
  readonly no: readonly Pick<AnsweredLine, 'node' | 'shown'>[];
  /** Questions that were asked and left open. */
  readonly open: readonly Node[];
}

/**
 * Checks whether the answer is „Nein“ or the option of a list that excludes all others („Nichts
 * davon“); „Weiß ich nicht“ excludes all others too and is no „Nein“.
 */
function isNo(node: Node, answer: ResponseAnswer): boolean {
  const value = bareValue(answer),
    option = node.options.find((one) => isOption(one, value));
  if (isUnknown(value)) return false;
  return (
    value.valueBoolean === false ||
    option?.isExclusive === true ||
    (value.valueCoding !== undefined && isSameCoding(value.valueCoding, NO))
  );
}

const rootOf = (node: Node): Node => (node.parent ? rootOf(node.parent) : node);

/** Returns every section of the form that was asked, in the order of the form. */
export function answeredSections(model: Model, response: QuestionnaireResponse): AnsweredSection[] {
  const answered = occurrencesOf(response);
  const asked = new Set(
    viewOf(model, stateOfResponse(model, response).state)
      .places()
      .filter((one) => one.node.isQuestion && !one.node.isHidden)
      .map((one) => one.node.linkId),
  );
  return model.roots.map((root) => {
    const nodes = model.nodes.filter((node) => node.isQuestion && rootOf(node) === root),
      lines: AnsweredLine[] = [],
      no: Pick<AnsweredLine, 'node' | 'shown'>[] = [],
      open: Node[] = [];
    for (const node of nodes) {
      const own = answered.filter((one) => one.linkId === node.linkId);
      if (own.length === 0 && asked.has(node.linkId)) open.push(node);
      for (const one of own) {
        const { answers, shown } = one;
        if (answers.every((said) => isNo(node, said) && unconfirmedSince(said) === undefined))
          no.push({ node, shown });
        else
          lines.push({
            node,
            row: rowOf(node, one),
            answers,
            shown,
            isUnsure: answers.every((said) => isUnknown(bareValue(said))),
          });
      }
    }
    return { root, lines: lines.sort(byRow), no, open };
  });
}
