/** Uploads in tests: a server with two practices, and files with active content. */
import sharp from 'sharp';
import { readdirSync } from 'node:fs';
import { afterAll, beforeAll } from 'vitest';
import { CATALOG, latin1, streamOf, withCatalog } from '../../../tests/support/hostile-pdf.ts';
import {
  type Answer,
  type Bearer,
  type TestApp,
  createTestApp,
} from '../../../tests/support/in-process.ts';
import { type Practice, addPractice } from '../../../tests/support/practice.ts';
import type { testRenderer } from '../../paper/seal/sample.fixture.ts';
import type { StoreKind } from '../../../tests/support/stores.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';

export const SCRIPT = '<script>alert(1)</script>';

export const plainPdf = withCatalog(CATALOG);

export const picture = (width = 600, height = 400) =>
  sharp({ create: { width, height, channels: 3, background: '#0B626A' } });

interface Options {
  as?: Bearer;
  fileId?: string;
  patid?: string;
  what?: string;
  type?: string;
}

/** A server with two practices, and helpers of the tests. */
export function stage(kind: StoreKind, renderer: ReturnType<typeof testRenderer>) {
  let t!: TestApp, p!: Practice, other!: Practice;
  beforeAll(async () => {
    t = await createTestApp(kind, { renderer });
    [p, other] = [await addPractice(t, 'nord'), await addPractice(t, 'sued')];
  });
  afterAll(() => t.drop());
  const send = (
    body: Uint8Array,
    {
      as = p.users.reception,
      fileId = t.deps.newId(),
      patid = '1001',
      what = 'letter',
      type = 'application/pdf',
    }: Options = {},
  ): Promise<Answer> =>
    p.call(`/documents/upload?fileId=${fileId}&patid=${patid}&kind=${what}`, {
      as,
      method: 'POST',
      body,
      type,
    });
  const list = async (query = ''): Promise<DocumentRow[]> =>
    (
      (await p.call(`/documents/list?limit=500${query}`, { as: p.users.staff })).json as {
        items: DocumentRow[];
      }
    ).items;
  const open = (fileId: string, as: Bearer = p.users.staff) =>
    p.call(`/documents/file/${fileId}`, { as });
  const stored = (): string[] => {
    try {
      return readdirSync(`${t.blobsFolder}/${p.cid}`, { recursive: true, encoding: 'utf8' })
        .filter((f) => /[0-9a-f]{64}/.test(f))
        .sort();
    } catch {
      return [];
    }
  };
  return {
    get t() {
      return t;
    },
    get p() {
      return p;
    },
    get other() {
      return other;
    },
    send,
    list,
    open,
    stored,
  };
}

export const attachment = (name: string): Buffer =>
  withCatalog(
    '<</Type/Catalog/Pages 2 0 R/AF[5 0 R]>>',
    streamOf('/Type/EmbeddedFile', latin1('{}')),
    `<</Type/Filespec/UF(${name})/EF<</F 4 0 R>>>>`,
  );

export const action = (dict: string): Buffer =>
  withCatalog(`<</Type/Catalog/Pages 2 0 R/OpenAction ${dict}>>`);
