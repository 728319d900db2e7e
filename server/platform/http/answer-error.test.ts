/**
 * Tests of the response to a failing database: damage is reported, a lost connection is temporary.
 */
import { expect, it } from 'vitest';
import { AppError, type ErrorBody } from '../../../shared/base/errors.ts';
import { DamagedCell } from '../db/cells/cells.ts';
import { answerError } from './answer-error.ts';
import { createLog } from './log.ts';

const log = createLog({ level: 'silent' });
const coded = (code: string): Error => Object.assign(new Error('x'), { code });
const answer = async (error: unknown): Promise<[number, string, string | null]> => {
  const response = answerError(error, new Request('http://localhost/'), 'r1', log);
  const {
    error: { code },
  } = (await response.json()) as ErrorBody;
  return [response.status, code, response.headers.get('retry-after')];
};

it('[sec F07] reports a damaged database, also when the write queue wrapped the error', async () => {
  const damaged = coded('SQLITE_CORRUPT');
  const wrapped = new AppError('unavailable', { retryAfter: 1, cause: damaged });
  for (const error of [damaged, new Error('Failed query', { cause: damaged }), wrapped]) {
    expect((await answer(error)).slice(0, 2)).toEqual([503, 'database_damaged']);
  }
});

it('[sec F07] reports one damaged entry, and does not ask to call again', async () => {
  const damaged = new DamagedCell('answers');
  for (const error of [damaged, new AppError('pdf_failed', { cause: damaged })])
    expect(await answer(error)).toEqual([500, 'entry_damaged', null]);
});

it('[sec F24] answers 503 with Retry-After while the database is unavailable', async () => {
  for (const code of ['ECONNREFUSED', '57P01', '57P03']) {
    expect(await answer(new Error('Failed query', { cause: coded(code) }))).toEqual([
      503,
      'unavailable',
      '2',
    ]);
  }
});

it('a wait for the data of reports is no failure in the log, an unavailable database is one', async () => {
  const failures: string[] = [],
    counting = { ...log, failure: ({ code }: { code: string }) => failures.push(code) };
  for (const code of ['reports_loading', 'unavailable'] as const) {
    const { status } = answerError(
      new AppError(code, { retryAfter: 2 }),
      new Request('http://localhost/'),
      'r1',
      counting,
    );
    expect(status).toBe(503);
  }
  expect(failures).toEqual(['unavailable']);
});
