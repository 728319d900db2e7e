/** Skeleton of a job: an action that may run twice, and a test that runs it twice. */
import { camel, serverRoom, verbNoun, words } from './names.mjs';

/**
 * @param {string[]} args WING/ROOM VERB-NOUN
 * @returns {import('./names.mjs').Made}
 */
export function newJob([where, what]) {
  const room = serverRoom(where);
  const name = verbNoun(what);
  const folder = `server/${room}`;
  const action = camel(name);
  const code = `/** The job ${name}: may run twice, so its change is conditional. */
import type { Job } from '../../platform/jobs/store.ts';
import type { Workshop } from '../../platform/work.ts';

/** Does the slow part first, then records the end in one short transaction. */
export async function ${action}(
  deps: { workshop: Workshop },
  job: Pick<Job, 'cid' | 'payload'>,
): Promise<void> {
  const id = String(job.payload.id);
  // Network, PDF and files are awaited here, before the transaction.
  await deps.workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
    const ended = (await w.tx.find(w.t.audit)).some(
      (row) => row.type === '${name}' && JSON.stringify(row.data).includes(id),
    );
    if (!ended) await w.audit('${name}', { id });
  });
}
`;
  const test = `/** Tests the job ${name} on real databases. */
import { describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench } from '../../../tests/support/workshop.ts';
import { ${action} } from './${name}.job.ts';

describe.each(STORES)('${words(name)} (%s)', (kind) => {
  it('leaves one entry when it runs twice', async () => {
    const { store, drop } = await openTestStore(kind);
    const { workshop } = createTestBench(store);
    const job = { cid: 'p1', payload: { id: 'a' } };
    await ${action}({ workshop }, job);
    await ${action}({ workshop }, job);
    const rows = await workshop.look('p1', { kind: 'system', cid: 'p1' }).db.find(store.t.audit);
    expect(rows.map((row) => row.type)).toEqual(['${name}']);
    await drop();
  });
});
`;
  return {
    files: [
      { path: `${folder}/${name}.job.ts`, text: code },
      { path: `${folder}/${name}.test.ts`, text: test },
    ],
    left: [
      `server/${room.split('/')[0]}/module.ts: the kind '${name}' in JobKinds, and its handler with tries and giveUp (${action})`,
      `the caller: w.job('${name}', KEY, { id }) with a key that is the same for the same work`,
      `${folder}/${name}.job.ts: replace the search in the audit log by the state of the job's own row`,
    ],
  };
}
