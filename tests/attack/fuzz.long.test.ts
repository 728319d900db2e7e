/**
 * Fuzzes every route from its own schemas with valid, nearly valid and hostile values: no internal
 * error, one error shape, and the server survives.
 */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ERRORS } from '../../shared/base/errors.ts';
import { packFrame } from '../../shared/exchange/sync.ts';
import { pushHeaderSchema } from '../../shared/exchange/sync.schema.ts';
import type { MountedRoute } from '../../server/platform/http/frame.ts';
import { POLICIES } from '../../server/platform/http/policy.ts';
import { HOSTILE_TEXT, spoiled, valuesOf } from '../support/from-schema.ts';
import {
  createTestApp,
  type Answer,
  type Bearer,
  type CallOptions,
  type TestApp,
} from '../support/in-process.ts';
import { sendMappe } from '../support/mappe.ts';
import { addPractice, type Practice } from '../support/practice.ts';
import { quickRenderer } from '../support/setup/quick-renderer.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';

const SEED = 20_261_120;
const CALLS = { sqlite: 1200, postgres: 600 } as const;
/** Printable ASCII: the only characters a header may contain. */
const headerText = fc.oneof(
  fc.constantFrom(...HOSTILE_TEXT.map((text) => text.replace(/[^\x20-\x7e]/g, '').trim())),
  fc.string({ maxLength: 40 }).map((text) => text.replace(/[^\x20-\x7e]/g, '').trim()),
);
const HEADER_NAMES = [
  'Accept-Language',
  'molar-version',
  'molar-trace-id',
  'molar-request-id',
  'molar-task-id',
  'molar-client-ip',
  'molar-r4c-uuid',
  'molar-preffered-r4c-instance-uuid',
  'molar-client-id',
  'Range',
  'If-None-Match',
  'X-Forwarded-For',
  'Cookie',
  'Accept-Encoding',
  'Host',
];

interface Pool {
  ids: Record<string, string[]>;
  who: Map<string, Bearer | undefined>;
}
interface Draw {
  id: number;
  isKnown: boolean;
  hostile: string;
  shape: number;
  right: unknown;
  wrong: unknown;
  query: unknown;
  wrongQuery: unknown;
  header: [string, string] | null;
  bytes: Uint8Array;
  who: number;
}

/** Builds one call of a route from drawn values. */
function build(m: MountedRoute, pool: Pool, d: Draw): { path: string; options: CallOptions } {
  const { spec } = m.route;
  const path = m.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const known = pool.ids[name] ?? [];
    if (name === 'r4cUuid' && d.id % 20 !== 0) return known[0] ?? '';
    return d.isKnown && known.length > 0
      ? known[d.id % known.length]!
      : encodeURIComponent(d.hostile.slice(0, 100)) || 'x';
  });
  const query = (d.shape % 4 === 0 ? d.wrongQuery : d.query) ?? {};
  const search = new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
  const may = [...pool.who].filter(([name]) =>
    (POLICIES[spec.policy].who as readonly string[]).includes(name),
  );
  const [, as] = (d.who % 10 === 0 ? [...pool.who] : may)[
    d.who % (d.who % 10 === 0 ? pool.who.size : may.length)
  ] ?? ['', undefined];
  const body = d.shape % 3 === 0 ? d.wrong : d.right;
  return {
    path: path + (search ? `?${search}` : ''),
    options: {
      // A successful sign-out would end the run's own sessions.
      ...(as && !['/auth/logout', '/auth/lock'].includes(m.path) && { as }),
      method: m.method.toUpperCase(),
      ...(spec.body &&
        (d.shape % 17 === 0
          ? { body: d.bytes, type: 'application/json' }
          : body === undefined
            ? {}
            : { json: body })),
      ...(spec.raw && { body: d.bytes, type: spec.raw.types[0] ?? '' }),
      ...(d.header && { headers: { [d.header[0]]: d.header[1] } }),
    },
  };
}

/** Returns the fault of a response as text, or undefined. */
function faultOf(m: MountedRoute, answer: Answer): string | undefined {
  if (
    answer.status >= 500 &&
    !(
      answer.status === 503 &&
      (m.path === '/readyz' || m.route.spec.errors?.includes(answer.code ?? '') === true)
    )
  )
    return `${answer.status} ${answer.code ?? ''}`;
  if (answer.status < 400) return undefined;
  if (m.path === '/readyz') return undefined;
  const error = (
    answer.json as { error?: { code?: string; message?: unknown; requestId?: unknown } } | undefined
  )?.error;
  const isShaped =
    error !== undefined &&
    typeof error.message === 'string' &&
    typeof error.requestId === 'string' &&
    (error.code ?? '') in ERRORS &&
    ERRORS[error.code as keyof typeof ERRORS].status === answer.status;
  return isShaped ? undefined : `no error of ours: ${answer.status} ${answer.text.slice(0, 200)}`;
}

