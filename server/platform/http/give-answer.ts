// Builds the response of a route from its result, checked against its schema.

import { eventStream } from './sse.ts';
import type { RawAnswer, Route } from './route.ts';
import { textStream } from './text-stream.ts';

const isRaw = (v: unknown): v is RawAnswer =>
  typeof v === 'object' && v !== null && ('bytes' in v || 'pieces' in v || 'stream' in v);

/**
 * Length in characters from which a response is sent as bytes: Node prepends its header to a text,
 * which copies all of it again.
 */
const LONG_TEXT = 32_768;

/**
 * Returns the response of a route.
 * @param onBroken called when a streamed answer fails after its first bytes
 * @param mayListen whether the caller of a live stream may still listen to it
 * @throws Error when the result breaks the schema of the route
 */
export function giveAnswer(
  r: Route,
  result: unknown,
  request: Request,
  onBroken: (error: unknown) => void,
  mayListen: () => Promise<boolean>,
): Response {
  if (isRaw(result)) {
    if ('stream' in result) return eventStream(result.stream, request.signal, mayListen);
    if ('pieces' in result)
      return new Response(textStream(result.pieces, onBroken), {
        headers: { 'Content-Type': result.type, ...result.headers },
      });
    return new Response(result.bytes as Uint8Array<ArrayBuffer>, {
      status: result.status ?? 200,
      headers: { 'Content-Type': result.type, ...result.headers },
    });
  }
  const hasExtras =
    typeof result === 'object' && result !== null && 'extras' in result && 'body' in result;
  const extras = hasExtras
    ? (
        result as {
          extras: { status?: number; headers?: Record<string, string>; cookies?: string[] };
        }
      ).extras
    : {};
  const value = hasExtras ? (result as { body: unknown }).body : result;
  const headers = new Headers(extras.headers);
  for (const cookie of extras.cookies ?? []) headers.append('Set-Cookie', cookie);
  if (!r.spec.answer || value === undefined)
    return new Response(null, { status: extras.status ?? 204, headers });
  const checked = r.spec.answer.safeParse(value);
  // A response that violates its own schema would leak or mislead; it is a server error.
  if (!checked.success)
    throw new Error(
      `answer of ${r.spec.method} ${r.spec.path} breaks its schema: ${checked.error.issues.map((i) => i.path.join('.')).join(', ')}`,
    );
  headers.set('Content-Type', 'application/json; charset=utf-8');
  const text = JSON.stringify(checked.data);
  return new Response(text.length > LONG_TEXT ? Buffer.from(text) : text, {
    status: extras.status ?? 200,
    headers,
  });
}
