/**
 * Kernel of virtual time: every timer, request and crypto call of every life runs here,
 * sequentially, in an order decided by the seed alone.
 */

const real = { setImmediate: globalThis.setImmediate, Date: globalThis.Date };

/** A page, a server process or the story itself; after its end none of its tasks runs. */
export interface Life {
  readonly name: string;
  isAlive: boolean;
  /** Wall clock minus true time, ms. */
  skew: number;
  readonly bornAt: number;
  /** Name of the tablet that this page belongs to. */
  readonly place: string;
  /** A sleeping device runs its tasks late, after it wakes. */
  frozenUntil: number;
  /** Callbacks for the end of this life. */
  readonly mourners: (() => void)[];
}
interface Task {
  at: number;
  seq: number;
  life: Life;
  run: () => void;
  isOff: boolean;
}

/** 20 November 2026, 10 o'clock in Berlin. */
const START = 1_795_165_200_000;
/** Maximum number of tasks in one instant before the story counts as stuck. */
const MOST_AT_ONCE = 200_000;
/**
 * Maximum number of tasks of one story before it counts as endless; the longest take some ten
 * thousand.
 */
const MOST_STEPS = 2_000_000;

const nobody: Life = {
  name: '-',
  isAlive: true,
  skew: 0,
  bornAt: 0,
  place: '',
  frozenUntil: 0,
  mourners: [],
};
let now = 0,
  seq = 0,
  atOnce = 0,
  steps = 0;
let current: Life = nobody;
let soon: Task[] = [],
  soonAt = 0;
let heap: Task[] = [];
let trace: string[] = [];
const escaped: unknown[] = [];

export const time = (): number => now;
export const wall = (): number => Math.floor(START + now + current.skew);
const mono = (): number => now - current.bornAt;
export const life = (): Life => current;
export const stepsTaken = (): number => steps;
/** Adds one line to the trace; equal traces prove that a seed is reproducible. */
export function note(text: string): void {
  trace.push(`${now.toFixed(1)} ${current.name} ${text}`);
}
export const traceOf = (): readonly string[] => trace;
/** Returns uncaught errors of living lives. */
export const escapedErrors = (): readonly unknown[] => escaped;
export function escape(error: unknown): void {
  if (current.isAlive) escaped.push(error);
}

export const newLife = (name: string, place = '', skew = 0): Life => ({
  name,
  place,
  skew,
  isAlive: true,
  bornAt: now,
  frozenUntil: 0,
  mourners: [],
});
/** Ends a life: none of its scheduled tasks runs, nothing it awaits arrives. */
export function end(l: Life): void {
  if (!l.isAlive) return;
  l.isAlive = false;
  for (const tell of l.mourners.splice(0)) tell();
}

/** Starts a new story; its virtual time begins at `at`. */
export function reset(at = 0): void {
  [now, seq, atOnce, steps, current, soon, soonAt, heap, trace] = [
    at,
    0,
    0,
    0,
    nobody,
    [],
    0,
    [],
    [],
  ];
  escaped.length = 0;
}

const before = (a: Task, b: Task): boolean => a.at < b.at || (a.at === b.at && a.seq < b.seq);
function push(task: Task): void {
  heap.push(task);
  for (let i = heap.length - 1; i > 0;) {
    const up = (i - 1) >> 1,
      a = heap[i]!,
      b = heap[up]!;
    if (!before(a, b)) return;
    heap[i] = b;
    heap[up] = a;
    i = up;
  }
}
function pop(): Task | undefined {
  const top = heap[0],
    last = heap.pop();
  if (!top || !last || heap.length === 0) return top;
  heap[0] = last;
  for (let i = 0; ;) {
    let least = i;
    for (const kid of [2 * i + 1, 2 * i + 2])
      if (kid < heap.length && before(heap[kid]!, heap[least]!)) least = kid;
    if (least === i) return top;
    const a = heap[i]!;
    heap[i] = heap[least]!;
    heap[least] = a;
    i = least;
  }
}

/** Runs after everything due at this instant, as `owner`; tasks of a dead life never run. */
export function queue(run: () => void, owner: Life = current): void {
  if (owner.isAlive) soon.push({ at: now, seq: ++seq, life: owner, run, isOff: false });
}
/** Runs after `ms` of virtual time. */
export function after(ms: number, run: () => void, owner: Life = current): () => void {
  const task: Task = { at: now + Math.max(0, ms), seq: ++seq, life: owner, run, isOff: false };
  if (owner.isAlive) push(task);
  return () => {
    task.isOff = true;
  };
}
export const sleep = (ms: number, owner: Life = current): Promise<void> =>
  new Promise((done) => {
    after(ms, done, owner);
  });
