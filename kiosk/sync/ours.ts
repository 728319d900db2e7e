// Validates that a response comes from our server: a captive portal responds 200 to everything
// (F9).

import { CallError } from '../../shared/base/client.ts';

const foreign = (): CallError => new CallError(0, 'network', 'The answer is not ours.');

/** Checks a response for these fields. @throws CallError as for a call without a response */
export function ours<T extends object>(
  answer: T | null | undefined,
  texts: readonly (keyof T)[],
  numbers: readonly (keyof T)[] = [],
): T {
  if (
    typeof answer === 'object' &&
    answer !== null &&
    texts.every((k) => typeof answer[k] === 'string') &&
    numbers.every((k) => typeof answer[k] === 'number')
  )
    return answer;
  throw foreign();
}

/**
 * Awaits a call whose only valid answer is an empty 204, read as undefined. Any content means that
 * the answer comes from a third party.
 * @throws CallError when the call fails, or when the answer has content
 */
export async function done(answer: Promise<unknown>): Promise<void> {
  if ((await answer) !== undefined) throw foreign();
}
