/** A browser as the stories of this folder drive it; one adapter for each engine. */
import type { Spot } from '../support/stories/aim.ts';

export interface Size {
  width: number;
  height: number;
}
/** Sizes of the screens, in CSS pixels. */
export const SIZES = {
  tablet: { width: 1280, height: 800 },
  phone: { width: 360, height: 740 },
} as const satisfies Record<string, Size>;

/** One window of a running browser. */
export interface Engine {
  goto(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a script of many lines in the page, such as a library. */
  load(source: string): Promise<void>;
  /** Runs a function in the page; it may use its arguments and the page's globals only. */
  run<A extends unknown[], T>(work: (...args: A) => T | Promise<T>, ...args: A): Promise<T>;
  /** Presses and releases at a point: a finger where the driver has touch, else the mouse. */
  tap(spot: Spot): Promise<void>;
  /** Presses at the first point, moves along the others and releases. */
  stroke(spots: readonly Spot[]): Promise<void>;
  /** Types by keys into the focused element. */
  type(text: string): Promise<void>;
  /** Returns a PNG of the window. */
  picture(): Promise<Uint8Array>;
  /** Ends the browser; its profile stays. */
  close(): Promise<void>;
}

/** Starts a browser on a profile, which may come from an earlier run of the same engine. */
export type StartEngine = (profile: string, size: Size) => Promise<Engine>;
