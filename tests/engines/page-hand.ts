/**
 * Functions of the stories that run in a page: an element is found as a person finds it, by role
 * and name.
 */
import type { BoundFunctions, queries } from '@testing-library/dom';
import type { aimAt, Aimed, middleInSight, Spot } from '../support/stories/aim.ts';

/** A text, exact; or the source of a pattern. */
type Words = string | { pattern: string };
/** Description of an element. */
export interface Wanted {
  /** ARIA role; without one `name` is the text of the element. */
  role?: string;
  name?: Words;
  within?: Wanted;
}
/** A touch target: its middle; `hidden` if it was outside of the window and was scrolled into it. */
export type Target = Spot | 'hidden' | null;

type Library = typeof queries & {
  getQueriesForElement: (root: HTMLElement) => BoundFunctions<typeof queries>;
};
/** Globals that `handSource` and the library put into the page. */
export type HandPage = Aimed & {
  TestingLibraryDom?: Library;
  storyAim?: { middleInSight: typeof middleInSight; aimAt: typeof aimAt };
  storyFind?: (wanted: Wanted) => HTMLElement[];
};

/** Runs in the page: defines `storyFind`, which returns visible elements only. */
export function installFind(): void {
  const page = window as HandPage;
  page.storyFind = function find({ role, name, within }: Wanted): HTMLElement[] {
    const root = within === undefined ? document.body : find(within)[0],
      library = page.TestingLibraryDom;
    if (root === undefined || !library) return [];
    const pattern = typeof name === 'object' ? new RegExp(name.pattern) : undefined,
      inRoot = library.getQueriesForElement(root);
    // Long words have soft hyphens and other signs that no person sees.
    const fits = (text: string): boolean => {
      const read = text
        .replaceAll(/\p{Cf}/gu, '')
        .replaceAll(/\s+/g, ' ')
        .trim();
      return pattern?.test(read) ?? read === name;
    };
    if (role === undefined) return name === undefined ? [root] : inRoot.queryAllByText(fits);
    return inRoot.queryAllByRole(role, name === undefined ? {} : { name: fits });
  };
}

/** Runs in the page: whether the globals are missing, as after each navigation. */
export const lacksHand = (): boolean => (window as HandPage).storyFind === undefined;

/** Runs in the page: counts elements of a description. */
export const countOf = (wanted: Wanted): number =>
  (window as HandPage).storyFind?.(wanted).length ?? 0;

/** Runs in the page: the text of the first element of a description. */
export const textOf = (wanted: Wanted): string | undefined =>
  (window as HandPage).storyFind?.(wanted)[0]?.innerText;

/** Runs in the page: where the first element of a description can be touched. */
export async function targetOf(wanted: Wanted): Promise<Target> {
  const { storyFind, storyAim } = window as HandPage,
    [element] = storyFind?.(wanted) ?? [];
  if (!element || !storyAim || element.matches(':disabled, [aria-disabled=true]')) return null;
  const spot = await storyAim.middleInSight(element);
  if (spot === 'hidden') element.scrollIntoView({ block: 'center', behavior: 'instant' });
  return spot;
}

/** Runs in the page: directs the next touch; undefined if the element is gone. */
export function aimAtFirst(wanted: Wanted): boolean | undefined {
  const { storyFind, storyAim } = window as HandPage,
    [element] = storyFind?.(wanted) ?? [];
  return element && storyAim?.aimAt(element);
}

/** Runs in the page: whether the last touch met another element than the one aimed at. */
export const wasBeside = (): boolean => (window as HandPage).isBeside === true;

/** Runs in the page: whether the first element of a description has the focus. */
export const hasFocus = (wanted: Wanted): boolean =>
  document.activeElement !== null &&
  (window as HandPage).storyFind?.(wanted)[0] === document.activeElement;

/** Runs in the page: box of the first element of a description. */
export function boxOf(
  wanted: Wanted,
): { x: number; y: number; width: number; height: number } | undefined {
  const box = (window as HandPage).storyFind?.(wanted)[0]?.getBoundingClientRect();
  return box && { x: box.x, y: box.y, width: box.width, height: box.height };
}
