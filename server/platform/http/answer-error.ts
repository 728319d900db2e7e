// The only place where a thrown error becomes a response; only its code, request id and field names
// leave the server.

import type { z } from '@hono/zod-openapi';
import {
  AppError,
  ERRORS,
  errorText,
  type ErrorBody,
  type ErrorCode,
} from '../../../shared/base/errors.ts';
import { reasonOf } from '../db/store.ts';
import type { Log } from './log.ts';

/**
 * Returns field names and reasons of a schema violation; an issue whose message is a known code
 * becomes that error.
 */
export function fieldsOf(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  let code: ErrorCode = 'validation';
  for (const issue of error.issues.slice(0, 20)) {
    if (issue.message in ERRORS) code = issue.message as ErrorCode;
    const keys =
      issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 5).map((k) => k.slice(0, 40)) : [''];
    for (const key of keys)
      fields[[...issue.path.map(String), key].filter(Boolean).join('.') || 'body'] = issue.code;
  }
  return new AppError(code, { fields });
}

function toAppError(error: unknown): AppError {
  const reason = reasonOf(error);
  if (reason === 'corrupt') return new AppError('database_damaged', { cause: error });
  if (reason === 'entry') return new AppError('entry_damaged', { cause: error });
  if (error instanceof AppError) return error;
  if (reason === 'unique') return new AppError('conflict', { cause: error });
  if (reason === 'other') return new AppError('internal', { cause: error });
  return new AppError('unavailable', { retryAfter: 2, cause: error });
}

/** Errors that only ask the caller to wait; the log of requests has them. */
const WAITS: ReadonlySet<string> = new Set(['reports_loading']);

export function answerError(
  error: unknown,
  request: Request,
  requestId: string,
  log: Log,
): Response {
  const e = toAppError(error);
  const row = ERRORS[e.code];
  if (row.status >= 500 && !WAITS.has(e.code))
    log.failure({ requestId, code: e.code, error: e.cause ?? e });
  const language = (request.headers.get('accept-language') ?? 'de')
    .slice(0, 40)
    .trim()
    .toLowerCase();
  const body: ErrorBody & { error: { extra?: Record<string, unknown> } } = {
    error: {
      code: e.code,
      message: errorText(e.code, language.startsWith('en') ? 'en' : 'de'),
      requestId,
      ...(e.fields && { fields: e.fields }),
      ...(e.extra && { extra: e.extra }),
    },
  };
  const headers: Record<string, string> = { 'Content-Type': 'application/json; charset=utf-8' };
  if (e.retryAfter !== undefined) headers['Retry-After'] = String(e.retryAfter);
  else if (row.status === 503 || row.status === 429) headers['Retry-After'] = '5';
  if (row.status === 413) headers.Connection = 'close';
  return new Response(JSON.stringify(body), { status: row.status, headers });
}
