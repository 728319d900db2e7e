/** Delivers rows of a practice software to the server of a story, as a program does. */
import { createHash, randomUUID } from 'node:crypto';
import { DeskCalls } from './desk-calls.ts';
import type { Story } from './story.ts';

/** Rows of one part of a delivery. */
const PART = 5_000;
/** Delivers rows by table, in one closed delivery. */
export async function deliver(
  { server }: Pick<Story, 'server'>,
  rows: Readonly<Record<string, readonly object[]>>,
): Promise<void> {
  const calls = await DeskCalls.open(server, 'owner'),
    json = async (path: string, body: unknown): Promise<{ batch: number }> =>
      (await calls.raw(path, { json: body })).json() as Promise<{ batch: number }>;
  const { batch } = await json('/collector/batches', { run: randomUUID(), source: 'Test' });
  let part = 0;
  for (const [entity, list] of Object.entries(rows))
    for (let from = 0; from < list.length; from += PART) {
      const bytes = Buffer.from(
        list
          .slice(from, from + PART)
          .map((one) => JSON.stringify({ geaendertAm: Date.now(), ...one }))
          .join('\n'),
      );
      await calls.raw(
        `/collector/batches/${batch}/parts/${(part += 1)}?entity=${entity}&sha256=${createHash('sha256').update(bytes).digest('hex')}`,
        { bytes, type: 'application/x-ndjson' },
      );
    }
  await json(`/collector/batches/${batch}/close`, { parts: part });
}
