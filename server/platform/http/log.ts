// Structured logs with a closed list of fields: request ids, patterns and codes, never a name, a
// path value, a body or a token.

import { destination, pino } from 'pino';
import { reasonOf } from '../db/store.ts';

interface RequestLine {
  requestId: string;
  method: string;
  route: string;
  status: number;
  ms: number;
  who: string;
  cid: string | undefined;
}
export interface Log {
  request(line: RequestLine): void;
  /**
   * Logs a fault: code and code location, never the message of a foreign error (it may quote data).
   */
  failure(line: { requestId?: string; code: string; error: unknown }): void;
  /** Logs a fact about the server itself. */
  note(event: string, facts?: Record<string, string | number | boolean>): void;
}

/**
 * First stack frames inside the project's own sources: the location, without the message (which may
 * quote data, even lines that look like frames).
 */
function placeOf(error: unknown): string {
  if (!(error instanceof Error) || error.stack === undefined) return '';
  const head = error.stack.indexOf(error.message);
  return (head < 0 ? error.stack : error.stack.slice(head + error.message.length))
    .split('\n')
    .filter((l) => l.trim().startsWith('at '))
    .slice(0, 4)
    .map((l) =>
      l
        .trim()
        .slice(3)
        .replace(/\(.*\/(?=[^/]+\/[^/]+$)/, '('),
    )
    .join(' < ');
}
function kindOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const code = 'code' in error && typeof error.code === 'string' ? `:${error.code}` : '';
  const cause = error.cause instanceof Error ? ` < ${kindOf(error.cause)}` : '';
  return `${error.name}${code}${cause}`;
}

/**
 * Lines of requests are batched, delayed by at most this time, since each write blocks the thread;
 * those of faults are written at once. A killed server loses its last batch.
 */
const LATE_MS = 100,
  MOST_CHARS = 8_192,
  /** One line a second says that the database is away, with the number of those left out. */
  AWAY_MS = 1000;

/**
 * Creates the log.
 * @param write target of lines, called for each; default standard output
 * @param mono monotonic clock, ms
 */
export function createLog({
  level,
  write,
  mono = () => performance.now(),
}: {
  level: 'info' | 'warn' | 'silent';
  write?: (line: string) => void;
  mono?: () => number;
}): Log {
  const quiet = new Map<string, { until: number; skipped: number }>();
  const out = write ? undefined : destination({ sync: true });
  let waiting = '',
    timer: NodeJS.Timeout | undefined;
  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (waiting !== '') out?.write(waiting);
    waiting = '';
  };
  const keep = (line: string): void => {
    waiting += line;
    if (waiting.length > MOST_CHARS) flush();
  };
  const log = pino(
    { level, base: null, timestamp: () => `,"time":"${new Date().toISOString()}"` },
    { write: write ?? keep },
  );
  if (out) process.on('exit', flush);
  return {
    request(line) {
      log.info({ kind: 'request', ...line });
      if (line.status >= 500) flush();
      else if (out) timer ??= setTimeout(flush, LATE_MS).unref();
    },
    failure({ requestId, code, error }) {
      // A database that is away fails every call; the lines of one second would say the same.
      const isAway = reasonOf(error) === 'away';
      const last = quiet.get(code);
      if (isAway && last && mono() < last.until) {
        last.skipped += 1;
        return;
      }
      log.error({
        kind: 'failure',
        requestId,
        code,
        type: kindOf(error),
        place: placeOf(error),
        ...(isAway && last && last.skipped > 0 && { skipped: last.skipped }),
      });
      if (isAway) quiet.set(code, { until: mono() + AWAY_MS, skipped: 0 });
      flush();
    },
    note(event, facts = {}) {
      log.info({ kind: 'note', event, ...facts });
      flush();
    },
  };
}
