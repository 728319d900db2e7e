/**
 * Server entry without HTTP: path, bearer token and schema are checked as in the running server,
 * then the real verbs run.
 */
import { fieldsOf } from '../../server/platform/http/answer-error.ts';
import { resolveActor } from '../../server/accounts/sessions/resolve-actor.ts';
import { reasonOf } from '../../server/platform/db/store.ts';
import type { EventSink } from '../../server/platform/http/route.ts';
import { parseJson } from '../../server/platform/http/json.ts';
import type { Look, Work } from '../../server/platform/work.ts';
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
/** A response that its own schema refuses is a bug of the server. */
const checked = <S extends z.ZodType>(schema: S, value: unknown): unknown => {
  const r = schema.safeParse(value);
  if (!r.success) throw new Error(`answer: ${r.error.message}`);
  return value;
};

type Said = Omit<Answered, 'status'>;
/** A request whose token was checked, with the values that its route needs. */
interface Call {
  r: Running;
  asked: Asked;
  path: string;
  query: Record<string, string>;
  /** Returns the calling tablet; refuses any other caller. */
  own(): TabletActor;
  json(): unknown;
  write<T>(work: (w: Work) => Promise<T>): Promise<T>;
  look(): Look;
}

const token = async ({ r, json, look, write }: Call): Promise<Said> => {
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
};
const heartbeat = async ({ r, json, own, write }: Call): Promise<Said> => {
  const beat = parsed(s.heartbeatSchema, json()),
    { tabletId } = own();
  return {
    json: checked(
      s.heartbeatAnswerSchema,
      await write((w) => takeHeartbeat(w, r.links.installation(), tabletId, beat as never)),
    ),
  };
};
const pull = async ({ r, query, own }: Call): Promise<Said> => {
  const q = parsed(pullQuerySchema, query);
  return {
    json: checked(
      pullAnswerSchema,
      await r.core.pull(own(), q.cursor ?? 0, q.limit ?? MAX_PULL_ROWS),
    ),
  };
};
const live = async ({ r, own }: Call): Promise<Said> => {
  const actor = own(),
    { feedSeq } = await r.core.listener(actor);
  return { json: undefined, stream: (sink) => r.bus.tablet(actor.tabletId, feedSeq, sink) };
};
const draft = async ({ r, asked, path, query, own }: Call): Promise<Said> => {
  const q = parsed(draftQuerySchema, query);
  return {
    json: checked(
      draftAnswerSchema,
      await r.core.putDraft(own(), { taskId: path.slice(15), ...q, bytes: asked.body }),
    ),
  };
};
const registration = async ({ json, write }: Call): Promise<Said> => {
  const body = parsed(s.registrationRequestSchema, json());
  await checkKeys(body);
  return { json: await write((w) => requestRegistration(w, R4C, body as never)) };
};
const registrationState = async ({ r, path, json, look, write }: Call): Promise<Said> => {
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
};

/** Routes by path; a path that ends with a slash serves every path below it. */
const ROUTES: readonly [path: string, serve: (call: Call) => Promise<Said>][] = [
  [
    '/tablet/token/challenge',
    async ({ json, write }) => {
      const { tabletId } = parsed(s.challengeSchema, json());
      return { json: await write((w) => createChallenge(w, tabletId)) };
    },
  ],
  ['/tablet/token', token],
  ['/tablet/heartbeat', heartbeat],
  [
    '/tablet/sync/v1/push',
    async ({ r, asked, own }) => ({
      json: checked(pushAnswerSchema, await r.core.push(own(), asked.body)),
    }),
  ],
  ['/tablet/sync/v1/pull', pull],
  ['/tablet/sync/v1/live', live],
  ['/tablet/drafts/', draft],
  [
    '/tablet/help',
    async ({ r, own, write }) => {
      const { tabletId } = own();
      return { json: await write((w) => callHelp(w, r.links, tabletId, undefined)) };
    },
  ],
  [
    '/tablet/blanks',
    async ({ own }) => {
      own();
      return { json: { items: [REF] } };
    },
  ],
  [
    '/tablet/blanks/',
    async ({ own }) => {
      own();
      return { json: { text: TEXT } };
    },
  ],
  ['/dispatcher/resolve', async () => ({ json: { r4chost: 'r4c', r4cUuid: R4C, baseUrl: '' } })],
  ['/tablet/registration', registration],
  ['/tablet/registration/', registrationState],
];

async function serve(r: Running, asked: Asked): Promise<Said> {
  const [path = '', search = ''] = asked.path.split('?');
  const query = Object.fromEntries(new URLSearchParams(search));
  const bearer = asked.headers.Authorization?.replace(/^Bearer /, '');
  const found =
    bearer === undefined
      ? undefined
      : await resolveActor({ store: r.store, now: wall }, bearer, '::1');
  // Like the HTTP layer: an invalid token is refused on every route.
  if (bearer !== undefined && !found) throw new AppError('unauthenticated');
  const caller = found ?? ({ kind: 'anonymous', ip: '::1' } as const);
  const json = (): unknown => parseJson(asked.body);
  if (path.startsWith('/tablet/takeover'))
    return { json: await serveTakeover(r, path.slice(7), caller, json) };
  const route = ROUTES.find(([one]) => (one.endsWith('/') ? path.startsWith(one) : path === one));
  if (!route) throw new AppError('not_found');
  return await route[1]({
    r,
    asked,
    path,
    query,
    own: () => {
      if (found?.kind !== 'tablet') throw new AppError('unauthenticated');
      return found;
    },
    json,
    write: (work) => r.workshop.write(CID, caller, work),
    look: () => r.workshop.look(CID, caller),
  });
}

/** Answers like the HTTP layer: an error becomes its status and the common error body. */
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
