/**
 * Server entry without HTTP: path, bearer token and schema are checked as in the running server,
 * then the real verbs run.
 */
import { fieldsOf } from '../../server/platform/http/answer-error.ts';
import { resolveActor } from '../../server/accounts/sessions/resolve-actor.ts';
import { reasonOf } from '../../server/platform/db/store.ts';
import type { EventSink } from '../../server/platform/http/route.ts';
import { parseJson } from '../../server/platform/http/json.ts';
import type { TabletActor } from '../../server/desk/sync/tablet-actor.ts';
import { configOf } from '../../server/desk/tablet/config.ts';
import { checkProof, createChallenge, issueToken } from '../../server/desk/tablet/issue-token.ts';
import { callHelp } from '../../server/desk/tablet/help.ts';
import {
  checkKeys,
  ownPending,
  requestRegistration,
  updateGate,
} from '../../server/desk/tablet/register-tablet.ts';
import { findTablet } from '../../server/desk/tablet/store.ts';
import { takeHeartbeat } from '../../server/desk/tablet/take-heartbeat.ts';
import { AppError, ERRORS } from '../../shared/base/errors.ts';
import {
  draftAnswerSchema,
  draftQuerySchema,
  pullAnswerSchema,
  pullQuerySchema,
  pushAnswerSchema,
} from '../../shared/exchange/sync.schema.ts';
import { MAX_PULL_ROWS } from '../../shared/exchange/sync.ts';
import * as s from '../../shared/desk/tablet.schema.ts';
import type { z } from 'zod';
import { REF, TEXT } from './blank.ts';
import { serveTakeover } from './front-takeover.ts';
import type { Running } from './machine.ts';
import { wall } from './kernel.ts';
import { CID, R4C } from './practice.ts';

export interface Asked {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Uint8Array;
}
export interface Answered {
  status: number;
  json: unknown;
  retryAfter?: number;
  stream?: (sink: EventSink) => Promise<void>;
}

function parsed<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  const result = schema.safeParse(value);
  if (!result.success) throw fieldsOf(result.error);
  return result.data;
}
/** An answer that its own schema refuses is a fault of the server. */
const checked = <S extends z.ZodType>(schema: S, value: unknown): unknown => {
  const r = schema.safeParse(value);
  if (!r.success) throw new Error(`answer: ${r.error.message}`);
  return value;
};

