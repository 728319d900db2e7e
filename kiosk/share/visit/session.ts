/** Session of a share: state, address, requests, and what ends it or keeps it alive. */

import { CallError } from '../../../shared/base/client.ts';
import type { ShareAddress } from '../../../shared/exchange/share.ts';
import type { ShareCalls } from '../../sync/share-calls.ts';
import { createStore, type Store } from '../../home/store.ts';
import type { Place } from '../address.ts';
import { firstState, type Problem, type ShareState, type ShareVisitDeps } from './shareState.ts';

/** Well before the server ends an idle session. */
export const STAY_MS = 4 * 60_000;

export interface Session extends Store<ShareState> {
  /** `undefined` until a link is entered. */
  address(): ShareAddress | undefined;
  calls(): ShareCalls | undefined;
  /** Uses this address from here on. */
  use(address: ShareAddress): ShareCalls;
  /** One press at a time; errors are shown. */
  act(work: (calls: ShareCalls) => Promise<void>): Promise<void>;
  /** The server requires sign-in again; pending submissions stay. */
  over(): void;
  /** Keeps the session alive at the server. */
  stay(): void;
  /** Ends keeping it alive. */
  leave(): void;
}

/** Returns the code of a refusal; `network` for everything else. */
export const codeOf = (error: unknown): string =>
  error instanceof CallError ? error.code : 'network';
const triesIn = (error: unknown): number | null => {
  const left = error instanceof CallError ? error.extra?.triesLeft : undefined;
  return typeof left === 'number' ? left : null;
};
const addressOf = (place: Place): ShareAddress | undefined =>
  place.kind === 'share'
    ? place.address
    : place.kind === 'reset'
      ? { shareId: place.shareId }
      : undefined;
const problemOf = (code: string, error: unknown): Problem => {
  switch (code) {
    case 'share_wrong':
      return 'wrong';
    case 'share_code_wrong':
      return 'code';
    case 'validation':
      return error instanceof CallError && error.fields?.firstName === 'latin'
        ? 'latin'
        : 'invalid';
    case 'rate_limited':
      return 'often';
    default:
      return 'offline';
  }
};

/** Creates the session of an opened page. */
export function createSession({
  place,
  praxis,
  callsOf,
  dropLink,
  clock,
}: Pick<ShareVisitDeps, 'place' | 'praxis' | 'callsOf' | 'dropLink' | 'clock'>): Session {
  let address = addressOf(place);
  let calls = address && callsOf(address),
    stopStay: (() => void) | null = null;
  const store = createStore(firstState(place, { praxis, canAsk: calls?.knowsPractice() ?? false }));
  const { get, put } = store;
  const leave = (): void => {
    stopStay?.();
    stopStay = null;
  };
  const over = (): void => {
    leave();
    const { item } = get();
    put({
      screen: 'login',
      contents: null,
      step: null,
      item: item?.isHanded() ? item : null,
      isTimedOut: true,
      problem: null,
      isBusy: false,
      isCodeSent: false,
    });
  };
  const gone = (screen: 'gone' | 'locked'): void => {
    leave();
    put({ screen, contents: null, step: null, item: null, problem: null, isBusy: false });
    // An expired link is final; a locked one may be unlocked by the practice.
    if (screen === 'gone' && address) dropLink(address).catch(() => undefined);
  };
  /** Shows the meaning of a refusal. */
  const refused = (error: unknown): void => {
    const code = codeOf(error);
    if (code === 'share_unknown' || code === 'not_found') gone('gone');
    else if (code === 'share_locked') gone('locked');
    else if (code === 'share_over' || code === 'unauthenticated') over();
    else {
      const problem = problemOf(code, error),
        isCounted = problem === 'wrong' || problem === 'code';
      put({ problem, ...(isCounted && { triesLeft: triesIn(error) }) });
    }
  };
  const stay = (): void => {
    leave();
    stopStay = clock.after(STAY_MS, () => {
      stopStay = null;
      const { screen } = get();
      if (screen !== 'list' && screen !== 'item') return;
      stay();
      calls?.list().catch((error: unknown) => {
        if (codeOf(error) === 'share_over') over();
      });
    });
  };
  return {
    ...store,
    address: () => address,
    calls: () => calls,
    use(next) {
      address = next;
      return (calls = callsOf(next));
    },
    async act(work) {
      if (get().isBusy || !calls) return;
      put({ isBusy: true, problem: null });
      try {
        await work(calls);
      } catch (error) {
        refused(error);
      } finally {
        put({ isBusy: false, canAsk: calls.knowsPractice() });
      }
    },
    over,
    stay,
    leave,
  };
}
