/**
 * Tests of the log: lines contain codes and code locations, no personal data of an error; lines of
 * requests are batched, none is lost.
 */
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

describe('log', () => {
  it('[sec B41] leaves out messages, even those that look like places in the code', () => {
    const lines: string[] = [];
    const log = createLog({
      level: 'info',
      write: (line) => {
        lines.push(line);
      },
    });
    const cause = Object.assign(
      new Error(
        'Failed query: insert into patient\nparams: Vogelsang,Kanarius\n    at Vogelsang (1938-02-17/x/y.ts:1:1)',
      ),
      { code: '23505' },
    );
    log.failure({
      requestId: 'abcdefgh',
      code: 'internal',
      error: new Error('Kanarius\n    at Kanarius', { cause }),
    });
    log.failure({ code: 'x', error: cause });
    log.failure({ code: 'x', error: 'Vogelsang' });
    log.request({
      requestId: 'abcdefgh',
      method: 'GET',
      route: '/patient/{patid}',
      status: 200,
      ms: 1,
      who: 'staff',
      cid: 'p1',
    });
    const all = lines.join('');
    expect(all).not.toMatch(/Vogelsang|Kanarius|1938/);
    expect(all).toMatch(/"type":"Error < Error:23505","place":"[^"]*log\.test\.ts/);
    expect(
      lines.every((line) => {
        JSON.parse(line);
        return line.endsWith('\n');
      }),
    ).toBe(true);
  });

  it('a database that is away writes one line a second, and says how many it left out', () => {
    const lines: string[] = [];
    let at = 0;
    const log = createLog({ level: 'info', write: (line) => lines.push(line), mono: () => at });
    const away = Object.assign(new Error('x'), { code: 'ECONNREFUSED' });
    const fail = (error: unknown): void => log.failure({ code: 'unavailable', error });
    for (at = 0; at < 3000; at += 10) fail(new Error('Failed query', { cause: away }));
    for (let i = 0; i < 3; i += 1) fail(new Error('another'));
    const read = lines.map((line) => JSON.parse(line) as { type: string; skipped?: number });
    expect(read.map(({ type, skipped }) => `${type} ${skipped ?? 0}`)).toEqual([
      'Error < Error:ECONNREFUSED 0',
      'Error < Error:ECONNREFUSED 99',
      'Error < Error:ECONNREFUSED 99',
      'Error 0',
      'Error 0',
      'Error 0',
    ]);
  });

  it('keeps the order, batches lines of requests, and flushes before the process ends', () => {
    const program = `
      import { writeSync } from 'node:fs';
      import { createLog } from ${JSON.stringify(path.join(import.meta.dirname, 'log.ts'))};
      const log = createLog({ level: 'info' }), request = (id, status = 200) => log.request({ requestId: id, method: 'GET', route: '/', status, ms: 1, who: 'staff', cid: undefined });
      request('first');
      writeSync(1, '{"requestId":"before the first is out"}\\n');
      log.failure({ requestId: 'fault', code: 'x', error: 0 });
      writeSync(1, '{"requestId":"after the fault is out"}\\n');
      request('refused', 503);
      writeSync(1, '{"requestId":"after the refusal is out"}\\n');
      request('second');
      setTimeout(() => { writeSync(1, '{"requestId":"after a while"}\\n'); request('last'); process.exit(0); }, 500);
    `;
    const out = execFileSync(
      process.execPath,
      ['--import', 'tsx', '--input-type=module', '--eval', program],
      { encoding: 'utf8', cwd: path.join(import.meta.dirname, '../../..') },
    );
    expect(
      out
        .trim()
        .split('\n')
        .map((line) => (JSON.parse(line) as { requestId: string }).requestId),
    ).toEqual([
      'before the first is out',
      'first',
      'fault',
      'after the fault is out',
      'refused',
      'after the refusal is out',
      'second',
      'after a while',
      'last',
    ]);
  });
});
