// Tests of the live connection shared by all tabs of a user: one connection, takeover by another
// tab, isolation between users.

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  ASK_MS,
  createHub,
  joinTabs,
  LINGER_MS,
  type Line,
  type LiveListener,
  type TabsDeps,
} from './live-tabs.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

interface Lock {
  letGo: () => void;
  fail: (error: Error) => void;
}
type Hold = () => Promise<void> | undefined;

/** Channels of one browser: messages arrive in the next tick, unless a tab is frozen. */
function fakeChannels() {
  const channels = new Map<string, Set<Channel>>();
  class Channel {
    private hear: (event: { data: unknown }) => void = () => undefined;
    readonly name: string;
    readonly tab: { isFrozen: boolean };
    constructor(name: string, tab: { isFrozen: boolean }) {
      this.name = name;
      this.tab = tab;
      channels.set(name, (channels.get(name) ?? new Set()).add(this));
    }
    addEventListener(_type: 'message', hear: (event: { data: unknown }) => void): void {
      this.hear = hear;
    }
    postMessage(data: unknown): void {
      if (this.tab.isFrozen) return;
      for (const other of channels.get(this.name) ?? []) {
        if (other !== this)
          queueMicrotask(() => {
            if (!other.tab.isFrozen) other.hear({ data });
          });
      }
    }
    close(): void {
      channels.get(this.name)?.delete(this);
    }
  }
  return Channel;
}

/** Locks of one browser: granted in order, or stolen. */
function fakeLocks() {
  const holders = new Map<string, Lock>(),
    waiting = new Map<string, (() => void)[]>();
  const stolen = (): Error => Object.assign(new Error('taken'), { name: 'AbortError' });
  /** The lock is stolen at once; its holder is notified in the next tick. */
  const grant = (name: string, run: Hold, done: () => void, fail: (error: Error) => void): void => {
    const own: Lock = {
      fail,
      letGo: () => {
        done();
        if (holders.get(name) !== own) return;
        holders.delete(name);
        waiting.get(name)?.shift()?.();
      },
    };
    holders.set(name, own);
    queueMicrotask(() => void Promise.resolve(run()).then(own.letGo));
  };
  const request = (
    name: string,
    options: { signal?: AbortSignal; steal?: boolean },
    run: Hold,
  ): Promise<void> =>
    new Promise((resolve, reject) => {
      const ask = (): void => grant(name, run, resolve, reject);
      if (options.steal) {
        holders.get(name)?.fail(stolen());
        ask();
      } else if (!holders.has(name)) ask();
      else {
        waiting.set(name, [...(waiting.get(name) ?? []), ask]);
        options.signal?.addEventListener('abort', () => {
          waiting.set(
            name,
            (waiting.get(name) ?? []).filter((one) => one !== ask),
          );
          reject(stolen());
        });
      }
    });
  return { holders, request };
}

