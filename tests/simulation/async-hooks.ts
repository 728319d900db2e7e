/**
 * AsyncLocalStorage for the bundled server: a transaction awaits the database only, so it begins
 * and ends inside one task; awaiting anything else is a violation.
 */
import { escape, stepsTaken } from './kernel.ts';

export class AsyncLocalStorage<T> {
  #held: T | undefined;
  getStore(): T | undefined {
    return this.#held;
  }
  run<R>(value: T, work: () => R): R {
    const before = this.#held,
      began = stepsTaken();
    this.#held = value;
    const over = (): void => {
      this.#held = before;
      if (stepsTaken() !== began)
        escape(new Error('a transaction awaited something other than the database'));
    };
    const result = work();
    if (result instanceof Promise) result.then(over, over);
    else over();
    return result;
  }
}
