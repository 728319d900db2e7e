/** Uploads of tables in tests: begun, sent in parts, run. */
import { createHash } from 'node:crypto';
import { expect } from 'vitest';
import { OWN_MAPPING } from '../../catalog/pvs/mappings.ts';
import {
  PART_BYTES,
  type ImportState,
} from '../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../shared/analytics/deliveries/pvs-mapping.ts';
import type { Answer, TestApp } from '../support/in-process.ts';
import type { Practice } from '../support/practice.ts';

type Files = Record<string, string | Uint8Array>;

/** State of one test. */
interface At {
  t: TestApp;
  p: Practice;
}

/** Returns calls about uploads of the current practice. */
export function uploadsOf(at: () => At) {
  const bytesOf = (text: string | Uint8Array): Uint8Array =>
    typeof text === 'string' ? Buffer.from(text) : text;
  const call = (
    way: string,
    json?: unknown,
    method?: string,
    as = at().p.users.owner,
  ): Promise<Answer> =>
    at().t.call(`/collector${way}`, {
      as,
      method: method ?? (json === undefined ? 'GET' : 'POST'),
      ...(json !== undefined && { json }),
    });
  const part = (
    id: string,
    file: number,
    no: number,
    bytes: Uint8Array,
    sha256 = createHash('sha256').update(bytes).digest('hex'),
    as = at().p.users.owner,
  ): Promise<Answer> =>
    at().t.call(`/collector/imports/${id}/files/${file}/parts/${no}?sha256=${sha256}`, {
      as,
      method: 'POST',
      body: bytes,
      type: 'application/octet-stream',
    });
  const current = async (): Promise<ImportState | undefined> =>
    ((await call('/imports')).json as { items: ImportState[] }).items[0];
  const begin = async (files: Files): Promise<string> => {
    const id = crypto.randomUUID(),
      made = await call('/imports', {
        id,
        files: Object.entries(files).map(([name, text]) => ({
          name,
          size: bytesOf(text).length,
          modifiedAt: 7,
        })),
      });
    expect(made.status).toBe(200);
    return id;
  };
  const refresh = async (files: Files): Promise<string> => {
    const id = await begin(files);
    for (const [no, text] of Object.values(files).entries()) {
      const bytes = bytesOf(text);
      for (let at = 0; at * PART_BYTES < bytes.length; at++)
        expect(
          (await part(id, no, at, bytes.subarray(at * PART_BYTES, (at + 1) * PART_BYTES))).status,
        ).toBe(204);
    }
    return id;
  };
  const ended = async (): Promise<NonNullable<ImportState['run']>> => {
    for (;;) {
      const run = (await current())?.run;
      if (run && !run.isRunning) return run;
      await new Promise((done) => {
        setImmediate(done);
      });
    }
  };
  const run = async (
    id: string,
    kind: 'check' | 'import',
    more: { mapping?: PvsMapping; goesOn?: boolean } = {},
  ): Promise<NonNullable<ImportState['run']>> => {
    expect(
      (
        await call(`/imports/${id}/run`, {
          mapping: more.mapping ?? OWN_MAPPING,
          files: [],
          kind,
          goesOn: more.goesOn ?? false,
        })
      ).status,
    ).toBe(200);
    return ended();
  };
  return { call, part, current, begin, refresh, ended, run };
}
