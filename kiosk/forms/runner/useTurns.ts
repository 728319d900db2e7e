/** The page that is open, and turning it. */
import { useState } from 'react';
import type { Problem } from '../../../shared/forms/questionnaire/check.ts';
import type { Page } from '../pages.ts';
import type { RunningForm } from './useForm.ts';

/** Key of the review page. */
export const REVIEW = '\u0000review';

/** An item that takes the focus. */
export interface Jump {
  readonly key: string;
}

export interface Turns {
  /** `undefined`: the review page. */
  readonly page: Page | undefined;
  /** 0-based; the number of pages for the review page. */
  readonly index: number;
  /** The page was opened from the review page, and leads back to it. */
  readonly isVisiting: boolean;
  readonly isTooLarge: boolean;
  readonly jump: Jump | null;
  turn(key: string): void;
  /** Opens a page from the review page. */
  visit(key: string): void;
  /** Goes back one page on the way through the form. */
  leave(): void;
  /** Shows problems of the page, and goes to the first one. */
  stop(problems: readonly Problem[]): void;
  goTo(key: string): void;
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

/**
 * Turns the pages of a form.
 * @param setFlagged keys of the items that show an error
 * @param onTurn called before another page is shown
 */
export function useTurns(
  { given: { startAt, onPage }, pages, pieces }: RunningForm,
  setFlagged: (keys: ReadonlySet<string>) => void,
  onTurn: () => void,
): Turns {
  const [wanted, setWanted] = useState(() => pages[Math.max(0, startAt)]?.key ?? REVIEW);
  const [isVisiting, setVisiting] = useState(false);
  const [jump, setJump] = useState<Jump | null>(null);
  const [isTooLarge, setTooLarge] = useState(false);
  const order = (): readonly string[] => pieces.map((one) => one.key);
  const page =
    wanted === REVIEW
      ? undefined
      : (pages.find((one) => one.key === wanted) ?? nextAfter(order(), wanted, pages));
  const index = page ? pages.indexOf(page) : pages.length;
  const turn = (key: string): void => {
    setFlagged(new Set());
    setJump(null);
    setTooLarge(false);
    onTurn();
    setWanted(key);
    const at = pages.findIndex((one) => one.key === key);
    onPage(at === -1 ? pages.length : at, pages.length);
  };
  return {
    page,
    index,
    isVisiting,
    isTooLarge,
    jump,
    turn,
    visit(key) {
      setVisiting(true);
      turn(pageBefore(order(), key, pages)?.key ?? key);
    },
    leave() {
      setVisiting(false);
      turn(pages[index - 1]?.key ?? REVIEW);
    },
    stop(problems) {
      setFlagged(new Set(problems.map((one) => one.key)));
      setJump({ key: problems[0]?.key ?? '' });
    },
    goTo: (key) => setJump({ key }),
    setTooLarge,
  };
}
