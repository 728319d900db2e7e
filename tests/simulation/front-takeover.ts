/** Server calls of a takeover, served by their own routes with their own schemas. */
import { takeoverSide } from '../../server/desk/sync/takeover-side.ts';
import { takeoverRoutes } from '../../server/desk/takeover/routes.ts';
import type { RequestContext } from '../../server/platform/http/route.ts';
import type { Actor } from '../../server/platform/work.ts';
import { AppError } from '../../shared/base/errors.ts';
import { fieldsOf } from '../../server/platform/http/answer-error.ts';
import { wall } from './kernel.ts';
import type { Running } from './machine.ts';
import { CID, R4C } from './practice.ts';

/** Allowed callers of each call; tests/attack tests the policy table itself. */
const FOR: Record<string, 'tablet' | 'guest' | 'anyone'> = {
  '/takeover': 'tablet',
  '/takeover/cancel': 'tablet',
  '/takeover/accept': 'anyone',
  '/takeover/sender': 'anyone',
  '/takeover/return': 'guest',
  '/takeover/end': 'guest',
};

/** @param path below `/tablet` */
export async function serveTakeover(
  r: Running,
  path: string,
  actor: Actor,
  json: () => unknown,
): Promise<unknown> {
  const routes = takeoverRoutes({
    links: takeoverSide(r.links),
    publicUrl: 'https://r4c.test',
    r4chost: () => Promise.resolve('r4c'),
    limits: { check: () => Promise.resolve(), take: () => Promise.resolve() },
    networkOf: (ip) => ip,
  });
  const found = routes.find((one) => one.spec.path === path),
    who = FOR[path];
  if (!found || who === undefined) throw new AppError('not_found');
  if (who !== 'anyone' && actor.kind !== 'tablet') throw new AppError('unauthenticated');
  if (who === 'guest' && (actor.kind !== 'tablet' || actor.guestOf === undefined))
    throw new AppError('forbidden');
  const body = found.spec.body?.safeParse(json());
  if (body && !body.success) throw fieldsOf(body.error);
  const context = {
    actor,
    now: wall(),
    origin: '',
    isSecure: true,
    cid: CID,
    r4c: { r4cUuid: R4C, cid: CID },
    write: (work: never) => r.workshop.write(CID, actor, work),
    look: () => r.workshop.look(CID, actor),
  };
  const answer = await found.handle(
    {
      params: undefined,
      query: undefined,
      body: body?.data,
      bytes: new Uint8Array(),
      contentType: '',
    },
    context as unknown as RequestContext,
  );
  const checked = found.spec.answer?.safeParse(answer);
  if (checked && !checked.success) throw new Error(`answer: ${checked.error.message}`);
  return answer;
}
