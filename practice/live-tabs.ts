// One live connection for all tabs of one user in one browser: HTTP/1.1 allows six connections per
// host, and one or two per tab would exhaust them. The tab that holds the lock (the leader) listens
// to the server and broadcasts to the others; a leader silent for seconds is replaced.

export interface LiveListener {
  onEvent: (name: string, data: unknown) => void;
  /** True once the connection answers, false when it broke. */
  onState: (isLive: boolean) => void;
}

/** A connection to the server, reopened automatically. */
export interface Line {
  stop: () => void;
  /** Skips the delay before the next attempt. */
  hurry: () => void;
  /** Closes the connection and opens a new one, which has to authenticate again. */
  again: () => void;
}

export interface TabsDeps {
  /** Opens this tab's own connection. */
  connect: (listener: LiveListener) => Line;
  /**
   * Absent where the browser lacks it or the page is not secure: then each tab opens a separate
   * connection.
   */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: ((name: string) => BroadcastChannel) | undefined;
  /** Whether this tab may be visible. */
  isSeen: () => boolean;
}

/** Interval at which a tab checks whether the leader is alive. */
export const ASK_MS = 2_500;
/**
 * After this many unanswered checks another tab takes over: the leader crashed, was frozen, or is
 * busy for too long.
 */
const UNANSWERED = 2;

/**
 * Messages between tabs. `prove`: a session ended in the sending tab, so the connection may be
 * without a valid session.
 */
type Word =
  | { is: 'ask'; isSeen: boolean }
  | { is: 'stand'; isLive: boolean }
  | { is: 'event'; name: string; data: unknown }
  | { is: 'prove' };

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/** Answers another tab: reports the state of the connection, hurries it, or reopens it. */
function answerAsLeader(line: Line, word: Word, isLive: boolean, say: (word: Word) => void): void {
  if (word.is === 'prove') line.again();
  if (word.is !== 'ask') return;
  say({ is: 'stand', isLive });
  if (word.isSeen && !isLive) line.hurry();
}

/**
 * Listens together with the other tabs of the same name.
 * @param name of the user, the session's practice and grant: tabs of another name receive nothing
 * of it
 * @returns the unsubscribe function
 */
export function joinTabs(name: string, deps: TabsDeps, listener: LiveListener): () => void {
  const { locks, channel: open } = deps;
  if (!locks || !open) return deps.connect(listener).stop;
  const channel = open(name),
    say = (word: Word): void => channel.postMessage(word);
  let isOver = false,
    isLive = false,
    unanswered = 0;
  let line: Line | undefined, letGo: (() => void) | undefined, queue: AbortController | undefined;

  const setLive = (next: boolean): void => {
    if (isOver || next === isLive) return;
    isLive = next;
    listener.onState(next);
  };
  const lead = (): void => {
    line?.stop();
    line = deps.connect({
      onEvent: (event, data) => {
        if (isOver) return;
        say({ is: 'event', name: event, data });
        listener.onEvent(event, data);
      },
      onState: (next) => {
        if (isOver) return;
        say({ is: 'stand', isLive: next });
        setLive(next);
      },
    });
    // Announces a new listener; the state of the connection follows as a message.
    say({ is: 'stand', isLive: false });
    setLive(false);
  };
  const hold = (): Promise<void> | undefined => {
    if (isOver) return undefined;
    const held = new Promise<void>((resolve) => {
      letGo = resolve;
    });
    lead();
    return held;
  };
  const stepDown = (): void => {
    line?.stop();
    line = undefined;
    letGo?.();
    letGo = undefined;
  };
  /** Waits for the lock, or steals it from a tab that does not answer. */
  const stand = async (steals: boolean): Promise<void> => {
    queue?.abort();
    const own = new AbortController();
    queue = own;
    unanswered = 0;
    try {
      await (steals
        ? locks.request(name, { steal: true }, hold)
        : locks.request(name, { signal: own.signal }, hold));
    } catch (error) {
      if (isOver || own.signal.aborted) return;
      stepDown();
      // Another tab stole the lock; a browser that refuses locks leaves each tab its own
      // connection.
      if (isAbort(error)) void stand(false);
      else lead();
    }
  };
  const hear = ({ data }: MessageEvent<Word>): void => {
    if (isOver) return;
    // The leader receives from the server itself; messages of a replaced leader are outdated.
    if (line) return answerAsLeader(line, data, isLive, say);
    if (data.is === 'ask' || data.is === 'prove') return;
    unanswered = 0;
    if (data.is === 'stand') setLive(data.isLive);
    else listener.onEvent(data.name, data.data);
  };
  const ask = (): void => {
    if (line) return;
    if (unanswered >= UNANSWERED) {
      setLive(false);
      void stand(true);
      return;
    }
    unanswered += 1;
    say({ is: 'ask', isSeen: deps.isSeen() });
  };
  channel.addEventListener('message', hear);
  const timer = setInterval(ask, ASK_MS);
  void stand(false);
  ask();
  return () => {
    isOver = true;
    clearInterval(timer);
    queue?.abort();
    stepDown();
    channel.close();
  };
}

export interface Hub {
  /**
   * Subscribes to future events, and starts with one read if the connection is already open.
   * @returns the unsubscribe function
   */
  follow: (listener: LiveListener) => () => void;
  /** To be called whenever the session may have changed. */
  check: () => void;
}

/** A page being left and the next one share the connection. */
export const LINGER_MS = 5_000;

/**
 * Bundles all listeners of this tab into one member among the tabs.
 * @param nameOf the signed-in user, undefined where there is none
 */
export function createHub(deps: TabsDeps, nameOf: () => string | undefined): Hub {
  const listeners = new Set<LiveListener>();
  let name = nameOf(),
    isLive = false;
  let leave: (() => void) | undefined, lingering: ReturnType<typeof setTimeout> | undefined;

  const setLive = (next: boolean): void => {
    isLive = next;
    for (const one of listeners) one.onState(next);
  };
  const part = (): void => {
    clearTimeout(lingering);
    lingering = undefined;
    leave?.();
    leave = undefined;
    if (isLive) setLive(false);
  };
  const join = (): void => {
    if (leave || name === undefined || listeners.size === 0) return;
    leave = joinTabs(name, deps, {
      onState: setLive,
      onEvent: (event, data) => {
        for (const one of listeners) one.onEvent(event, data);
      },
    });
  };
  return {
    follow(listener) {
      const own: LiveListener = { ...listener };
      listeners.add(own);
      clearTimeout(lingering);
      lingering = undefined;
      join();
      // One read catches up on events missed while not listening.
      if (isLive) {
        own.onState(true);
        own.onEvent('changed', { kind: 'changed' });
      }
      return () => {
        listeners.delete(own);
        if (listeners.size === 0 && lingering === undefined)
          lingering = setTimeout(part, LINGER_MS);
      };
    },
    check() {
      const next = nameOf();
      if (next === name) return;
      const before = name;
      name = next;
      part();
      if (before !== undefined && deps.channel) {
        const channel = deps.channel(before);
        channel.postMessage({ is: 'prove' } satisfies Word);
        channel.close();
      }
      join();
    },
  };
}