/** Locks and channels of one browser; `tab()` opens a tab in it. */
function browser() {
  const { holders, request } = fakeLocks(),
    Channel = fakeChannels();
  const tabs: {
    isFrozen: boolean;
    lines: { listener: LiveListener; line: Line; isOpen: boolean }[];
  }[] = [];
  const tab = (parts: Partial<TabsDeps> = {}) => {
    const self: (typeof tabs)[number] & {
      deps: TabsDeps;
      heard: string[];
      listener: LiveListener;
      crash: () => void;
    } = {
      isFrozen: false,
      lines: [],
      heard: [],
      deps: {
        connect: (listener) => {
          const one = {
            listener,
            isOpen: true,
            line: {
              stop: () => {
                one.isOpen = false;
              },
              hurry: vi.fn<() => void>(),
              again: vi.fn<() => void>(),
            },
          };
          self.lines.push(one);
          return one.line;
        },
        locks: { request: request as LockManager['request'] },
        channel: (name) => new Channel(name, self) as unknown as BroadcastChannel,
        isSeen: () => true,
        ...parts,
      },
      listener: {
        onEvent: (name) => void self.heard.push(name),
        onState: (isLive) => void self.heard.push(isLive ? 'live' : 'lost'),
      },
      crash: () => {
        self.isFrozen = true;
        for (const one of self.lines) one.isOpen = false;
        if (self.lines.length > 0) holders.get('a')?.letGo();
      },
    };
    tabs.push(self);
    return self;
  };
  const open = (): (typeof tabs)[number]['lines'] =>
    tabs.flatMap((one) => one.lines.filter((line) => line.isOpen));
  return { tab, open };
}
const settle = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('tabs of one user', () => {
  test('eight tabs share one connection, and each receives its events', async () => {
    const { tab, open } = browser(),
      all = Array.from({ length: 8 }, () => tab());
    for (const one of all) joinTabs('a', one.deps, one.listener);
    await settle();
    expect(open()).toHaveLength(1);
    open()[0]?.listener.onState(true);
    open()[0]?.listener.onEvent('changed', {});
    await settle();
    expect(all.map((one) => one.heard)).toEqual(all.map(() => ['live', 'changed']));
    await vi.advanceTimersByTimeAsync(20 * ASK_MS);
    expect(open()).toHaveLength(1);
  });

  test('a tab that opens later learns at once that the connection is open', async () => {
    const { tab, open } = browser(),
      first = tab(),
      late = tab();
    joinTabs('a', first.deps, first.listener);
    await settle();
    open()[0]?.listener.onState(true);
    joinTabs('a', late.deps, late.listener);
    await settle();
    expect(late.heard).toEqual(['live']);
  });

  test('the leading tab is closed or crashes: another one takes over', async () => {
    const { tab, open } = browser(),
      first = tab(),
      second = tab(),
      third = tab();
    const leave = joinTabs('a', first.deps, first.listener);
    await settle();
    joinTabs('a', second.deps, second.listener);
    joinTabs('a', third.deps, third.listener);
    await settle();
    leave();
    await settle();
    expect(
      [first, second, third].map((one) => one.lines.filter((line) => line.isOpen).length),
    ).toEqual([0, 1, 0]);
    second.crash();
    await settle();
    expect(third.lines.map((line) => line.isOpen)).toEqual([true]);
    expect(open()).toHaveLength(1);
  });

  test('a leader frozen with the lock is replaced within seconds, and gives way when it wakes', async () => {
    const { tab, open } = browser(),
      first = tab(),
      second = tab();
    joinTabs('a', first.deps, first.listener);
    await settle();
    open()[0]?.listener.onState(true);
    joinTabs('a', second.deps, second.listener);
    await settle();
    first.isFrozen = true;
    await vi.advanceTimersByTimeAsync(4 * ASK_MS);
    expect(second.lines.map((line) => line.isOpen)).toEqual([true]);
    expect(second.heard).toEqual(['live', 'lost']);
    second.lines[0]?.listener.onState(true);
    first.isFrozen = false;
    await vi.advanceTimersByTimeAsync(4 * ASK_MS);
    expect(open()).toEqual(second.lines);
    second.lines[0]?.listener.onEvent('help', {});
    await settle();
    expect(first.heard.slice(-2)).toEqual(['live', 'help']);
  });

  test('a tab without a connection informs all others, and a tab in view triggers the next attempt at once', async () => {
    const { tab, open } = browser(),
      first = tab(),
      second = tab();
    joinTabs('a', first.deps, first.listener);
    await settle();
    joinTabs('a', second.deps, second.listener);
    open()[0]?.listener.onState(true);
    await settle();
    open()[0]?.listener.onState(false);
    await vi.advanceTimersByTimeAsync(ASK_MS);
    expect(second.heard).toEqual(['live', 'lost']);
    expect(first.lines[0]?.line.hurry).toHaveBeenCalled();
  });

  test('without locks or channels each tab opens a separate connection', async () => {
    const { tab, open } = browser(),
      first = tab({ locks: undefined }),
      second = tab({ channel: undefined });
    joinTabs('a', first.deps, first.listener);
    joinTabs('a', second.deps, second.listener);
    await settle();
    expect(open()).toHaveLength(2);
  });

  test('a browser that refuses the lock leaves the tab its separate connection', async () => {
    const { tab, open } = browser(),
      one = tab({ locks: { request: () => Promise.reject(new Error('forbidden')) } });
    joinTabs('a', one.deps, one.listener);
    await settle();
    expect(open()).toHaveLength(1);
  });
});

describe('one tab', () => {
  test('all listeners of a tab share its connection, also across pages, and a new one starts with a read', async () => {
    const { tab, open } = browser(),
      self = tab(),
      hub = createHub(self.deps, () => 'a'),
      heard: string[] = [];
    const leave = hub.follow(self.listener);
    await settle();
    open()[0]?.listener.onState(true);
    hub.follow({
      onEvent: (name) => heard.push(name),
      onState: (isLive) => heard.push(String(isLive)),
    })();
    expect(heard).toEqual(['true', 'changed']);
    leave();
    await vi.advanceTimersByTimeAsync(LINGER_MS / 2);
    const last = hub.follow(self.listener);
    await settle();
    expect(self.lines.map((one) => one.isOpen)).toEqual([true]);
    last();
    await vi.advanceTimersByTimeAsync(LINGER_MS);
    expect(open()).toHaveLength(0);
  });

  test('after a sign-out or a change of user earlier events are cut off; other tabs prove their session', async () => {
    const { tab, open } = browser(),
      first = tab(),
      second = tab();
    let name: string | undefined = 'anna';
    const other = createHub(first.deps, () => 'anna'),
      hub = createHub(second.deps, () => name);
    other.follow(first.listener);
    await settle();
    hub.follow(second.listener);
    await settle();
    open()[0]?.listener.onState(true);
    await settle();
    expect(second.heard).toEqual(['live']);
    name = undefined;
    hub.check();
    await settle();
    expect(first.lines[0]?.line.again).toHaveBeenCalledOnce();
    open()[0]?.listener.onEvent('opened', { patid: '1' });
    await settle();
    expect(second.heard).toEqual(['live', 'lost']);
    name = 'berta';
    hub.check();
    await settle();
    expect(open()).toHaveLength(2);
    second.lines[0]?.listener.onEvent('opened', { patid: '2' });
    first.lines[0]?.listener.onEvent('opened', { patid: '1' });
    await settle();
    expect([first.heard, second.heard]).toEqual([
      ['live', 'opened', 'opened'],
      ['live', 'lost', 'opened'],
    ]);
  });
});
