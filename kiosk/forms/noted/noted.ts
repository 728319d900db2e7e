/**
 * „Das haben wir notiert“: the known answers that do not change from visit to visit, as a list. One
 * press confirms exactly the answers on the screen.
 */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import type { Source } from '../../../shared/forms/questionnaire/expressions/inputs.ts';
import type { Model, Node } from '../../../shared/forms/questionnaire/model.ts';
import {
  answersAt,
  setAnswers,
  type FormState,
  type Place,
} from '../../../shared/forms/questionnaire/state.ts';
import { viewOf, type Computed, type View } from '../../../shared/forms/questionnaire/view.ts';
import { pagesOf, placesOf, questionsOf, type Page, type Piece, type Row } from '../pages.ts';
import { untouchedAt, type Confirmation } from '../revisit.ts';
import type { Before } from '../types.ts';

/** Confirming answers opens follow-ups; limits the nesting depth of a form. */
const MOST_ROUNDS = 20;

/** One answer on the list. */
export interface NotedLine {
  readonly place: Place;
  /** Empty: cleared today. */
  readonly values: readonly FhirValue[];
  /** Day of the last confirmation, if that was not the last visit: it was carried on since. */
  readonly since: string | undefined;
  /** Given or changed at this visit. */
  readonly isToday: boolean;
  /** Where an answer comes from that the form gave. */
  readonly source: Source | undefined;
  /** A follow-up of the answer above it. */
  readonly depth: number;
}

/** The answers of one page of the form. */
export interface NotedGroup {
  readonly page: Page;
  readonly lines: readonly NotedLine[];
}

export interface Noted extends Confirmation {
  readonly groups: readonly NotedGroup[];
}

export interface NotedOptions {
  readonly model: Model;
  readonly pieces: readonly Piece[];
  readonly state: FormState;
  readonly previous: Before;
  /** Keys of the items that the person opened today. */
  readonly opened: ReadonlySet<string>;
  readonly computed: Computed | undefined;
  readonly sourceOf?: ((state: FormState, place: Place) => Source | undefined) | undefined;
}

/** Whether a question is only asked after an answer that is asked again at every visit. */
const hangsOnVolatile = (model: Model, node: Node): boolean =>
  node.enableWhen.some((when) => model.byLinkId.get(when.question)?.isVolatile === true) ||
  (node.parent !== undefined && hangsOnVolatile(model, node.parent));

/** Adds earlier answers, never one that would hide an answer of today. */
function withEarlier({
  model,
  pieces,
  state,
  previous,
  opened,
  computed,
}: NotedOptions): Confirmation & { readonly view: View } {
  const first = viewOf(model, state, computed),
    given = first.places().filter((place) => answersAt(state, place).length > 0),
    places: Place[] = [],
    refused = new Set<string>();
  let now = state,
    view = first;
  const add = (list: readonly Place[]): boolean => {
    const next = list.reduce((so, place) => setAnswers(so, place, previous.answersAt(place)), now),
      nextView = viewOf(model, next, computed);
    if (!given.every((place) => nextView.isEnabled(place))) return false;
    places.push(...list);
    now = next;
    view = nextView;
    return true;
  };
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const questions = pagesOf(pieces, view).flatMap((page) => questionsOf(page.rows)),
      open = untouchedAt(questions, now, previous, opened).filter(
        (one) => !refused.has(one.key) && !hangsOnVolatile(model, one.node),
      );
    if (open.length === 0) break;
    if (add(open)) continue;
    for (const place of open) if (!add([place])) refused.add(place.key);
  }
  return { state: now, places, view };
}

/** Returns the questions of rows with their depth below the answers that open them. */
function linesIn(rows: readonly Row[], depth = 0): readonly (readonly [Place, number])[] {
  return rows.flatMap((row): readonly (readonly [Place, number])[] => {
    switch (row.kind) {
      case 'text':
        return [];
      case 'group':
        return linesIn(row.rows, depth);
      case 'cards':
        return row.cards.flatMap((card) => linesIn(card.rows, depth));
      case 'question':
        return [
          [row.place, depth],
          ...linesIn(row.below, depth + 1),
          ...row.cards.flatMap((card) => linesIn(card.rows, depth + 1)),
        ];
    }
  });
}

/** Returns the list, and the state after its confirmation. */
export function notedOf(options: NotedOptions): Noted {
  const { model, pieces, previous, opened, sourceOf } = options,
    { state, places, view } = withEarlier(options),
    untouched = new Set(places.map((one) => one.key));
  const groups = pagesOf(pieces, view).flatMap((page): NotedGroup[] => {
    const asked = new Set(questionsOf(page.rows).map((one) => one.key));
    const lines = linesIn(page.rows).flatMap(([place, depth]): NotedLine[] => {
      const values = answersAt(state, place),
        isKnown = previous.answersAt(place).length > 0,
        isOnList = isKnown ? values.length > 0 || opened.has(place.key) : values.length > 0;
      if (!isOnList || !asked.has(place.key)) return [];
      if (place.node.isVolatile || hangsOnVolatile(model, place.node)) return [];
      const day = previous.isRecord(place) ? undefined : previous.dayAt?.(place);
      const isOpen = untouched.has(place.key),
        source = isOpen ? undefined : sourceOf?.(state, place),
        isToday =
          !isOpen &&
          source === undefined &&
          JSON.stringify(values) !== JSON.stringify(previous.answersAt(place));
      return [
        {
          place,
          values,
          since: isOpen && day !== undefined && day < previous.at ? day : undefined,
          isToday,
          source,
          depth,
        },
      ];
    });
    return lines.length > 0 ? [{ page, lines }] : [];
  });
  return { state, places, groups };
}

/**
 * Returns the pages that are asked after the list: those with a question that is asked every time,
 * or with a required one that was never answered.
 */
export const pagesAfter = (pages: readonly Page[], previous: Before): readonly Page[] =>
  pages.filter((page) =>
    questionsOf(page.rows).some(
      (one) => one.node.isVolatile || (one.node.isRequired && previous.answersAt(one).length === 0),
    ),
  );

/** Returns the row of a question that stands directly on a page or in one of its groups. */
function rowOf(rows: readonly Row[], key: string): Row | undefined {
  for (const row of rows) {
    if (row.kind === 'group') {
      const inside = rowOf(row.rows, key);
      if (inside) return inside;
    } else if (placesOf([row]).some((one) => one.key === key)) return row;
  }
  return undefined;
}

/** Returns a page with only the question of an item, its follow-ups, and its repetitions. */
export function pageOfOne(pages: readonly Page[], key: string): Page | undefined {
  for (const page of pages) {
    const row = rowOf(page.rows, key);
    if (!row) continue;
    const { node } = row.place;
    return {
      ...page,
      heading: node,
      section: page.heading === node ? page.section : (page.heading ?? page.section),
      lead: [],
      rows: [row],
    };
  }
  return undefined;
}

/**
 * Returns the items that are opened together with one on the list: its question and everything
 * below it, so that a changed answer never drops a detail that was not seen.
 */
export function openedWith(noted: Noted, key: string): readonly Place[] {
  const page = pageOfOne(
      noted.groups.map((one) => one.page),
      key,
    ),
    shown = new Set(noted.groups.flatMap(({ lines }) => lines.map((one) => one.place.key)));
  return page ? placesOf(page.rows).filter((one) => shown.has(one.key)) : [];
}
