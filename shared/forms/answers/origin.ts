/**
 * Provenance of an answer: the person who gave, confirmed, changed or removed it, the time and the
 * device; stored on the answer itself.
 */

import {
  extensionOf,
  extensionsOf,
  type Extension,
  type FhirElement,
  type FhirValue,
} from '../questionnaire/fhir.ts';
import type { Source } from '../questionnaire/expressions/inputs.ts';
import { bareValue, pairAnswers, type Pair } from '../questionnaire/pairs.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../questionnaire/response-types.ts';

/**
 * Extension on an answer, oldest first: its origin, and its last confirmation. On the response:
 * removed answers, with `linkId` and `was`.
 */
export const ORIGIN = 'urn:molar:fhir:origin';

/** On an answer copied from another person of the same Mappe: their id (`valueReference`). */
export const FROM = 'urn:molar:fhir:taken-from';

/** On an answer that the form took from the record, and that the person left as it was. */
const FROM_RECORD = 'urn:molar:fhir:from-record';

/** On an answer that another formula gave, and that no person changed: its source (`valueCode`). */
const BY_FORMULA = 'urn:molar:fhir:by-formula';
const BY_FORMULAS: readonly Source[] = ['calculated', 'filled', 'proposed'];

/**
 * On an untouched answer of an earlier visit: the day of its last confirmation (`valueDate`). Its
 * origins are those of that time.
 */
export const UNCONFIRMED = 'urn:molar:fhir:unconfirmed-since';

/** Temporary extension on an answer: its author (`withOrigins` moves it into the origin). */
export const RECORDED_BY = 'urn:molar:fhir:recorded-by';
export type OriginHow = 'neu' | 'bestaetigt' | 'geaendert' | 'zurueckgenommen';
const ORIGIN_HOWS: readonly OriginHow[] = ['neu', 'bestaetigt', 'geaendert', 'zurueckgenommen'];
export interface AnswerOrigin {
  readonly how: OriginHow;
  /** ISO 8601 with zone. */
  readonly at: string;
  readonly by: { readonly kind: 'patient' | 'staff'; readonly id?: string };
  /** Tablet or phone of the answer. */
  readonly device?: string;
  /**
   * Staff member who wrote down the patient's answer: an id of the practice, or the name entered at
   * a tablet.
   */
  readonly recordedBy?: string;
}
/** An earlier answer that the person removed. */
export interface TakenBack {
  readonly linkId: string;
  readonly was: FhirValue;
  readonly origin: AnswerOrigin;
}

export function extensionOfOrigin({ how, at, by, device, recordedBy }: AnswerOrigin): Extension {
  const text = (url: string, valueString: string | undefined): Extension[] =>
    valueString === undefined ? [] : [{ url, valueString }];
  return {
    url: ORIGIN,
    extension: [
      { url: 'how', valueCode: how },
      { url: 'at', valueDateTime: at },
      { url: 'by', valueCode: by.kind },
      ...text('byId', by.id),
      ...text('device', device),
      ...text('recordedBy', recordedBy),
    ],
  };
}
function originIn(extension: Extension): AnswerOrigin | undefined {
  const how = extensionOf(extension, 'how')?.valueCode,
    at = extensionOf(extension, 'at')?.valueDateTime,
    kind = extensionOf(extension, 'by')?.valueCode;
  const known = ORIGIN_HOWS.find((one) => one === how);
  if (!known || at === undefined || (kind !== 'patient' && kind !== 'staff')) return undefined;
  const id = extensionOf(extension, 'byId')?.valueString,
    device = extensionOf(extension, 'device')?.valueString,
    recordedBy = extensionOf(extension, 'recordedBy')?.valueString;
  return {
    how: known,
    at,
    by: { kind, ...(id !== undefined && { id }) },
    ...(device !== undefined && { device }),
    ...(recordedBy !== undefined && { recordedBy }),
  };
}

/** Returns every origin of an answer, oldest first; empty for an answer without one. */
export const originsOf = (answer: FhirElement): readonly AnswerOrigin[] =>
  extensionsOf(answer, ORIGIN).flatMap((one) => originIn(one) ?? []);
/** Returns the last origin of an answer. */
export const originOf = (answer: FhirElement): AnswerOrigin | undefined => {
  const all = originsOf(answer);
  return all[all.length - 1];
};
/** Returns the name of the person whose answer this one repeats. */
export const takenFromIn = (answer: FhirElement): string | undefined =>
  extensionOf(answer, FROM)?.valueReference?.display;
/** Marks an answer that the form gave and that no person changed. */
export const extensionOfSource = (source: Source): Extension =>
  source === 'record'
    ? { url: FROM_RECORD, valueBoolean: true }
    : { url: BY_FORMULA, valueCode: source };
/** Returns the source of an answer that the form gave; undefined for a person's own. */
export function sourceIn(answer: FhirElement): Source | undefined {
  if (extensionOf(answer, FROM_RECORD)?.valueBoolean === true) return 'record';
  const said = extensionOf(answer, BY_FORMULA)?.valueCode;
  return BY_FORMULAS.find((one) => one === said);
}
/**
 * Returns the day since which an answer is unconfirmed, `YYYY-MM-DD`; undefined for one that was
 * given or confirmed at its own visit.
 */
