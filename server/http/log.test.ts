/** Log lines hold codes and places, whatever an error says of people. */
import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

describe('log', () => {
  it('[sec B41] leaves out messages, even those that look like places in the code', () => {
    const lines: string[] = [];
    const log = createLog({ level: 'info', write: line => { lines.push(line); } });
    const cause = Object.assign(new Error('Failed query: insert into patient\nparams: Vogelsang,Kanarius\n    at Vogelsang (1938-02-17/x/y.ts:1:1)'), { code: '23505' });
    log.failure({ requestId: 'abcdefgh', code: 'internal', error: new Error('Kanarius\n    at Kanarius', { cause }) });
    log.failure({ code: 'x', error: cause });
    log.failure({ code: 'x', error: 'Vogelsang' });
    log.request({ requestId: 'abcdefgh', method: 'GET', route: '/patient/{patid}', status: 200, ms: 1, who: 'staff', cid: 'p1' });
    const all = lines.join('');
    expect(all).not.toMatch(/Vogelsang|Kanarius|1938/);
    expect(all).toMatch(/"type":"Error < Error:23505","place":"[^"]*log\.test\.ts/);
    expect(lines.every(line => { JSON.parse(line); return line.endsWith('\n'); })).toBe(true);
  });
});
