/** The lock that only one window of the tablet holds. */

export interface WindowLock {
  /** Resolves when this window holds the tablet; calls `onOther` when another one does. */
  acquire(onOther: () => void): Promise<void>;
  /** Takes the lock over from the other window; resolves when done. Reload the page afterwards. */
  takeOver(): Promise<void>;
  /** Called when another window took over; this one does not queue again. */
  onLost(listener: () => void): void;
}