export const unconfirmedSince = (answer: FhirElement): string | undefined =>
  extensionOf(answer, UNCONFIRMED)?.valueDate;
export const extensionOfUnconfirmed = (day: string): Extension => ({
  url: UNCONFIRMED,
  valueDate: day,
});
/** Returns since when the answer has had its value: a confirmation does not change it. */
export const sinceOf = (answer: FhirElement): string | undefined => originsOf(answer)[0]?.at;
/** Returns the removed answers of a response. */
export function takenBackIn(response: QuestionnaireResponse): readonly TakenBack[] {
  return extensionsOf(response, ORIGIN).flatMap((one) => {
    const origin = originIn(one),
      linkId = extensionOf(one, 'linkId')?.valueString,
      was = extensionOf(one, 'was');
    return origin && linkId !== undefined && was ? [{ linkId, was: bareValue(was), origin }] : [];
  });
}

/**
 * Returns who wrote down answers of a response, each once, in the order of the form; only the last
 * origin of an answer counts, and untouched ones do not.
 */
export function recordersIn({ item }: Pick<QuestionnaireResponse, 'item'>): readonly string[] {
  const found = new Set<string>();
  const walk = (items: readonly ResponseItem[] | undefined): void => {
    for (const one of items ?? []) {
      for (const answer of one.answer ?? []) {
        const by =
          unconfirmedSince(answer) === undefined ? originOf(answer)?.recordedBy : undefined;
        if (by !== undefined) found.add(by);
        walk(answer.item);
      }
      walk(one.item);
    }
  };
  walk(item);
  return [...found];
}

/** Common data of all answers of one submission. */
export interface Act extends Omit<AnswerOrigin, 'how'> {
  /** linkIds that are asked again each time: their answers are always new. */
  readonly volatile: ReadonlySet<string>;
  /** linkIds whose earlier answer was explicitly removed, not merely left open. */
  readonly takenBack?: ReadonlySet<string>;
}

/**
 * Returns the response with the origin of each answer. The same answer as before counts as
 * confirmed and keeps its first date; one that is asked again each time is new. An answer marked as
 * unconfirmed keeps the origins that it had.
 * @param before the response of last time, if there is one
 */
export function withOrigins(
  after: QuestionnaireResponse,
  act: Act,
  before?: QuestionnaireResponse,
): QuestionnaireResponse {
  const now = (how: OriginHow): AnswerOrigin => ({
    how,
    at: act.at,
    by: act.by,
    ...(act.device !== undefined && { device: act.device }),
    ...(act.recordedBy !== undefined && { recordedBy: act.recordedBy }),
  });
  const pairs = pairAnswers(before, after),
    byAnswer = new Map(pairs.flatMap((one) => (one.after ? [[one.after, one] as const] : [])));
  /**
   * An earlier answer without an origin dates from its response, or from the visit that it was
   * carried over from.
   */
  const firstOf = (answer: ResponseAnswer): AnswerOrigin | undefined => {
    const at = unconfirmedSince(answer) ?? before?.authored;
    return (
      originsOf(answer)[0] ??
      (at === undefined ? undefined : { how: 'neu', at, by: { kind: 'patient' } })
    );
  };
  const originsFor = (pair: Pair | undefined, linkId: string): readonly AnswerOrigin[] => {
    if (pair?.after && unconfirmedSince(pair.after) !== undefined)
      return pair.before && pair.isSame ? originsOf(pair.before) : [];
    if (!pair?.before || act.volatile.has(linkId)) return [now('neu')];
    if (!pair.isSame) return [now('geaendert')];
    const first = firstOf(pair.before);
    return first ? [first, now('bestaetigt')] : [now('bestaetigt')];
  };
  const answersOf = (item: ResponseItem): readonly ResponseAnswer[] | undefined =>
    item.answer?.map((answer) => {
      const others = (answer.extension ?? []).filter(
          (one) => one.url !== ORIGIN && one.url !== RECORDED_BY,
        ),
        writer = extensionOf(answer, RECORDED_BY)?.valueString;
      const origins = originsFor(byAnswer.get(answer), item.linkId),
        own = origins.map((one, at) =>
          extensionOfOrigin(
            writer !== undefined && at === origins.length - 1
              ? { ...one, recordedBy: writer }
              : one,
          ),
        );
      return {
        ...answer,
        extension: [...others, ...own],
        ...(answer.item && { item: answer.item.map(itemOf) }),
      };
    });
  const itemOf = (item: ResponseItem): ResponseItem => {
    const answer = answersOf(item);
    return {
      ...item,
      ...(answer && { answer }),
      ...(item.item && { item: item.item.map(itemOf) }),
    };
  };
  const gone = pairs.flatMap((one): Extension[] =>
    one.before && !one.after && act.takenBack?.has(one.linkId) === true
      ? [
          {
            url: ORIGIN,
            extension: [
              ...(extensionOfOrigin(now('zurueckgenommen')).extension ?? []),
              { url: 'linkId', valueString: one.linkId },
              { url: 'was', ...bareValue(one.before) },
            ],
          },
        ]
      : [],
  );
  const extension = [...(after.extension ?? []).filter((one) => one.url !== ORIGIN), ...gone];
  return {
    ...after,
    ...(extension.length > 0 && { extension }),
    ...(after.item && { item: after.item.map(itemOf) }),
  };
}
