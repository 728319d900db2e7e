// State of one visit of a share: sign-in, open item, message; without React, so that every path can
// be tested without it.

import type { Practice } from './openItem.ts';
import { CallError } from '../../shared/base/client.ts';
import type { ShareAddress } from '../../shared/exchange/share.ts';
import type {
  PortalStep,
  ShareContents,
  ShareItem,
  ShareItemContent,
} from '../../shared/exchange/share.schema.ts';
import type { Clock } from '../../shared/base/ports.ts';
import type { ShareCalls } from '../sync/share-calls.ts';
import type { DateParts } from '../ui/fields/dateParts.ts';
import type { Place } from './address.ts';
import type { AnyItem } from './items.ts';

type Screen =
  | 'enter'
  | 'login'
  | 'code'
  | 'list'
  | 'item'
  | 'finished'
  /** X3; X4; „Neuen Link anfordern“ was pressed. */
  | 'gone'
  | 'locked'
  | 'asked'
  /** R4: the form, done, expired. */
  | 'reset'
  | 'resetDone'
  | 'resetOver';
/** Error of the last press; `offline` and `often` can be retried. */
type Problem = 'wrong' | 'code' | 'invalid' | 'offline' | 'often' | 'short' | 'long' | 'easy';

export interface PortalState {
  readonly screen: Screen;
  readonly praxis: Practice | null;
  /** Whether a new link can be requested here. */
  readonly canAsk: boolean;
  /** The required second step. */
  readonly step: PortalStep | null;
  readonly contents: ShareContents | null;
  readonly item: AnyItem | null;
  readonly problem: Problem | null;
  readonly triesLeft: number | null;
  readonly isBusy: boolean;
  /** Whether the session timed out, so that sign-in is required again. */
  readonly isTimedOut: boolean;
  /** A code was requested. */
  readonly isCodeSent: boolean;
}

export interface Portal {
  get(): PortalState;
  subscribe(listener: () => void): () => void;
  start(): Promise<void>;
  /** R3 without an id. */
  enter(address: ShareAddress): Promise<void>;
  login(firstName: string, birth: DateParts): Promise<void>;
  requestCode(): Promise<void>;
  secondStep(code: string): Promise<void>;
  /** Back from the second step. */
  relogin(): void;
  refresh(): Promise<void>;
  open(item: ShareItem): Promise<void>;
  /** Back to the list. */
  close(): Promise<void>;
  download(itemId: string): Promise<Uint8Array>;
  /** „Neuen Link anfordern“. */
  renew(): Promise<void>;
  reset(code: string): Promise<void>;
  /** X9, of the open item; back to the list. */
  remove(): Promise<void>;
  /** „Fertig“. */
  finish(): Promise<void>;
  /** Called after long idleness. */
  lock(): void;
  /** Visible or online again. */
  again(): void;
  flush(): Promise<void>;
  /** Clears the last error when the person types. */
  forgive(): void;
}

export interface PortalDeps {
  place: Place;
  /** Data rendered into the page by the server. */
  praxis: Practice | null;
  callsOf: (address: ShareAddress) => ShareCalls;
  /** Proof of the link's key; `undefined` without a key, or where the browser cannot create one. */
  proofOf: (address: ShareAddress) => Promise<string | undefined>;
  /** Stores a link's data on this device, and finds it again. */
  remember: (address: ShareAddress) => Promise<ShareAddress>;
  /** Destroys the stored data of the link. */
  dropLink: (address: ShareAddress) => Promise<void>;
  /** `onOver` is called when the server requires sign-in again. */
  openItem: (
    content: ShareItemContent,
    shareId: string,
    calls: ShareCalls,
    onOver: () => void,
  ) => Promise<AnyItem>;
  /** Ids of items whose answers or signatures wait here to be sent. */
  waitingIn: (contents: ShareContents, shareId: string) => Promise<readonly string[]>;
  clock: Pick<Clock, 'after'>;
}

/** Well before the server ends an idle session. */
export const STAY_MS = 4 * 60_000;

