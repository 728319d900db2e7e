/** The page that is open, and turning it. */
import { useState } from 'react';
import type { Problem } from '../../../shared/forms/questionnaire/check.ts';
import type { Page } from '../pages.ts';
import type { RunningForm } from './useForm.ts';

/** Key of the review page. */
export const REVIEW = '\u0000review';
/** Key of the list of known answers, the first page of a re-visit. */
export const NOTED = '\u0000noted';

/** An item that takes the focus. */
export interface Jump {
  readonly key: string;
  /** Its answer is missing: the question takes the focus, not its field. */
  readonly isMissing: boolean;
}

export interface Turns {
  /** `undefined`: the review page, or the list of known answers. */
  readonly page: Page | undefined;
  /** The list of known answers is on the screen. */
  readonly isNoted: boolean;
  /** 0-based on the way through the form; the number of pages for the review page. */
  readonly index: number;
  /** The page was opened from the review page or the list, and leads back to it. */
  readonly isVisiting: boolean;
  readonly isTooLarge: boolean;
  readonly jump: Jump | null;
  turn(key: string): void;
  /** Opens a page from the review page, at an item. */
  visit(key: string, item?: string): void;
  /** Opens one question of the list. */
  visitOne(key: string): void;
  /** Leads back from a visited page. */
  close(): void;
  /** Goes back one page on the way through the form. */
  leave(): void;
  /** Goes to the next page on the way through the form. */
  advance(): void;
  /** Shows problems of the page, and goes to the first one. */
  stop(problems: readonly Problem[]): void;
  goTo(key: string, isMissing?: boolean): void;
  setTooLarge(isTooLarge: boolean): void;
}

/**
 * The page of a key, or the nearest one before it: a page opened only by an untouched answer is
 * reached through that answer.
 */
function pageBefore(
  order: readonly string[],
  key: string,
  pages: readonly Page[],
): Page | undefined {
  const at = order.indexOf(key),
    before = pages.filter((one) => order.indexOf(one.key) <= at);
  return before[before.length - 1];
}

/** The page that replaces one that is not asked any more. */
function nextAfter(
  order: readonly string[],
  gone: string,
  pages: readonly Page[],
): Page | undefined {
  const at = order.indexOf(gone);
  return pages.find((one) => order.indexOf(one.key) > at) ?? pages[pages.length - 1];
}

/** A page outside of the way: `item` is the only question shown. */
interface Visit {
  readonly from: typeof REVIEW | typeof NOTED;
  readonly item?: string;
}

/** The page at which a form opens: the list first, as long as something on it is open. */
function firstOf({ given, pages, path, pieces, hasList, previous, actions }: RunningForm): string {
  const { startAt, model, state, computed, list } = given;
  if (!hasList || !list || !previous) return pages[Math.max(0, startAt)]?.key ?? REVIEW;
  const { reopened: opened } = actions,
    isOpen = list.notedOf({ model, pieces, state, previous, opened, computed }).places.length > 0;
  if (isOpen) return NOTED;
  return path.find((one) => pages.indexOf(one) >= startAt)?.key ?? REVIEW;
}

/**
 * Turns the pages of a form.
 * @param setFlagged keys of the items that show an error
 * @param onTurn called before another page is shown
 */
export function useTurns(
  form: RunningForm,
  setFlagged: (keys: ReadonlySet<string>) => void,
  onTurn: () => void,
): Turns {
  const { given, pages, path, pieces, hasList } = form,
    { onPage, list } = given;
  const [wanted, setWanted] = useState(() => firstOf(form));
  const [visit, setVisit] = useState<Visit | null>(null);
  const [jump, setJump] = useState<Jump | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const order = (): readonly string[] => pieces.map((one) => one.key);
  const isNoted = wanted === NOTED;
  const pageNow = (): Page | undefined => {
    if (wanted === REVIEW || isNoted) return undefined;
    const one = visit?.item === undefined ? undefined : list?.pageOfOne(pages, visit.item);
    return (
      one ??
      pages.find((page) => page.key === wanted) ??
      nextAfter(order(), wanted, visit ? pages : path)
    );
  };
  const page = pageNow();
  const at = page ? path.findIndex((one) => one.key === page.key) : -1,
    index = page ? at : path.length;
  const turn = (key: string): void => {
    setFlagged(new Set());
    setJump(null);
    setTooLarge(false);
    onTurn();
    setWanted(key);
    const there = pages.findIndex((one) => one.key === key);
    onPage(there === -1 ? (key === NOTED ? 0 : pages.length) : there, pages.length);
  };
  return {
    page,
    isNoted,
    index,
    isVisiting: visit !== null,
    isTooLarge,
    jump,
    turn,
    visit(key, item) {
      setVisit({ from: REVIEW });
      turn(pageBefore(order(), key, pages)?.key ?? key);
      if (item !== undefined) setJump({ key: item, isMissing: true });
    },
    visitOne(item) {
      const there = list?.pageOfOne(pages, item);
      setVisit({ from: NOTED, item });
      turn(there?.key ?? NOTED);
      // A follow-up is below its question.
      if (there?.rows[0]?.place.key !== item) setJump({ key: item, isMissing: false });
    },
    close() {
      setVisit(null);
      turn(visit?.from ?? REVIEW);
    },
    leave() {
      setVisit(null);
      const before = isNoted ? undefined : path[index - 1];
      turn(before?.key ?? (hasList ? NOTED : REVIEW));
    },
    advance() {
      setVisit(null);
      turn(path[isNoted ? 0 : index + 1]?.key ?? REVIEW);
    },
    stop(problems) {
      setFlagged(new Set(problems.map((one) => one.key)));
      setJump({ key: problems[0]?.key ?? '', isMissing: problems[0]?.code === 'required' });
    },
    goTo: (key, isMissing = false) => setJump({ key, isMissing }),
    setTooLarge,
  };
}
