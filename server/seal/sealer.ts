// Makes and checks sealed files in a recycled child process, so that neither holds up the server; the key never leaves the server's own process.
import { createChildQueue } from '../pdf/child-queue.ts';
import type { ChildOptions } from '../pdf/child-queue.ts';
import { prepareSeal, SealError } from './seal-pdf.ts';
import type { SealDraft } from './seal-pdf.ts';
import { selfCheck } from './verify-pdf.ts';
import type { SelfCheck } from './verify-pdf.ts';

export type SealerRequest = { readonly id: number } & ({ readonly kind: 'prepare'; readonly draft: SealDraft } | { readonly kind: 'check'; readonly bytes: Uint8Array; readonly expected: SelfCheck });
export type SealerReply = { readonly id: number; readonly rss: number } & (
  | { readonly kind: 'prepared'; readonly bytes: Uint8Array }
  | { readonly kind: 'checked'; readonly wrong: string | undefined }
  | { readonly kind: 'failed'; readonly code: SealError['code'] | undefined; readonly detail: string }
);

export type Sealer = {
  /** The base with everything but the signature value. @throws SealError; Error when the child fails */
  prepare(draft: SealDraft): Promise<Uint8Array>;
  /** The first thing that is wrong with a freshly sealed file, or `undefined`. @throws Error when the child fails */
  check(bytes: Uint8Array, expected: SelfCheck): Promise<string | undefined>;
  /** Ends the child; waiting work is refused. */
  close(): void;
};

/** The same work in this process, for whoever has no loop to keep free. */
export const sealerHere: Sealer = { prepare: prepareSeal, check: selfCheck, close: () => undefined };

/** Does one request; runs in the child. Never rejects. */
export async function answerSealer(request: SealerRequest): Promise<SealerReply> {
  const base = { id: request.id, rss: 0 };
  try {
    if (request.kind === 'prepare') return { ...base, kind: 'prepared', bytes: await prepareSeal(request.draft) };
    return { ...base, kind: 'checked', wrong: await selfCheck(request.bytes, request.expected) };
  } catch (error) {
    return { ...base, kind: 'failed', code: error instanceof SealError ? error.code : undefined, detail: error instanceof Error ? error.message : String(error) };
  }
}

/** A sealer with its own child process; one per server is enough. */
export function createSealer(options: ChildOptions): Sealer {
  const queue = createChildQueue<SealerRequest, SealerReply>(options, (what, detail) => Object.assign(new Error(`sealer ${what}: ${detail}`), { code: `sealer_${what}` }));
  let id = 0;
  const failure = (reply: SealerReply): Error => {
    if (reply.kind !== 'failed') return new Error(`the sealer answered ${reply.kind}`);
    return reply.code === undefined ? new Error(reply.detail) : new SealError(reply.code, reply.detail);
  };
  return {
    async prepare(draft) {
      const reply = await queue.add({ id: (id += 1), kind: 'prepare', draft });
      if (reply.kind !== 'prepared') throw failure(reply);
      return reply.bytes;
    },
    async check(bytes, expected) {
      const reply = await queue.add({ id: (id += 1), kind: 'check', bytes, expected });
      if (reply.kind !== 'checked') throw failure(reply);
      return reply.wrong;
    },
    close: queue.close,
  };
}
