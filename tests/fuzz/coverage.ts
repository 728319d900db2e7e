/** Which blocks of the program ran, as V8 counts them. */
import { Session } from 'node:inspector/promises';

/**
 * Starts counting for scripts whose address contains `part`.
 * @returns a function that returns the blocks that ran since its last call
 */
export async function startCoverage(part: string): Promise<() => Promise<Set<string>>> {
  const session = new Session();
  session.connect();
  await session.post('Profiler.enable');
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  return async () => {
    const { result } = await session.post('Profiler.takePreciseCoverage');
    return new Set(
      result
        .filter(({ url }) => url.includes(part))
        .flatMap(({ functions }) => functions)
        .flatMap(({ ranges }) => ranges)
        .filter(({ count }) => count > 0)
        .map(({ startOffset, endOffset }) => `${startOffset}-${endOffset}`),
    );
  };
}
