// Rows of a list chosen by a tick; only those that are still shown count.

import { useRef, useState } from 'react';

export interface Chosen<Row> {
  /** The chosen rows, in the order of the list. */
  readonly rows: readonly Row[];
  has: (row: Row) => boolean;
  toggle: (row: Row) => void;
  /** Chooses all rows between the one chosen last and this one, both included. */
  chooseTo: (row: Row) => void;
  clear: () => void;
}

/** @param idOf tells rows apart */
export function useChosen<Row>(rows: readonly Row[], idOf: (row: Row) => string): Chosen<Row> {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set()),
    last = useRef<string>(undefined);
  const toggle = (row: Row): void => {
    const id = idOf(row);
    last.current = id;
    setIds((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  };
  return {
    rows: rows.filter((row) => ids.has(idOf(row))),
    has: (row) => ids.has(idOf(row)),
    toggle,
    chooseTo(row) {
      const from = rows.findIndex((one) => idOf(one) === last.current),
        to = rows.findIndex((one) => idOf(one) === idOf(row));
      if (from < 0 || to < 0) {
        toggle(row);
        return;
      }
      last.current = idOf(row);
      const span = rows.slice(Math.min(from, to), Math.max(from, to) + 1);
      setIds((before) => new Set([...before, ...span.map(idOf)]));
    },
    clear: () => setIds(new Set()),
  };
}
