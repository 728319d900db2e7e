/**
 * Known master data: shown for confirmation instead of asked, and confirmation of unusual answers
 * (V2–V5).
 */
import {
  asksOf,
  isBirthChanged,
  isConfirmed,
  isNameChanged,
  type Ask,
  type Confirmed,
  type Said,
} from '../../shared/desk/master-data.ts';
import { FIELD_NAMES, type MasterField } from '../../shared/desk/master-fields.ts';
import {
  fieldOf,
  fieldsOf,
  textOf,
  valueOf,
  withRecord,
} from '../../shared/forms/answers/master-answers.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import type { Problem } from '../../shared/forms/questionnaire/check.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import {
  answersAt,
  placeOf,
  type FormState,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import type { View } from '../../shared/forms/questionnaire/view.ts';
import type { Before, Known, Previous } from './types.ts';

const NONE: readonly FhirValue[] = [];

/**
 * Returns the known values of a question: of the record, or else of the last visit. The same list
 * for the same item each time.
 */
export function beforeOf(
  previous: Previous | undefined,
  known: Said | undefined,
): Before | undefined {
  if (!previous && !known) return undefined;
  const lists = new Map<string, readonly FhirValue[]>(),
    fromRecord = new Set<string>();
  const find = (place: Place): readonly FhirValue[] => {
    const { node } = place,
      field = known && fieldOf(node),
      value = field && valueOf(node, known[field] ?? '');
    if (node.isVolatile || !node.isQuestion) return NONE;
    if (!value) return previous?.answersAt(place) ?? NONE;
    fromRecord.add(place.key);
    return [value];
  };
  const answersAt = (place: Place): readonly FhirValue[] => {
    const there = lists.get(place.key) ?? find(place);
    lists.set(place.key, there);
    return there;
  };
  return {
    at: previous?.at ?? '',
    dayAt: (place) => previous?.dayAt?.(place),
    isRevisit: previous !== undefined,
    answersAt,
    isRecord: (place) => answersAt(place).length > 0 && fromRecord.has(place.key),
  };
}

/**
 * Returns the known items that are neither confirmed nor opened for change: they must not be
 * skipped silently.
 */
export const openAt = (
  places: readonly Place[],
  state: FormState,
  before: Before | undefined,
  reopened: ReadonlySet<string>,
): readonly Place[] =>
  places.filter(
    (place) =>
      before?.isRecord(place) === true &&
      !place.node.isReadOnly &&
      answersAt(state, place).length === 0 &&
      !reopened.has(place.key),
  );

/** Master data fields that the form asks for, with their items. */
function askedIn(view: View): ReadonlyMap<MasterField, Place> {
  return new Map(
    [...fieldsOf(view.model)].flatMap(([field, node]) => {
      const place = placeOf(node, []);
      return view.isEnabled(place) ? [[field, place] as const] : [];
    }),
  );
}
function saidIn(view: View, values: Said): Said {
  return Object.fromEntries(
    [...askedIn(view)].flatMap(([field, place]) => {
      const [value] = answersAt(view.state, place),
        text = value ? textOf(value) : (values[field] ?? '') === '' ? undefined : '';
      return text === undefined ? [] : [[field, text]];
    }),
  );
}

export interface Question extends Ask {
  readonly place: Place;
  /** Compares the recorded value with the given one, where the form asks for it. */
  readonly was?: string;
  readonly now?: string;
  /** The value comes from the person before the form, not from the record. */
  readonly isTyped: boolean;
}
/** Returns the open confirmations of these items. */
export function questionsAbout(
  places: readonly Place[],
  view: View,
  { values, typed, today, confirmed }: Known,
): readonly Question[] {
  const before = typed ?? values,
    isTyped = typed !== undefined,
    asked = askedIn(view),
    said = saidIn(view, before),
    keys = new Set(places.map((one) => one.key));
  const name = (from: Said): string => [from.firstName, from.lastName].filter(Boolean).join(' ');
  return asksOf(before, said, new Set(asked.keys()), today)
    .filter((ask) => !isConfirmed(ask, confirmed))
    .flatMap((ask): Question[] => {
      const place = ask.fields
        .flatMap((field) => asked.get(field) ?? [])
        .find((one) => keys.has(one.key));
      if (!place) return [];
      if (ask.rule === 'V2' && isNameChanged(before, said))
        return [{ ...ask, place, isTyped, was: name(before), now: name({ ...before, ...said }) }];
      if (ask.rule === 'V3' && isBirthChanged(before, said))
        return [
          { ...ask, place, isTyped, was: before.geburtsdatum ?? '', now: said.geburtsdatum ?? '' },
        ];
      return [{ ...ask, place, isTyped }];
    });
}

/** Checks the birth date: it is never in the future [V6]. */
export function birthProblems(
  places: readonly Place[],
  state: FormState,
  today: string,
): readonly Problem[] {
  return places.flatMap((place) => {
    const day =
      fieldOf(place.node) === 'geburtsdatum' ? answersAt(state, place)[0]?.valueDate : undefined;
    return day !== undefined && day.length === 10 && day > today
      ? [{ key: place.key, code: 'tooBig' as const, limit: today }]
      : [];
  });
}

/**
 * Returns the response to submit, with the valid confirmations and the removed record values. `at`:
 * ISO 8601 with zone.
 */
export function recordedIn(
  response: QuestionnaireResponse,
  view: View,
  { values, typed, today, confirmed }: Known,
  at: string,
): QuestionnaireResponse {
  const before = typed ?? values,
    asked = askedIn(view),
    holds = asksOf(before, saidIn(view, before), new Set(asked.keys()), today);
  const kept = confirmed.filter((one): one is Confirmed =>
    holds.some((ask) => isConfirmed(ask, [one])),
  );
  return withRecord(
    response,
    view.model,
    values,
    new Set(FIELD_NAMES.filter((field) => asked.has(field))),
    kept,
    at,
  );
}
