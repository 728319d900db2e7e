// Tells inside this process that a practice's deliveries changed: closed, withdrawn or brought back. Whoever keeps an image of them reads on from there.

export interface Deliveries {
  /** After the commit. */
  announce(cid: string, batch: number): void;
  /** @returns what ends it */
  onChange(listener: (cid: string, batch: number) => void): () => void;
}

/** @param report what a listener threw: it must not harm the one who delivered */
export function createDeliveries(report: (error: unknown) => void): Deliveries {
  const listeners = new Set<(cid: string, batch: number) => void>();
  return {
    announce(cid, batch) { for (const listener of listeners) try { listener(cid, batch); } catch (error) { report(error); } },
    onChange(listener) { listeners.add(listener); return () => { listeners.delete(listener); }; },
  };
}