const codeOf = (error: unknown): string => (error instanceof CallError ? error.code : 'network');
const triesIn = (error: unknown): number | null => {
  const left = error instanceof CallError ? error.extra?.triesLeft : undefined;
  return typeof left === 'number' ? left : null;
};

export function createPortal({
  place,
  praxis,
  callsOf,
  proofOf,
  remember,
  dropLink,
  openItem,
  waitingIn,
  clock,
}: PortalDeps): Portal {
  const listeners = new Set<() => void>();
  let address: ShareAddress | undefined =
    place.kind === 'share'
      ? place.address
      : place.kind === 'reset'
        ? { shareId: place.shareId }
        : undefined;
  let calls = address && callsOf(address),
    stopStay: (() => void) | null = null;
  const first: Record<Place['kind'], Screen> = {
    enter: 'enter',
    wrong: 'gone',
    share: 'login',
    reset: 'reset',
  };
  let state: PortalState = {
    screen: first[place.kind],
    praxis,
    canAsk: calls?.knowsPractice() ?? false,
    step: null,
    contents: null,
    item: null,
    problem: null,
    triesLeft: null,
    isBusy: false,
    isTimedOut: false,
    isCodeSent: false,
  };
  function put(change: Partial<PortalState>): void {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  }
  const leave = (): void => {
    stopStay?.();
    stopStay = null;
  };
  /** The server requires sign-in again; pending submissions stay. */
  const over = (): void => {
    leave();
    const item = state.item?.isHanded() ? state.item : null;
    put({
      screen: 'login',
      contents: null,
      step: null,
      item,
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
  /** Meaning of every refusal of the server; `undefined`: handled by the caller. */
  const refused = (error: unknown): void => {
    switch (codeOf(error)) {
      case 'share_unknown':
      case 'not_found':
        gone('gone');
        return;
      case 'share_locked':
        gone('locked');
        return;
      case 'share_over':
      case 'unauthenticated':
        over();
        return;
      case 'share_wrong':
        put({ problem: 'wrong', triesLeft: triesIn(error) });
        return;
      case 'share_code_wrong':
        put({ problem: 'code', triesLeft: triesIn(error) });
        return;
      case 'validation':
        put({ problem: 'invalid' });
        return;
      case 'rate_limited':
        put({ problem: 'often' });
        return;
      default:
        put({ problem: 'offline' });
    }
  };
  /** One press at a time; errors are shown. */
  const act = async (work: (calls: ShareCalls) => Promise<void>): Promise<void> => {
    if (state.isBusy || !calls) return;
    put({ isBusy: true, problem: null });
    try {
      await work(calls);
    } catch (error) {
      refused(error);
    } finally {
      put({ isBusy: false, canAsk: calls.knowsPractice() });
    }
  };
  const stay = (): void => {
    leave();
    stopStay = clock.after(STAY_MS, () => {
      stopStay = null;
      if (state.screen !== 'list' && state.screen !== 'item') return;
      stay();
      calls?.list().catch((error: unknown) => {
        if (codeOf(error) === 'share_over') over();
      });
    });
  };
  /** One unavailable item is not the end of the link: the list shows the rest. */
  const show = async (item: ShareItem, from: ShareCalls): Promise<void> => {
    let content: ShareItemContent;
    try {
      content = await from.read(item.id);
    } catch (error) {
      if (codeOf(error) !== 'not_found') throw error;
      await reload(from);
      return;
    }
    put({ item: await openItem(content, address?.shareId ?? '', from, over), screen: 'item' });
  };
  const letIn = async (from: ShareCalls): Promise<void> => {
    const contents = await from.list();
    put({
      contents,
      praxis: contents.praxis,
      isTimedOut: false,
      isCodeSent: false,
      triesLeft: null,
      step: null,
    });
    stay();
    if (state.item) {
      put({ screen: 'item' });
      state.item.again();
      return;
    }
    // Pending submissions first.
    const [waiting] = await waitingIn(contents, address?.shareId ?? '').catch((): string[] => []),
      item = contents.items.find((one) => one.id === waiting);
    if (item && !item.isDone) await show(item, from);
    else put({ screen: 'list' });
  };
  const stepped = async (step: PortalStep, from: ShareCalls): Promise<void> => {
    if (step.next !== 'open') {
      put({ screen: 'code', step, triesLeft: null });
      return;
    }
    put({ step });
    await letIn(from);
  };
  const reload = async (from: ShareCalls): Promise<void> => {
    try {
      put({ contents: await from.list(), screen: 'list', item: null });
    } catch (error) {
      const code = codeOf(error);
      // Completed items appear in the list as soon as it can be read again.
      if (code === 'network' || code === 'timeout') {
        put({ screen: 'list', item: null });
        return;
      }
      throw error;
    }
  };

  const start = async (): Promise<void> => {
    if (place.kind === 'share' && address === place.address) {
      address = await remember(place.address);
      calls = callsOf(address);
      put({ canAsk: calls.knowsPractice() });
    }
    const known = await calls?.status().catch(() => undefined);
    if (known) put({ praxis: known });
  };

  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },

    start,
    async enter(typed) {
      const next = (address = await remember(typed));
      calls = callsOf(next);
      put({ screen: 'login', problem: null, canAsk: calls.knowsPractice() });
      await start();
    },
    login: (firstName, birth) =>
      act(async (from) => {
        const proof = address && (await proofOf(address));
        await stepped(
          await from.login({
            firstName: firstName.trim(),
            birth: { day: Number(birth.day), month: Number(birth.month), year: Number(birth.year) },
            ...(proof !== undefined && { proof }),
          }),
          from,
        );
      }),
    requestCode: () =>
      act(async (from) => {
        await from.requestCode();
        put({ isCodeSent: true });
      }),
    secondStep: (code) =>
      act(async (from) => {
        await stepped(await from.secondStep(code), from);
      }),
    relogin: () => put({ screen: 'login', step: null, problem: null, isCodeSent: false }),
    refresh: () => act(reload),
    open: (item) => act((from) => show(item, from)),
    close: () =>
      act(async (from) => {
        await state.item?.flush().catch(() => undefined);
        await reload(from);
      }),
    async download(itemId) {
      if (!calls) throw new Error('nothing is open');
      try {
        return await calls.download(itemId);
      } catch (error) {
        if (codeOf(error) === 'share_over') over();
        throw error;
      }
    },
    renew: () =>
      act(async (from) => {
        await from.renew();
        put({ screen: 'asked' });
      }),
    async reset(code) {
      if (place.kind !== 'reset') return;
      const { secret } = place;
      await act(async (from) => {
        try {
          await from.reset(secret, code);
          put({ screen: 'resetDone' });
        } catch (error) {
          const found =
            error instanceof CallError && error.code === 'validation'
              ? error.fields?.code
              : undefined;
          if (found === 'short' || found === 'long' || found === 'easy') put({ problem: found });
          else if (['link_invalid', 'not_found', 'share_unknown'].includes(codeOf(error)))
            put({ screen: 'resetOver' });
          else throw error;
        }
      });
    },
    remove: () =>
      act(async (from) => {
        await state.item?.remove?.();
        await reload(from);
      }),
    async finish() {
      leave();
      const { contents } = state;
      await state.item?.flush().catch(() => undefined);
      put({ screen: 'finished', item: null, step: null, contents });
      await Promise.all([
        calls?.lock().catch(() => undefined),
        address && dropLink(address).catch(() => undefined),
      ]);
    },
    lock() {
      const { screen, item } = state;
      if (screen === 'code') {
        put({ screen: 'login', step: null, isTimedOut: true, problem: null, isCodeSent: false });
        calls?.lock().catch(() => undefined);
        return;
      }
      if (screen !== 'list' && screen !== 'item' && screen !== 'finished') return;
      if (screen === 'finished') {
        put({ contents: null });
        return;
      }
      item?.flush().catch(() => undefined);
      item?.cover();
      over();
      calls?.lock().catch(() => undefined);
    },
    again: () => state.item?.again(),
    flush: async () => {
      await state.item?.flush();
    },
    forgive: () => {
      if (state.problem !== null) put({ problem: null });
    },
  };
}
