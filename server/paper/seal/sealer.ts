// Builds and checks sealed files in a recycled child process, so that neither blocks the server;
// the key never leaves the server's own process.
import { createChildQueue } from '../pdf/child-queue.ts';
import type { ChildOptions } from '../pdf/child-queue.ts';
import { PdfError } from '../pdf/protocol.ts';
import type { Renderer } from '../pdf/renderer.ts';
import { marksOf } from './marks.ts';
import type { Signing } from './marks.ts';
import { prepareSeal, SealError } from './prepare-seal.ts';
import type { SealDraft } from './prepare-seal.ts';
import { prepareStamp } from './proof/archive-stamp.ts';
import type { ValidationData } from './proof/validation-data.ts';
import { selfCheck } from './verify-pdf.ts';
import type { SelfCheck } from './verify-pdf.ts';

/** The document to seal, and its signers. */
type SealOrder = Omit<SealDraft, 'marks' | 'checks'> & { readonly signing: Signing };
export type SealerRequest = { readonly id: number } & (
  | { readonly kind: 'prepare'; readonly order: SealOrder }
  | { readonly kind: 'stamp'; readonly bytes: Uint8Array; readonly data: ValidationData }
  | { readonly kind: 'check'; readonly bytes: Uint8Array; readonly expected: SelfCheck }
);
export type SealerReply = { readonly id: number; readonly rss: number } & (
  | { readonly kind: 'prepared'; readonly bytes: Uint8Array }
  | { readonly kind: 'checked'; readonly wrong: string | undefined }
  | {
      readonly kind: 'failed';
      readonly by: 'seal';
      readonly code: SealError['code'];
      readonly detail: string;
    }
  | {
      readonly kind: 'failed';
      readonly by: 'pdf';
      readonly code: PdfError['code'];
      readonly detail: string;
    }
  | { readonly kind: 'failed'; readonly by: 'other'; readonly detail: string }
);

export type Sealer = {
  /**
   * Returns the base with everything but the signature value.
   * @throws SealError, PdfError; Error when the child fails
   */
  prepare(order: SealOrder): Promise<Uint8Array>;
  /**
   * Returns the file with validation data and an empty document time stamp.
   * @throws SealError; Error when the child fails
   */
  prepareStamp(bytes: Uint8Array, data: ValidationData): Promise<Uint8Array>;
  /**
   * Returns the first fault of a freshly sealed file, or `undefined`.
   * @throws Error when the child fails
   */
  check(bytes: Uint8Array, expected: SelfCheck): Promise<string | undefined>;
  /** Ends the child; queued requests are rejected. */
  close(): void;
};

/** Does the same work in this process: in the child, and for callers whose event loop may block. */
export function sealerHere(renderer: Pick<Renderer, 'renderMark'>): Sealer {
  return {
    async prepare({ signing, ...draft }) {
      return prepareSeal({ ...draft, ...(await marksOf(renderer, signing)) });
    },
    prepareStamp,
    check: selfCheck,
    close: () => undefined,
  };
}

/** Handles one request; runs in the child. Never rejects. */
export async function answerSealer(sealer: Sealer, request: SealerRequest): Promise<SealerReply> {
  const base = { id: request.id, rss: 0 };
  try {
    if (request.kind === 'prepare')
      return { ...base, kind: 'prepared', bytes: await sealer.prepare(request.order) };
    if (request.kind === 'stamp') {
      const { bytes, data } = request;
      return { ...base, kind: 'prepared', bytes: await sealer.prepareStamp(bytes, data) };
    }
    return { ...base, kind: 'checked', wrong: await sealer.check(request.bytes, request.expected) };
  } catch (error) {
    if (error instanceof SealError)
      return { ...base, kind: 'failed', by: 'seal', code: error.code, detail: error.message };
    if (error instanceof PdfError)
      return { ...base, kind: 'failed', by: 'pdf', code: error.code, detail: error.detail };
    return {
      ...base,
      kind: 'failed',
      by: 'other',
      detail: error instanceof Error ? error.message : String(error),
    };
  }
}

/** Creates a sealer with its own child process; one per server is enough. */
export function createSealer(options: ChildOptions): Sealer {
  const queue = createChildQueue<SealerRequest, SealerReply>(options, (what, detail) =>
    Object.assign(new Error(`sealer ${what}: ${detail}`), { code: `sealer_${what}` }),
  );
  let id = 0;
  const failure = (reply: SealerReply): Error => {
    if (reply.kind !== 'failed') return new Error(`the sealer answered ${reply.kind}`);
    if (reply.by === 'seal') return new SealError(reply.code, reply.detail);
    return reply.by === 'pdf' ? new PdfError(reply.code, reply.detail) : new Error(reply.detail);
  };
  return {
    async prepare(order) {
      const reply = await queue.add({ id: (id += 1), kind: 'prepare', order });
      if (reply.kind !== 'prepared') throw failure(reply);
      return reply.bytes;
    },
    async prepareStamp(bytes, data) {
      const reply = await queue.add({ id: (id += 1), kind: 'stamp', bytes, data });
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
