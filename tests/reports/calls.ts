/** Calls of an owner to the reports, and the contents of their responses. */
import { expect } from 'vitest';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import type { Answer, Bearer, TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';

export interface Calls {
  send: (method: string, path: string, json?: unknown, as?: Bearer) => Promise<Answer>;
  /** Returns the response of a call that must succeed. */
  read: <T>(path: string, as?: Bearer) => Promise<T>;
}

/** Returns calls to the app that a test has started, by the owner unless another user is named. */
export const callsTo = (started: () => { t: TestApp; p: Practice }): Calls => ({
  send: (method, path, json, as) => {
    const { t, p } = started();
    return t.call(`/api${path}`, {
      as: as ?? p.users.owner,
      method,
      ...(json !== undefined && { json }),
    });
  },
  read: async <T>(path: string, as?: Bearer): Promise<T> => {
    const { t, p } = started();
    const answer = await t.call(`/api${path}`, { as: as ?? p.users.owner });
    expect(answer.status, `${path} ${answer.text.slice(0, 200)}`).toBe(200);
    return answer.json as T;
  },
});

/** Returns the value of a figure above a report. */
export const kpiOf = (
  { kpis }: Pick<PracticeReport, 'kpis'>,
  key: string,
): number | null | undefined => kpis.find((one) => one.key === key)?.wert;
