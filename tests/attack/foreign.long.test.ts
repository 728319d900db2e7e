/**
 * Generated calls of one practice's users and tablets with another practice's ids, in every place
 * of an id: nothing of the other practice is returned or changed.
 */
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { MountedRoute } from '../../server/platform/http/frame.ts';
import { testRenderer } from '../../server/paper/seal/sample.fixture.ts';
import { fillPraxis, type Filled, type Ids } from '../support/filled.ts';
import { valuesOf } from '../support/from-schema.ts';
import { createTestApp, type Answer, type Bearer, type TestApp } from '../support/in-process.ts';
import { login, renew } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';

/** Raised by `npm run attack`; the normal test run uses fewer. */
const CALLS = Number(process.env.ATTACK_CALLS ?? 1000);
const SEED = 41,
  BODIES = 12;
const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});

/**
 * Excluded: calls that end the caller's own session or never end; the directory, the portal's
 * address book and a link's page, which identify the practice to anyone who names it or holds its
 * link (what the link must not reveal: server/desk/forms/home/home.test.ts). A link holder may also
 * request a new one, with the same response for every id (server/desk/share/share.test.ts). `id`
 * is left unchanged: new entities carry an id made by the caller.
 */
const LEFT_OUT = [
  '/dispatcher/resolve',
  '/auth/logout',
  '/auth/lock',
  '/auth/refreshToken',
  '/tablet/live',
  '/sync/v1/live',
  '/home/{questionnaireId}',
  '/papo/status',
  '}/papo/renew',
  // The holder of a takeover's secret learns which practice hands the Mappe over.
  '/tablet/takeover/sender',
];

interface Draw {
  route: number;
  who: number;
  which: number;
  other: number;
  isByName: boolean;
  isMounted: boolean;
  hasClient: number;
}
/** Returns a call: its route, caller, values and foreign id. */
const drawOf = (routes: number, ids: number): fc.Arbitrary<Draw> =>
  fc.record({
    route: fc.nat(routes - 1),
    who: fc.nat(4),
    which: fc.nat(BODIES - 1),
    other: fc.nat(ids - 1),
    isByName: fc.boolean(),
    isMounted: fc.boolean(),
    hasClient: fc.nat(9),
  });
const samplesOf = (schema: Parameters<typeof valuesOf>[0] | undefined): unknown[] =>
  schema ? fc.sample(valuesOf(schema), { numRuns: BODIES, seed: SEED }) : [];
const searchOf = (query: Record<string, unknown>): string =>
  new URLSearchParams(
    Object.entries(query).map(([key, value]) => [
      key,
      typeof value === 'string' ? value : JSON.stringify(value),
    ]),
  ).toString();
/** An internal error, or an unavailability that the route does not state. */
const isBroken = (m: MountedRoute, answer: Answer): boolean =>
  answer.status >= 500 &&
  m.path !== '/readyz' &&
  !(answer.status === 503 && m.route.spec.errors?.includes(answer.code ?? '') === true);

describe('[sec V8.2.2] ids of another practice', () => {
  let t: TestApp, a: Filled, b: Filled;
  beforeAll(async () => {
    t = await createTestApp('sqlite', { renderer });
    a = await fillPraxis(t, 'anna', '1001');
    b = await fillPraxis(t, 'berta', '2002');
  });
  afterAll(() => t.drop());

  it(`${CALLS} calls return no foreign byte and change nothing`, async () => {
    const foreign: Ids & { sessionId: string } = {
      ...b.ids,
      sessionId:
        (await t.deps.workshop.look(b.p.cid, b.p.system).db.find(t.deps.store.t.session)).map(
          (s) => s.id,
        )[0] ?? '',
    };
    const colleague = (await login(t, b.p.users.staff.email)).userId;
    const named: Record<string, string> = {
      ...foreign,
      userId: colleague,
      fromPatid: foreign.patid,
      intoPatid: foreign.patid,
      userMail: b.p.users.owner.email,
    };
    const words = ['Großberta', 'Zahnarztpraxis berta', '@berta.test'];
    const routes = t.app.table.filter((m) => !LEFT_OUT.some((end) => m.path.endsWith(end)));
    const bodies = new Map(routes.map((m) => [m, samplesOf(m.route.spec.body)])),
      queries = new Map(routes.map((m) => [m, samplesOf(m.route.spec.query)]));
    const ids = Object.values(foreign),
      all = fc.sample(drawOf(routes.length, ids.length), { numRuns: CALLS, seed: SEED });
    const withForeign = (value: unknown, d: Draw): unknown =>
      JSON.parse(JSON.stringify(value ?? null), (key, part: unknown) =>
        typeof part !== 'string' || key === 'id'
          ? part
          : (named[key] ??
            (/(id|ids|code|token|mail)$/i.test(key) && d.isByName ? ids[d.other] : part)),
      ) as unknown;

    const before = await snapshot(t, b.p.cid),
      found: string[] = [];
    // Accepted values of our own side, such as the tasks that a tablet reports as displayed, are
    // returned to our own side.
    const told = new Set<string>();
    let answered = 0;
    for (const [at, d] of all.entries()) {
      // Bearer tokens live fifteen minutes, and this run takes longer.
      if (at % 2000 === 0) {
        t.clock.now += 60_000;
        // Generated sign-ins count as failed attempts of this address.
        await t.deps.store.write(async (db) => {
          await db.delete(t.deps.store.t.attempt);
        });
        await renew(a.p);
        await a.tablet.renew();
      }
      const m = routes[d.route]!,
        people: (Bearer | undefined)[] = [
          a.p.users.owner,
          a.p.users.staff,
          a.p.users.reception,
          a.tablet,
          undefined,
        ],
        as = people[d.who];
      const path = m.path.replace(/\{(\w+)\}/g, (_, name: string) =>
        name === 'r4cUuid'
          ? d.isMounted
            ? a.p.r4cUuid
            : b.p.r4cUuid
          : encodeURIComponent(named[name] ?? ids[d.other] ?? 'x'),
      );
      const query = (withForeign(queries.get(m)?.[d.which], d) ?? {}) as Record<string, unknown>;
      const search = searchOf(query);
      const json = m.route.spec.body ? withForeign(bodies.get(m)?.[d.which], d) : undefined;
      const answer = await t.call(path + (search ? `?${search}` : ''), {
        ...(as && { as }),
        method: m.method.toUpperCase(),
        ...(m.route.spec.body && { json }),
        ...(m.route.spec.raw && {
          body: new Uint8Array(20),
          type: m.route.spec.raw.types[0] ?? '',
        }),
        ...(d.hasClient === 0 && { headers: { 'molar-client-id': b.p.cid } }),
      });
      answered++;
      // Sent values may be echoed to their sender.
      const sent = `${path}${search}${JSON.stringify(json ?? '')}`;
      const leaked = [
        ...words,
        ...ids.filter(
          (id) => !told.has(id) && !sent.includes(id) && !sent.includes(encodeURIComponent(id)),
        ),
      ].filter((word) => word.length > 5 && answer.text.includes(word));
      if (answer.status < 300) for (const id of ids) if (sent.includes(id)) told.add(id);
      if (leaked.length > 0) found.push(`${m.method} ${m.path} as ${d.who}: ${leaked.join(', ')}`);
      if (isBroken(m, answer))
        found.push(`${m.method} ${m.path}: ${answer.status} ${answer.code ?? ''}`);
      if (found.length > 20) break;
    }
    expect([...new Set(found)]).toEqual([]);
    expect(answered).toBe(CALLS);
    expect(await snapshot(t, b.p.cid)).toEqual(before);
  }, 1_800_000);
});
