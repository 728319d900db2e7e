// State for screens and staff menu in addition to the machine's.

import type { ConfigBody } from '../../../shared/exchange/sync.ts';

interface TabletView {
  config: ConfigBody | null;
  isOnline: boolean;
  unsent: number;
  oldestMs: number;
  isPersisted: boolean;
  lastContactAt: number | null;
  leaseUntil: number | null;
  hasUpdate: boolean;
}
export interface ViewStore {
  get(): TabletView;
  subscribe(listener: () => void): () => void;
  /** Changes parts of the state, and notifies all listeners. */
  show(change: Partial<TabletView>): void;
}

/** Creates the state of a tablet that has just started. */
export function createView(): ViewStore {
  let view: TabletView = {
    config: null,
    isOnline: false,
    unsent: 0,
    oldestMs: 0,
    isPersisted: false,
    lastContactAt: null,
    leaseUntil: null,
    hasUpdate: false,
  };
  const listeners = new Set<() => void>();
  return {
    get: () => view,
    subscribe(l) {
      listeners.add(l);
      return () => listeners.delete(l);
    },
    show(change) {
      view = { ...view, ...change };
      for (const l of listeners) l();
    },
  };
}
