/** Skeleton of a call: its input schema, its action, and a test on both databases. */
import { camel, pascal, serverRoom, verbNoun, words } from './names.mjs';

/**
 * @param {string[]} args WING/ROOM VERB-NOUN
 * @returns {import('./names.mjs').Made}
 */
export function newCall([where, what]) {
  const room = serverRoom(where);
  const name = verbNoun(what);
  const folder = `server/${room}`;
  const action = camel(name);
  const input = `${pascal(name)}Input`;
  const schema = `/** Input of the call ${name}, strict: unknown fields are refused. */
import { z } from 'zod';

/** Body of the request. */
export const ${action}Schema = z.strictObject({ id: z.string().min(1).max(64) });
export type ${input} = z.output<typeof ${action}Schema>;
`;
  const code = `/** Action of the call ${name}: runs in the transaction of its route. */
import type { Work } from '../../platform/work.ts';
import type { ${input} } from './${name}.schema.ts';

/** Records that a user asked to ${words(name)}. The caller makes the id, so that a retry is safe. */
export async function ${action}(w: Work, input: ${input}): Promise<{ id: string }> {
  await w.audit('${name}', { id: input.id });
  return { id: input.id };
}
`;
  const test = `/** Tests the call ${name} on real databases. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import { ${action} } from './${name}.ts';
import { ${action}Schema } from './${name}.schema.ts';

describe.each(STORES)('${words(name)} (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>;
  let bench: TestBench;
  const actor = { kind: 'system', cid: 'p1' } as const;
  beforeEach(async () => {
    opened = await openTestStore(kind);
    bench = createTestBench(opened.store);
  });
  afterEach(() => opened.drop());

  it('writes its audit row in the transaction', async () => {
    const input = ${action}Schema.parse({ id: 'a' });
    const answer = await bench.workshop.write('p1', actor, (w) => ${action}(w, input));
    expect(answer).toEqual({ id: 'a' });
    const rows = await bench.workshop.look('p1', actor).db.find(opened.store.t.audit);
    expect(rows.map((row) => row.type)).toEqual(['${name}']);
  });

  it('refuses an unknown field', () => {
    expect(${action}Schema.safeParse({ id: 'a', other: 1 }).success).toBe(false);
  });
});
`;
  return {
    files: [
      { path: `${folder}/${name}.schema.ts`, text: schema },
      { path: `${folder}/${name}.ts`, text: code },
      { path: `${folder}/${name}.test.ts`, text: test },
    ],
    left: [
      `${folder}/routes.ts: a route with method, path, policy and schema, whose handler calls ${action}`,
      'server/platform/http/policy.ts: a policy, if none fits',
      'shared/: move the schema to a shelf when a form uses it too',
      'docs/glossary.md: a row if the noun is new; the words of the audit type for the audit page',
      'a new room also needs: shared/base/mounts.ts and its routes in the module.ts of the wing',
    ],
  };
}
