/**
 * Critical answers for the dentist: every critical answer of a response, and every critical
 * question without one.
 */

import { CRITICAL_KINDS, isCriticalKind, type CriticalKind } from './critical.ts';
import { kindOfAnswer, kindOfQuestion } from './critical-kinds.ts';
import { extensionOf, isSameCoding, type FhirValue } from '../questionnaire/fhir.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import { isOption, isUnknown, NO, YES, type Model, type Node } from '../questionnaire/model.ts';
import { isRuledOut } from './ruled-out.ts';
import { originOf, unconfirmedSince, type AnswerOrigin } from './origin.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import { stateOfResponse } from '../questionnaire/response.ts';
import { type QuestionnaireResponse } from '../questionnaire/response-types.ts';
import { germanText } from './revisit.ts';
import { viewOf } from '../questionnaire/view.ts';

export type CriticalState = 'ja' | 'weiss_nicht' | 'nicht_gefragt' | 'nein';
const STATES: readonly CriticalState[] = ['ja', 'weiss_nicht', 'nicht_gefragt', 'nein'];
export interface Critical {
  readonly kind: CriticalKind;
  /**
   * `nicht_gefragt`: there is no answer, for whatever reason. `nein` only if explicitly answered.
   */
  readonly state: CriticalState;
  /** The question, and the answer if any: „Nehmen Sie Blutverdünner?: Marcumar“. */
  readonly text: string;
  /** The question alone, in the short text of the form if it has one. */
  readonly question: string;
  /** The answer; empty with `nicht_gefragt`. */
  readonly value?: FhirValue;
  /** Only with `nicht_gefragt`: left open, in a list with another tick, or not asked at all. */
  readonly missing?: 'unanswered' | 'unticked' | 'unasked';
  /** Not asked because sex or age rule it out: no gap. */
  readonly isRuledOut?: true;
  /** ISO 8601: when it was last answered or confirmed. */
  readonly at: string | undefined;
  /** `YYYY-MM-DD`: day of the last confirmation, if it was carried over and not confirmed. */
  readonly unconfirmed?: string;
  readonly linkId: string;
  readonly source: AnswerOrigin | undefined;
}

/**
 * Returns the short text of a question, or else its text: screens of a treatment room have little
 * space.
 */
export const questionOf = ({ item, linkId }: Node): string =>
  extensionOf(item, EXTENSION.shortText)?.valueString ?? item.text ?? linkId;

/**
 * Returns what one answer means for a critical item or list; `undefined`: nothing about the kind.
 */
function saidBy(
  node: Node,
  isItem: boolean,
  kind: CriticalKind,
  value: FhirValue,
): CriticalState | undefined {
  const option = node.options.find((one) => isOption(one, value));
  if (option?.critical === kind) return 'ja';
  if (isUnknown(value)) return 'weiss_nicht';
  if (
    value.valueBoolean === false ||
    option?.isExclusive === true ||
    (value.valueCoding && isSameCoding(value.valueCoding, NO))
  )
    return 'nein';
  if (value.valueBoolean === true || (value.valueCoding && isSameCoding(value.valueCoding, YES)))
    return isItem ? 'ja' : undefined;
  // Free text in a critical list cannot be classified automatically: a dentist reads it. Any answer
  // to a critical item except „Nein“ counts.
  return isItem || !option ? 'ja' : undefined;
}

/**
 * Returns every critical kind of the form with its answers, in the order of the chair card, `ja`
 * before the rest. Answers are found by linkId in any place, so that none is missed because its
 * condition is not met.
 */
export function criticalOf(model: Model, response: QuestionnaireResponse): readonly Critical[] {
  const found: Critical[] = [],
    answered = occurrencesOf(response),
    view = viewOf(model, stateOfResponse(model, response).state);
  const asked = view.places();
  const kindsOf = (node: Node): CriticalKind[] =>
    [...new Set([kindOfQuestion(model, node), ...node.options.map((one) => one.critical)])].filter(
      (one) => isCriticalKind(one),
    );
  /**
   * A list answer may be more specific than its list: once chosen, it is listed under its own kind.
   */
  const kindSaid = (node: Node, kind: CriticalKind, value: FhirValue): CriticalKind => {
    const option = node.options.find((one) => isOption(one, value)),
      own = option?.critical === kind ? kindOfAnswer(model, option) : undefined;
    return isCriticalKind(own) ? own : kind;
  };
  const open = new Map<CriticalKind, Critical>();
  for (const node of model.nodes) {
    const kinds = kindsOf(node),
      question = questionOf(node),
      whole = kindOfQuestion(model, node);
    for (const kind of kinds) {
      const own = answered.filter((one) => one.linkId === node.linkId),
        missing = {
          kind,
          state: 'nicht_gefragt',
          text: question,
          question,
          at: undefined,
          linkId: node.linkId,
          source: undefined,
        } as const;
      let isSaid = false;
      for (const answer of own.flatMap((one) => one.answers)) {
        const value = bareValue(answer),
          state = saidBy(node, whole === kind, kind, value),
          source = originOf(answer),
          unconfirmed = unconfirmedSince(answer);
        if (state === undefined) continue;
        const told = state === 'ja' ? kindSaid(node, kind, value) : kind;
        if (told === kind) isSaid = true;
        found.push({
          kind: told,
          state,
          text: `${question}: ${germanText(value)}`,
          question,
          value,
          at: source?.at ?? response.authored,
          ...(unconfirmed !== undefined && { unconfirmed }),
          linkId: node.linkId,
          source,
        });
      }
      if (isSaid) continue;
      const places = asked.filter((one) => one.node === node);
      if (own.length === 0 && places.length > 0) found.push({ ...missing, missing: 'unanswered' });
      else if (own.length === 0 && isRuledOut(model, view.state, node))
        open.set(kind, { ...missing, missing: 'unasked', isRuledOut: true });
      else if (!open.has(kind))
        open.set(kind, { ...missing, missing: own.length > 0 ? 'unticked' : 'unasked' });
    }
  }
  // A kind without any answer is listed as not asked: silence is no „Nein“.
  for (const [kind, one] of open) if (!found.some((other) => other.kind === kind)) found.push(one);
  const rank = (one: Critical): number =>
    CRITICAL_KINDS.indexOf(one.kind) * 10 + STATES.indexOf(one.state);
  return found.sort((a, b) => rank(a) - rank(b));
}