async function serve(r: Running, asked: Asked): Promise<Omit<Answered, 'status'>> {
  const [path = '', search = ''] = asked.path.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const bearer = asked.headers.Authorization?.replace(/^Bearer /, '');
  const found =
    bearer === undefined
      ? undefined
      : await resolveActor({ store: r.store, now: wall }, bearer, '::1');
  // As the frame does it: a token that is no longer good is refused on every route.
  if (bearer !== undefined && !found) throw new AppError('unauthenticated');
  const own = (): TabletActor => {
    if (found?.kind !== 'tablet') throw new AppError('unauthenticated');
    return found;
  };
  const guest = { kind: 'anonymous', ip: '::1' } as const;
  const json = (): unknown => parseJson(asked.body);
  const write = <T>(work: Parameters<typeof r.workshop.write<T>>[2]): Promise<T> =>
    r.workshop.write(CID, found ?? guest, work);
  const look = () => r.workshop.look(CID, found ?? guest);

  if (path === '/tablet/token/challenge') {
    const { tabletId } = parsed(s.challengeSchema, json());
    return { json: await write((w) => createChallenge(w, tabletId)) };
  }
  if (path === '/tablet/token') {
    const body = parsed(s.tokenRequestSchema, json());
    await checkProof(look(), body);
    const issued = await write((w) => issueToken(w, r.links, body));
    if (issued.isRevoked) throw new AppError('tablet_revoked');
    return {
      json: {
        authToken: issued.authToken,
        expiresAt: issued.expiresAt,
        serverTime: wall(),
        epoch: r.installation.epoch,
      },
    };
  }
  if (path === '/tablet/heartbeat') {
    const beat = parsed(s.heartbeatSchema, json()),
      { tabletId } = own();
    return {
      json: checked(
        s.heartbeatAnswerSchema,
        await write((w) => takeHeartbeat(w, r.links.installation(), tabletId, beat as never)),
      ),
    };
  }
  if (path === '/tablet/sync/v1/push')
    return { json: checked(pushAnswerSchema, await r.core.push(own(), asked.body)) };
  if (path === '/tablet/sync/v1/pull') {
    const q = parsed(pullQuerySchema, query);
    return {
      json: checked(
        pullAnswerSchema,
        await r.core.pull(own(), q.cursor ?? 0, q.limit ?? MAX_PULL_ROWS),
      ),
    };
  }
  if (path === '/tablet/sync/v1/live') {
    const actor = own(),
      { feedSeq } = await r.core.listener(actor);
    return { json: undefined, stream: (sink) => r.bus.tablet(actor.tabletId, feedSeq, sink) };
  }
  if (path.startsWith('/tablet/drafts/')) {
    const q = parsed(draftQuerySchema, query);
    return {
      json: checked(
        draftAnswerSchema,
        await r.core.putDraft(own(), { taskId: path.slice(15), ...q, bytes: asked.body }),
      ),
    };
  }
  if (path === '/tablet/help') {
    const { tabletId } = own();
    return { json: await write((w) => callHelp(w, r.links, tabletId, undefined)) };
  }
  if (path === '/tablet/blanks') {
    own();
    return { json: { items: [REF] } };
  }
  if (path.startsWith('/tablet/blanks/')) {
    own();
    return { json: { text: TEXT } };
  }
  if (path.startsWith('/tablet/takeover'))
    return { json: await serveTakeover(r, path.slice(7), found ?? guest, json) };
  if (path === '/dispatcher/resolve')
    return { json: { r4chost: 'r4c', r4cUuid: R4C, baseUrl: '' } };
  if (path === '/tablet/registration') {
    const body = parsed(s.registrationRequestSchema, json());
    await checkKeys(body);
    return { json: await write((w) => requestRegistration(w, R4C, body as never)) };
  }
  if (path.startsWith('/tablet/registration/')) {
    const body = parsed(s.registrationPollSchema, json()),
      id = path.slice(21);
    const { pending, tabletToken } = await ownPending(look(), id, body.pendingSecret);
    if (pending.state === 'refused') return { json: { state: 'refused' } };
    const made =
      pending.state === 'confirmed' && pending.tabletId !== null
        ? await findTablet(look(), pending.tabletId)
        : undefined;
    if (!made) {
      if (body.gate) await write((w) => updateGate(w, id, body.gate ?? pending.gate));
      return { json: { state: 'waiting' } };
    }
    if (made.revokedAt !== null) throw new AppError('registration_failed');
    return {
      json: {
        state: 'confirmed',
        tabletId: made.id,
        cid: CID,
        r4cUuid: R4C,
        tabletToken,
        config: configOf(made, await r.links.praxisConfig(look())),
        exceptions: made.exceptions,
      },
    };
  }
  throw new AppError('not_found');
}

/** Answers as the frame does: an error becomes its status and the one shape. */
export async function answer(
  r: Running,
  asked: Asked,
  onInternal: (error: unknown) => void,
): Promise<Answered> {
  try {
    const said = await serve(r, { ...asked, path: asked.path.replace(`/r4c/${R4C}`, '') });
    return { status: said.json === undefined && said.stream === undefined ? 204 : 200, ...said };
  } catch (error) {
    const reason = reasonOf(error);
    const e =
      error instanceof AppError
        ? error
        : new AppError(
            reason === 'unique' ? 'conflict' : reason === 'other' ? 'internal' : 'unavailable',
            { cause: error, ...(reason !== 'other' && { retryAfter: 2 }) },
          );
    if (e.code === 'internal') onInternal(error);
    const { status } = ERRORS[e.code];
    const retryAfter = e.retryAfter ?? (status === 503 || status === 429 ? 5 : undefined);
    return {
      status,
      ...(retryAfter !== undefined && { retryAfter }),
      json: {
        error: {
          code: e.code,
          message: e.code,
          requestId: '-',
          ...(e.fields && { fields: e.fields }),
          ...(e.extra && { extra: e.extra }),
        },
      },
    };
  }
}
