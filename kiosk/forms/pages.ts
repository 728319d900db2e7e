/**
 * Splits a form into pages: one per group, only items asked at present, in the order of the form.
 */
import {
  answersAt,
  instancesAt,
  placeOf,
  type Place,
} from '../../shared/forms/questionnaire/state.ts';
import type { Model, Node } from '../../shared/forms/questionnaire/model.ts';
import type { View } from '../../shared/forms/questionnaire/view.ts';
import { isBeside } from './words.ts';

/** Maximum number of questions on a page where the form offers a place to split. */
const MOST_QUESTIONS = 8;

/**
 * A page as the form defines it, independent of the answers: it never splits while a person fills
 * it in.
 */
export interface Piece {
  readonly key: string;
  /** Heading of the page: a group, or its only question. */
  readonly heading: Node | undefined;
  /** The enclosing group, shown small above the heading. */
  readonly section: Node | undefined;
  readonly nodes: readonly Node[];
  /** Texts only: shown although there is nothing to answer. */
  readonly isText: boolean;
}

/** Rows to render, from top to bottom. */
export type Row =
  | { readonly kind: 'text'; readonly place: Place }
  | { readonly kind: 'group'; readonly place: Place; readonly rows: readonly Row[] }
  | { readonly kind: 'cards'; readonly place: Place; readonly cards: readonly Card[] }
  | {
      readonly kind: 'question';
      readonly place: Place;
      readonly below: readonly Row[];
      readonly cards: readonly Card[];
    };
/** One repetition: of a group, or of an answer with its own follow-ups. */
export interface Card {
  readonly id: number;
  readonly index: number;
  readonly rows: readonly Row[];
}

export interface Page extends Piece {
  /** Leading texts of the page; rendered below its heading. */
  readonly lead: readonly Place[];
  readonly rows: readonly Row[];
}

const isDrawn = (node: Node): boolean => !node.isHidden && !isBeside(node);
const hasQuestions = (nodes: readonly Node[]): boolean =>
  nodes.some((one) => isDrawn(one) && (one.isQuestion || hasQuestions(one.children)));
/** Questions shown from the start, without follow-ups. */
const countQuestions = (nodes: readonly Node[]): number =>
  nodes.reduce(
    (sum, one) =>
      sum +
      (!isDrawn(one) || one.enableWhen.length > 0 || one.enableExpression
        ? 0
        : one.isQuestion
          ? 1
          : countQuestions(one.children)),
    0,
  );

export function piecesOf(model: Model): readonly Piece[] {
  const pieces: Piece[] = [];
  let waiting: Node[] = [];
  const add = (piece: Omit<Piece, 'isText'>): void => {
    const nodes = [...waiting, ...piece.nodes];
    waiting = [];
    pieces.push({ ...piece, nodes, isText: !hasQuestions(nodes) });
  };
  const cut = (group: Node, section: Node | undefined): void => {
    const inner = group.children.filter(isDrawn);
    const isLong =
      countQuestions(inner) > MOST_QUESTIONS && inner.some((one) => one.type === 'group');
    if (group.isFrame || !isLong) {
      const only = group.isFrame ? undefined : onlyOf(inner);
      add({
        key: group.linkId,
        heading: only ?? group,
        section: only ? group : section,
        nodes: group.isFrame ? [group] : group.children,
      });
      return;
    }
    let run: Node[] = [];
    const close = (): void => {
      // Texts before a sub-group open its page; questions without a sub-group are on a page of the
      // group.
      if (hasQuestions(run))
        add({
          key: `${group.linkId}/${run[0]?.linkId ?? ''}`,
          heading: group,
          section,
          nodes: run,
        });
      else waiting.push(...run);
      run = [];
    };
    for (const one of inner) {
      if (one.type !== 'group') {
        run.push(one);
        continue;
      }
      close();
      cut(one, group);
    }
    close();
  };
  for (const root of model.roots) {
    if (!isDrawn(root)) continue;
    if (root.type === 'group') cut(root, undefined);
    else if (root.isQuestion)
      add({ key: root.linkId, heading: root, section: undefined, nodes: [root] });
    else waiting.push(root);
  }
  if (waiting.length > 0) {
    const last = pieces.pop();
    if (last) pieces.push({ ...last, nodes: [...last.nodes, ...waiting] });
    else
      pieces.push({
        key: waiting[0]?.linkId ?? '',
        heading: undefined,
        section: undefined,
        nodes: waiting,
        isText: true,
      });
  }
  return pieces;
}