/** Fills a practice with Mappen and a parked op; their ids are the known ones. */
async function poolOf(t: TestApp, p: Practice, tablet: SimTablet): Promise<Pool> {
  const first = await sendMappe(p, {
      tabletId: tablet.id,
      templates: ['foto@1', 'extraktion@1', 'datenschutz@1'],
    }),
    second = await sendMappe(p, { templates: ['foto@1', 'mehrkosten@1'] });
  const [body] = await tablet.inbox();
  const parked = await tablet.op(
    'task.submit',
    { taskId: first.taskIds[0]!, taskRev: 0 },
    submissionOf(body!, t.clock.now),
  );
  await tablet.push(parked);
  return {
    ids: {
      r4cUuid: [p.r4cUuid],
      mappeId: [first.mappeId, second.mappeId],
      taskId: [...first.taskIds, ...second.taskIds],
      tabletId: [tablet.id],
      patid: ['1001', '1002'],
      sha256: [body!.presentedPdfSha256],
      opId: [parked.h.id],
      fileId: [],
      pendingId: [],
    },
    who: new Map<string, Bearer | undefined>([
      ['anonymous', undefined],
      ['owner', p.users.owner],
      ['staff', p.users.staff],
      ['reception', p.users.reception],
      ['tablet', tablet],
    ]),
  };
}

/** Returns frames of a push: bytes, and headers that are nearly those of the tablet. */
function framesOf(tablet: SimTablet): fc.Arbitrary<Uint8Array> {
  const header = valuesOf(pushHeaderSchema).map((h) => ({
    ...(h as object),
    proto: 1,
    device: tablet.id,
    epoch: tablet.epoch,
    inc: tablet.inc,
  }));
  return fc.oneof(
    fc.uint8Array({ maxLength: 400 }),
    fc
      .tuple(fc.oneof(header, spoiled(header)), fc.uint8Array({ maxLength: 300 }))
      .map(([h, rest]) => packFrame(h, [rest])),
  );
}

/** Existing ids, used where a body expects one. */
const withIds = (pool: Pool, values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(values, fc.nat())
    .map(
      ([value, pick]) =>
        JSON.parse(JSON.stringify(value ?? null), (key, part: unknown) =>
          /^(tabletId|taskId|mappeId)$/.test(key) && typeof part === 'string'
            ? (pool.ids[key]?.[pick % 2] ?? part)
            : key === 'patids'
              ? ['1001']
              : /^(from|into)Patid$/.test(key)
                ? '1001'
                : part,
        ) as unknown,
    );

/** Returns the values of one route's calls. */
function drawsOf(
  m: MountedRoute,
  pool: Pool,
  frames: fc.Arbitrary<Uint8Array>,
): fc.Arbitrary<Draw> {
  const ids = Object.values(pool.ids).flat();
  const { body: shape, query } = m.route.spec;
  const right = shape ? withIds(pool, valuesOf(shape)) : fc.constant(undefined),
    asked = query ? valuesOf(query) : fc.constant({});
  return fc.record<Draw>({
    id: fc.nat(),
    isKnown: fc.boolean(),
    hostile: fc.constantFrom(...HOSTILE_TEXT, ...ids),
    shape: fc.nat(),
    right,
    wrong: spoiled(right),
    query: asked,
    wrongQuery: fc.oneof(
      spoiled(asked),
      fc.dictionary(fc.string({ maxLength: 8 }), fc.string({ maxLength: 20 }), { maxKeys: 2 }),
    ),
    header: fc.option(fc.tuple(fc.constantFrom(...HEADER_NAMES), headerText), { nil: null }),
    bytes: m.path.endsWith('/push') ? frames : fc.uint8Array({ maxLength: 200 }),
    who: fc.nat(),
  });
}

describe.each(['sqlite', 'postgres'] as const)('a fuzz over all routes (%s)', (kind) => {
  it('[sec G7] causes no internal error', async () => {
    const t = await createTestApp(kind, { renderer: quickRenderer() });
    const p = await addPractice(t, 'nord'),
      tablet = await SimTablet.register(p);
    const pool = await poolOf(t, p, tablet),
      frames = framesOf(tablet);
    const draws = t.app.table.map((m) => drawsOf(m, pool, frames));
    const rounds = Math.ceil(CALLS[kind] / t.app.table.length),
      faults: string[] = [],
      seen = new Map<number, number>();
    const drawn = draws.map((draw, at) => fc.sample(draw, { numRuns: rounds, seed: SEED + at }));
    for (let round = 0; round < rounds; round++) {
      for (const [at, m] of t.app.table.entries()) {
        const { path, options } = build(m, pool, drawn[at]![round]!);
        const answer = await t.call(path, options).catch((error: unknown) => {
          throw new Error(`${m.method} ${path} ${JSON.stringify(options).slice(0, 500)}`, {
            cause: error,
          });
        });
        seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1);
        const fault = faultOf(m, answer);
        if (fault !== undefined)
          faults.push(
            `${m.method} ${path.slice(0, 160)} ${JSON.stringify(options.json ?? options.headers ?? '').slice(0, 300)}: ${fault}`,
          );
      }
      if (round % 10 === 0) expect((await t.call('/livez')).status).toBe(200);
    }
    const failures = t.lines.filter((line) => line.includes('"kind":"failure"'));
    expect(
      faults
        .map((fault, i) => `${fault} ${i < 3 ? (failures[i]?.slice(0, 400) ?? '') : ''}`)
        .slice(0, 20),
    ).toEqual([]);
    // Many calls pass validation, so that the fuzz reaches the code behind it.
    expect((seen.get(200) ?? 0) + (seen.get(204) ?? 0)).toBeGreaterThan(CALLS[kind] / 8);
    expect((await t.call('/livez')).status).toBe(200);
    expect((await p.call('/audit/verify', { as: p.users.owner })).json).toMatchObject({ ok: true });
    await t.drop();
  }, 60_000);
});
