// Loads again what failed without a connection, once the server answers: no page waits for a press.

import type { Query, QueryClient } from '@tanstack/react-query';
import { CallError } from '../../../shared/base/client.ts';
import { isServerThere } from '../../api.ts';

/** Delays between checks while the server does not answer, in ms; the last one repeats. */
const WAITS_MS = [1_000, 2_000, 4_000, 8_000, 15_000] as const;

const isLost = ({ state }: Query): boolean =>
  state.status === 'error' && state.error instanceof CallError && state.error.status === 0;

/**
 * Watches the queries in use.
 * @returns ends the watch
 */
export function comeBack(queries: QueryClient): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined,
    n = 0,
    isOver = false;
  const lost = (): Query[] =>
    queries.getQueryCache().findAll({ type: 'active', fetchStatus: 'idle', predicate: isLost });
  const look = async (): Promise<void> => {
    if (lost().length > 0 && (await isServerThere()))
      await Promise.all(lost().map((one) => queries.refetchQueries({ queryKey: one.queryKey })));
    timer = undefined;
    plan();
  };
  const plan = (): void => {
    if (timer !== undefined || isOver) return;
    if (lost().length === 0) {
      n = 0;
      return;
    }
    timer = setTimeout(() => void look(), WAITS_MS[Math.min(n, WAITS_MS.length - 1)]);
    n += 1;
  };
  const end = queries.getQueryCache().subscribe(({ type }) => {
    if (type === 'updated') plan();
  });
  return () => {
    isOver = true;
    end();
    clearTimeout(timer);
  };
}
