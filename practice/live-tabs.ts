// One live line for all tabs of one person in one browser: HTTP/1.1 gives a host six connections, and each tab used to hold one or two.
// The tab that holds the lock listens to the server and tells the others; whoever tells nothing for seconds is replaced.

export interface LiveListener {
  onEvent: (name: string, data: unknown) => void;
  /** True once the line answers, false when it broke. */
  onState: (isLive: boolean) => void;
}

/** A line to the server, opened again by itself. */
export interface Line {
  stop: () => void;
  /** Whoever waits before the next try tries now. */
  hurry: () => void;
  /** Ends the connection and opens a new one, which has to prove itself. */
  again: () => void;
}

export interface TabsDeps {
  /** Opens this tab's own line. */
  connect: (listener: LiveListener) => Line;
  /** Absent where the browser has none or the page is not secure: then each tab has a line of its own. */
  locks: Pick<LockManager, 'request'> | undefined;
  channel: ((name: string) => BroadcastChannel) | undefined;
  /** Somebody may look at this tab. */
  isSeen: () => boolean;
}

/** How often a tab asks whether the one that listens is still there. */
export const ASK_MS = 2_500;
/** So many questions without an answer, and another tab listens: it crashed, was frozen, or is busy for too long. */
const UNANSWERED = 2;

/** What tabs say to each other. `prove`: a session ended in the tab that says it, so the line may be nobody's any more. */
type Word =
  | { is: 'ask'; isSeen: boolean }
  | { is: 'stand'; isLive: boolean }
  | { is: 'event'; name: string; data: unknown }
  | { is: 'prove' };

const isAbort = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError';

/**
 * Listens together with the other tabs of the same name.
 * @param name of the person, the session's practice and grant: tabs of another name hear nothing of it
 * @returns the way out
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
    // Says that somebody listens again; whether the line answers comes by itself.
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
  /** Waits for the lock, or takes it away from a tab that does not answer. */
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
      // Another tab took the lock; a browser that gives none leaves each tab its own line.
      if (isAbort(error)) void stand(false);
      else lead();
    }
  };
  const hear = ({ data }: MessageEvent<Word>): void => {
    if (isOver) return;
    if (data.is === 'ask') {
      if (!line) return;
      say({ is: 'stand', isLive });
      if (data.isSeen && !isLive) line.hurry();
      return;
    }
    if (data.is === 'prove') {
      line?.again();
      return;
    }
    // Who leads hears the server itself; the words of a tab that has been replaced are late.
    if (line) return;
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
  /** Hears what happens from now on, and begins with one reading when the line is there already. @returns the way out */
  follow: (listener: LiveListener) => () => void;
  /** To be called whenever the session may have become another one. */
  check: () => void;
}

/** A page that is left and the next one that comes share the line. */
export const LINGER_MS = 5_000;

/** All listeners of this tab behind one place among the tabs. @param nameOf who is signed in, undefined where nobody is */
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
      // Whatever happened while it did not listen is caught up by one reading.
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
