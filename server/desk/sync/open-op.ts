// Opens a sealed op and parses its payload; every fault becomes a code under which the op is
// parked, never a rejection.

import type { z } from 'zod';
import { isCommentShortEnough } from '../../../shared/base/comment.ts';
import { unpackPayload } from '../../../shared/exchange/payload.ts';
import { SEALED } from '../../../shared/exchange/sealing.ts';
import type { BlankPayload } from '../../../shared/forms/task/form-task.ts';
import { blankPayloadSchema } from '../../../shared/forms/task/form-task.schema.ts';
import type { AnswersSubmission } from '../../../shared/papers/signed-answers.ts';
import type {
  CancelPayload,
  OutcomePayload,
  SubmitPayload,
} from '../../../shared/papers/signature.ts';
import {
  answersSubmissionSchema,
  cancelPayloadSchema,
  logPayloadSchema,
  outcomePayloadSchema,
  personPayloadSchema,
  startPayloadSchema,
  submitPayloadSchema,
} from '../../../shared/papers/signature.schema.ts';
import { opAad, type OpHeader } from '../../../shared/exchange/sync.ts';

/** Payload of an op by its kind, parsed with its schema. */
export type Payload =
  | { kind: 'task.start'; body: { taskId: string; at: number; language: string } }
  | { kind: 'person.checked'; body: { taskId: string; misses: number; ok: boolean; at: number } }
  | { kind: 'task.submit'; body: SubmitPayload }
  | { kind: 'task.answers'; body: AnswersSubmission }
  | { kind: 'task.outcome'; body: OutcomePayload }
  | { kind: 'task.cancel'; body: CancelPayload }
  | { kind: 'blank.answers'; body: BlankPayload }
  | { kind: 'log'; body: { code: string; at: number; detail?: string } };
type OpenCode =
  | 'damaged'
  | 'too_large'
  | 'unknown_seal'
  | 'unknown_kind'
  | 'unknown_schema'
  | 'unreadable'
  | 'invalid_payload'
  | 'internal';
/** Metadata of an op when it is stored, before it is opened. */
export type StoredCode = Extract<OpenCode, 'damaged' | 'too_large'>;
export type Opened = { payload: Payload } | { code: OpenCode };

const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  'task.start': startPayloadSchema,
  'person.checked': personPayloadSchema,
  'task.submit': submitPayloadSchema,
  'task.answers': answersSubmissionSchema,
  'task.outcome': outcomePayloadSchema,
  'task.cancel': cancelPayloadSchema,
  'blank.answers': blankPayloadSchema,
  log: logPayloadSchema,
};
/**
 * Errors of WebCrypto and the decoders for wrong bytes; any other error is ours and not the op's.
 */
const WRONG_BYTES = new Set(['OperationError', 'DataError', 'RangeError']);

/**
 * Opens the op before the transaction.
 * @throws errors that the op did not cause (the key is temporarily unavailable)
 */
export async function openOp(
  unseal: (bytes: Uint8Array, aad: string) => Promise<Uint8Array>,
  from: { device: string; inc: string },
  h: OpHeader,
  bytes: Uint8Array,
): Promise<Opened> {
  const schema = Object.hasOwn(SCHEMAS, h.kind) ? SCHEMAS[h.kind] : undefined;
  if (!schema) return { code: 'unknown_kind' };
  if (h.schema !== 1) return { code: 'unknown_schema' };
  if (h.sealed !== SEALED) return { code: 'unknown_seal' };
  let plain: Uint8Array;
  try {
    plain = await unseal(bytes, opAad({ ...from, id: h.id, kind: h.kind, schema: h.schema }));
  } catch (error) {
    if (error instanceof Error && WRONG_BYTES.has(error.name)) return { code: 'unreadable' };
    throw error;
  }
  let value: unknown;
  try {
    value = unpackPayload(plain);
  } catch {
    return { code: 'unreadable' };
  }
  const result = schema.safeParse(value);
  if (!result.success) return { code: 'invalid_payload' };
  const payload = { kind: h.kind, body: result.data } as Payload;
  if (payload.kind !== 'log' && payload.body.taskId !== h.taskId)
    return { code: 'invalid_payload' };
  if (payload.kind === 'task.outcome' && !isCommentShortEnough(payload.body.note ?? ''))
    return { code: 'invalid_payload' };
  return { payload };
}
