// Back navigation inside one page: a history entry for each step forward, and one step back for
// each entry; the address never changes.

export interface BackStack {
  /** A step forward by a tap. */
  forward(): void;
  /** Handler of „Zurück“: the same as the phone's own button. */
  back(): void;
  stop(): void;
}
type Entry = { readonly molarStep?: unknown } | null;
const depthOf = (state: unknown): number => {
  const step =
    typeof state === 'object' && state !== null
      ? (state as NonNullable<Entry>).molarStep
      : undefined;
  return typeof step === 'number' && step > 0 ? step : 0;
};

/**
 * Creates the handling of the phone's back button.
 * @param onBack goes one step back: `true` done, `stay` the step was used for something else (a
 * dialog), `false` there is none
 */
export function createBackStack(
  win: Pick<Window, 'history' | 'addEventListener' | 'removeEventListener'>,
  onBack: () => boolean | 'stay',
): BackStack {
  const { history } = win;
  try {
    history.scrollRestoration = 'manual';
  } catch {
    /* Optional: a failure is ignored. */
  }
  // After a reload in the middle the earlier entries still exist.
  let depth = depthOf(history.state);
  const forward = (): void => {
    depth += 1;
    history.pushState({ molarStep: depth }, '');
  };
  const onPop = (event: PopStateEvent): void => {
    const before = depth;
    depth = depthOf(event.state);
    if (depth >= before) return;
    const went = onBack();
    if (went === 'stay') forward();
    // Leftover steps (a page visited twice) must not block leaving the page.
    else if (!went && depth > 0) history.go(-depth);
  };
  win.addEventListener('popstate', onPop);
  return {
    forward,
    back() {
      if (depth > 0) history.back();
      else onBack();
    },
    stop: () => win.removeEventListener('popstate', onPop),
  };
}
