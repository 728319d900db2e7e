/**
 * What a dentist must see first: every critical answer of a response, and every critical question
 * without one.
 */

import { CRITICAL_KINDS, isCriticalKind, type CriticalKind } from './critical.ts';
import { kindOfAnswer, kindOfQuestion } from './critical-kinds.ts';
import { extensionOf, isSameCoding, type FhirValue } from '../questionnaire/fhir.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import { isOption, isUnknown, NO, YES, type Model, type Node } from '../questionnaire/model.ts';
import { originOf, type AnswerOrigin } from './origin.ts';
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
   * `nicht_gefragt`: there is no answer to it, for whatever reason. `nein` only ever because
   * somebody said so.
   */
  readonly state: CriticalState;
  /** The question, and the answer where there is one: „Nehmen Sie Blutverdünner?: Marcumar“. */
  readonly text: string;
  /** The question alone, in the short words of the form where it has some. */
  readonly question: string;
  /** The answer; nothing with `nicht_gefragt`. */
  readonly value?: FhirValue;
  /**
   * Only with `nicht_gefragt`: left open, in a list where something else was ticked, or not asked
   * at all.
   */
  readonly missing?: 'unanswered' | 'unticked' | 'unasked';
  /** ISO 8601: when it was last answered or confirmed. */
  readonly at: string | undefined;
  readonly linkId: string;
  readonly source: AnswerOrigin | undefined;
}

/** Screens of a treatment room have little space: a form may bring short words. */
const questionOf = ({ item, linkId }: Node): string =>
  extensionOf(item, EXTENSION.shortText)?.valueString ?? item.text ?? linkId;

/** What one answer says to a critical item or list; `undefined`: it says nothing about the kind. */
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
  // Words of the person's own in a critical list cannot be sorted by a machine: a dentist reads
  // them. Any answer to a critical item that is no „Nein“ counts.
  return isItem || !option ? 'ja' : undefined;
}

/**
 * Every critical kind of the form with what is known about it, in the order of the chair card, `ja`
 * before the rest. Answers are found by linkId wherever they stand, so that none is passed over
 * because its condition does not hold any more.
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
  /** An answer of a list may say more than its list: chosen, it stands under what it is itself. */
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
          source = originOf(answer);
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
          linkId: node.linkId,
          source,
        });
      }
      if (isSaid) continue;
      const places = asked.filter((one) => one.node === node);
      if (own.length === 0 && places.length > 0) found.push({ ...missing, missing: 'unanswered' });
      else if (!open.has(kind))
        open.set(kind, { ...missing, missing: own.length > 0 ? 'unticked' : 'unasked' });
    }
  }
  // A kind about which nothing at all was said stands there as not asked: silence is no „Nein“.
  for (const [kind, one] of open) if (!found.some((other) => other.kind === kind)) found.push(one);
  const rank = (one: Critical): number =>
    CRITICAL_KINDS.indexOf(one.kind) * 10 + STATES.indexOf(one.state);
  return found.sort((a, b) => rank(a) - rank(b));
}