/** The only question of a group: it becomes the heading. */
function onlyOf(nodes: readonly Node[]): Node | undefined {
  const [only] = nodes;
  return nodes.length === 1 && only?.isQuestion === true ? only : undefined;
}

/** Returns the heading with the text that an expression gives it now. */
const headingOf = ({ heading }: Piece, view: View): Node | undefined =>
  heading?.frames.length === 0 ? view.asShown(placeOf(heading, [])).node : heading;

/** Returns the pages that have something to ask. */
export function pagesOf(pieces: readonly Piece[], view: View): readonly Page[] {
  return pieces.flatMap((piece) => {
    const rows = rowsOf(view, piece.nodes, []);
    const isAsked = piece.isText ? rows.length > 0 : rows.some(asks);
    if (!isAsked) return [];
    const first = piece.isText ? 0 : rows.findIndex((row) => row.kind !== 'text');
    const own = rows.find((row) => row.place.node.linkId === piece.heading?.linkId);
    return [
      {
        ...piece,
        heading: own?.place.node ?? headingOf(piece, view),
        lead: rows.slice(0, first).map((row) => row.place),
        rows: rows.slice(first),
      },
    ];
  });
}
const asks = (row: Row): boolean =>
  row.kind === 'question' || row.kind === 'cards' || (row.kind === 'group' && row.rows.some(asks));

function rowsOf(view: View, nodes: readonly Node[], ids: readonly number[]): readonly Row[] {
  return unfolded(
    nodes.flatMap((node): readonly Row[] => {
      const place = view.asShown(placeOf(node, ids));
      if (!isDrawn(node) || !view.isEnabled(place)) return [];
      const cards = (): readonly Card[] =>
        instancesAt(view.state, place).map((id, index) => ({
          id,
          index,
          rows: rowsOf(view, node.children, [...ids, id]),
        }));
      if (node.type === 'display') return [{ kind: 'text', place }];
      if (node.type === 'group') {
        if (node.isFrame) return [{ kind: 'cards', place, cards: cards() }];
        const rows = rowsOf(view, node.children, ids);
        return rows.length > 0 ? [{ kind: 'group', place, rows }] : [];
      }
      // A calculated or read-only value without an answer is not shown, nor a question whose
      // expression offers nothing.
      const { options } = place.node,
        isEmpty = options !== node.options && options.length === 0 && !node.isOpen;
      if ((node.isReadOnly || isEmpty) && answersAt(view.state, place).length === 0) return [];
      return [
        {
          kind: 'question',
          place,
          below: node.isFrame ? [] : rowsOf(view, node.children, ids),
          cards: node.isFrame ? cards() : [],
        },
      ];
    }),
  );
}

/**
 * A follow-up of the answer directly above is rendered below that question, whether the form nests
 * it or not.
 */
function unfolded(rows: readonly Row[]): readonly Row[] {
  const out: Row[] = [];
  for (const row of rows) {
    const host = out[out.length - 1],
      { enableWhen } = row.place.node;
    const isFollowUp =
      host?.kind === 'question' &&
      !host.place.node.isFrame &&
      enableWhen.length > 0 &&
      enableWhen.every((one) => one.question === host.place.node.linkId);
    if (isFollowUp) out[out.length - 1] = { ...host, below: [...host.below, row] };
    else out.push(row);
  }
  return out;
}

/** Returns every item of rows that can be validated, from top to bottom. */
export function placesOf(rows: readonly Row[]): readonly Place[] {
  return rows.flatMap((row): readonly Place[] => {
    switch (row.kind) {
      case 'text':
        return [];
      case 'group':
        return placesOf(row.rows);
      case 'cards':
        return [row.place, ...row.cards.flatMap((card) => placesOf(card.rows))];
      case 'question':
        return [
          row.place,
          ...placesOf(row.below),
          ...row.cards.flatMap((card) => placesOf(card.rows)),
        ];
    }
  });
}

/** Returns the questions that a person answers, from top to bottom. */
export const questionsOf = (rows: readonly Row[]): readonly Place[] =>
  placesOf(rows).filter(
    (one) => one.node.isQuestion && !one.node.isReadOnly && one.node.type !== 'reference',
  );
