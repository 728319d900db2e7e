// Reads a request body up to a limit, whether its length was announced or not.

import { AppError } from '../../shared/errors.ts';

/** All bytes of the body; 413 as soon as it is clear that there are more than `limit`. */
export async function readBytes(request: Request, limit: number): Promise<Uint8Array> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) throw new AppError('too_large');
  if (!request.body) return new Uint8Array();
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = request.body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      size += value.length;
      if (size > limit) { void reader.cancel(); throw new AppError('too_large'); }
      parts.push(value);
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw new AppError('bad_request', { cause: error });
  }
  const out = new Uint8Array(size);
  let at = 0;
  for (const p of parts) { out.set(p, at); at += p.length; }
  return out;
}