/** Clock of the running life, read by every page and the server. */
export const simClock = {
  now: wall,
  mono,
  after: (ms: number, work: () => void): (() => void) => after(ms, work),
};
/** Resolves a value in a separate task, like every result from outside the JavaScript engine. */
export function later<T>(make: () => T): Promise<T> {
  return new Promise((done, fail) =>
    queue(() => {
      try {
        done(make());
      } catch (error) {
        fail(error);
      }
    }),
  );
}

/** Another life ended, and with it the calls that awaited it. */
export class Died extends Error {
  constructor(name: string) {
    super(`${name} died`);
    this.name = 'Died';
  }
}
/**
 * Runs `work` in another life and returns the result to the caller.
 * @throws Died if that life ends first
 */
export function as<T>(other: Life, work: () => Promise<T>): Promise<T> {
  const asker = current;
  return new Promise((done, fail) => {
    if (!other.isAlive) {
      fail(new Died(other.name));
      return;
    }
    other.mourners.push(() => queue(() => fail(new Died(other.name)), asker));
    const error = (e: unknown): Error => (e instanceof Error ? e : new Error(String(e)));
    const carry = async (): Promise<void> => {
      try {
        const v = await work();
        queue(() => done(v), asker);
      } catch (e) {
        queue(() => fail(error(e)), asker);
      }
    };
    queue(() => {
      carry().catch(escape);
    }, other);
  });
}

function next(): Task | undefined {
  for (;;) {
    let task: Task | undefined;
    if (soonAt < soon.length) {
      task = soon[soonAt++];
      if (soonAt > 4096) {
        soon = soon.slice(soonAt);
        soonAt = 0;
      }
    } else {
      task = pop();
      if (task && task.at > now) {
        now = task.at;
        atOnce = 0;
      }
    }
    if (!task) return undefined;
    if (task.isOff || !task.life.isAlive) continue;
    if (task.life.frozenUntil > now) {
      task.at = task.life.frozenUntil;
      push(task);
      continue;
    }
    if (++atOnce > MOST_AT_ONCE)
      throw new Error(`time stands still: ${task.life.name} never rests`);
    return task;
  }
}

/** Node's step between two tasks: runs all microtasks and reports unhandled rejections. */
const runDown = (process as unknown as { _tickCallback(): void })._tickCallback;
/**
 * Runs `story` and everything it starts until it ends. Microtasks run between two tasks, as in an
 * event loop, but without the event loop's overhead for each.
 */
export function run(story: () => Promise<void>): Promise<void> {
  return new Promise((done, fail) => {
    let isOver = false;
    const over = (how: () => void): void => {
      if (!isOver) {
        isOver = true;
        how();
      }
    };
    const failed = (error: unknown): void =>
      over(() => fail(error instanceof Error ? error : new Error(String(error))));
    const step = (): void => {
      const task = next();
      if (!task) throw new Error('nothing left to run');
      current = task.life;
      if (++steps > MOST_STEPS) throw new Error('the story has no end');
      try {
        task.run();
      } catch (error) {
        escape(error);
      }
    };
    const loop = (): void => {
      while (!isOver) {
        try {
          step();
        } catch (error) {
          failed(error);
        }
        runDown();
      }
    };
    const teller = newLife('story');
    current = teller;
    const whole = async (): Promise<void> => {
      try {
        await story();
        over(done);
      } catch (error) {
        failed(error);
      }
    };
    queue(() => {
      whole().catch(escape);
    }, teller);
    real.setImmediate(loop);
  });
}

/**
 * Replaces real time by virtual time; must be called before any module that reads a clock is
 * loaded.
 */
export function installTime(): void {
  class VirtualDate extends real.Date {
    constructor(...args: [] | [number | string | Date]) {
      if (args.length === 0) super(wall());
      else super(args[0]);
    }
    static override now(): number {
      return wall();
    }
  }
  const timer = (ms: number | undefined, run: () => void) => {
    const cancel = after(ms ?? 0, run);
    return {
      cancel,
      unref() {
        return this;
      },
      ref() {
        return this;
      },
      hasRef: () => false,
    };
  };
  const give = (name: string, value: unknown): void => {
    Object.defineProperty(globalThis, name, { value, writable: true, configurable: true });
  };
  give('Date', VirtualDate);
  give('setImmediate', (work: (...a: unknown[]) => void, ...args: unknown[]) => {
    queue(() => work(...args));
    return {};
  });
  give('setTimeout', (work: (...a: unknown[]) => void, ms?: number, ...args: unknown[]) =>
    timer(ms, () => work(...args)),
  );
  give('clearTimeout', (t?: { cancel?: () => void }) => {
    t?.cancel?.();
  });
  give('setInterval', () => {
    throw new Error('no intervals here');
  });
  Object.defineProperty(performance, 'now', { value: mono, configurable: true });
}
