// Reads the input of a route: path, query and body, strict and by their schemas.

import { Readable } from 'node:stream';
import type { z } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { AppError } from '../../../shared/base/errors.ts';
import { numberFromPath } from '../../../shared/desk/patient-number.ts';
import { fieldsOf } from './answer-error.ts';
import { readBytes } from './body.ts';
import { incomingOf, type NodeEnv } from './caller-in.ts';
import { parseJson } from './json.ts';
import type { Input, Route } from './route.ts';

const JSON_LIMIT = 65_536;

/**
 * Reads and checks the whole input of a request.
 * @param into memory for the bytes of a raw body
 * @throws AppError when anything is unknown or wrong
 */
export async function readInput(
  r: Route,
  c: Context<NodeEnv>,
  request: Request,
  into: Uint8Array | undefined,
): Promise<Input<undefined, undefined, undefined>> {
  const { spec } = r;
  const named: Record<string, string> = { ...(c.req.param() as Record<string, string>) };
  delete named.r4cUuid;
  if (named.patid !== undefined) named.patid = numberFromPath(named.patid);
  // An invalid id in the path gets the same response as an unknown one (B16–B18).
  const params = spec.params ? parsed(spec.params, named, 'not_found') : undefined;
  const query = queryOf(r, new URL(request.url));
  const type = (request.headers.get('content-type') ?? '').split(';')[0]!.trim().toLowerCase();
  const incoming = incomingOf(c);
  const stream = incoming instanceof Readable ? incoming : undefined;
  let body: unknown,
    bytes: Uint8Array = new Uint8Array();
  if (spec.method === 'get') {
    if (
      Number(request.headers.get('content-length') ?? 0) > 0 ||
      request.headers.has('transfer-encoding')
    )
      throw new AppError('method_not_allowed');
  } else if (spec.raw) {
    if (!spec.raw.types.includes(type)) throw new AppError('unsupported_media');
    bytes = await readBytes(request, spec.raw.limit, stream, into);
  } else if (spec.body) {
    if (type !== 'application/json') throw new AppError('unsupported_media');
    body = parsed(
      spec.body,
      parseJson(await readBytes(request, spec.limit ?? JSON_LIMIT, stream)),
      'validation',
    );
  } else {
    await readBytes(request, JSON_LIMIT, stream);
  }
  return { params, query, body, bytes, contentType: type } as Input<
    undefined,
    undefined,
    undefined
  >;
}

function queryOf(r: Route, { search, searchParams }: URL): unknown {
  // The database stores no NUL, and invalid UTF-8 would silently change (B08).
  try {
    if (decodeURIComponent(search).includes('\u0000')) throw new URIError('NUL');
  } catch (cause) {
    throw new AppError('bad_request', { fields: { query: 'not clean text' }, cause });
  }
  const query: Record<string, string> = {};
  for (const [key, value] of searchParams) {
    if (key in query)
      throw new AppError('validation', { fields: { [key.slice(0, 40)]: 'doubled' } });
    query[key] = value;
  }
  if (r.spec.query) return parsed(r.spec.query, query, 'validation');
  if (Object.keys(query).length > 0)
    throw new AppError('validation', { fields: { query: 'unknown' } });
  return undefined;
}

function parsed(schema: z.ZodType, value: unknown, code: 'validation' | 'not_found'): unknown {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  throw code === 'not_found' ? new AppError('not_found') : fieldsOf(result.error);
}
