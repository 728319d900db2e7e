/** Responses as a page of the simulation sees them, with streams and bytes that stop half-way. */
import { later } from './kernel.ts';

export interface Reply {
  status: number;
  type: string;
  body: string | undefined;
  stream?: Live;
  headers: Record<string, string>;
  isStalled: boolean;
  signal: AbortSignal | null | undefined;
}

/** An open stream as a tablet's page sees it. */
export class Live {
  #chunks: Uint8Array[] = [];
  #wanted: ((v: { done: boolean; value: Uint8Array | undefined }) => void) | undefined;
  isOver = false;
  onCancel: () => void = () => undefined;
  push(text: string): void {
    const value = new TextEncoder().encode(text);
    if (this.#wanted) {
      this.#wanted({ done: false, value });
      this.#wanted = undefined;
    } else this.#chunks.push(value);
  }
  end(): void {
    this.isOver = true;
    this.#wanted?.({ done: true, value: undefined });
    this.#wanted = undefined;
  }
  getReader() {
    return {
      read: (): Promise<{ done: boolean; value: Uint8Array | undefined }> => {
        const value = this.#chunks.shift();
        if (value) return Promise.resolve({ done: false, value });
        if (this.isOver) return Promise.resolve({ done: true, value: undefined });
        return new Promise((done) => {
          this.#wanted = done;
        });
      },
      cancel: (): Promise<void> => {
        this.end();
        this.onCancel();
        return Promise.resolve();
      },
    };
  }
  cancel(): Promise<void> {
    return this.getReader().cancel();
  }
}

/** The part of `Response` that the client core reads; its bytes may stop half-way. */
export class SimResponse {
  readonly status: number;
  readonly ok: boolean;
  readonly body: Live | null;
  readonly headers: { get(name: string): string | null };
  readonly #r: Reply;
  constructor(r: Reply) {
    this.#r = r;
    this.status = r.status;
    this.ok = r.status >= 200 && r.status < 300;
    this.body = r.stream ?? null;
    this.headers = {
      get: (name) =>
        name.toLowerCase() === 'content-type' ? r.type : (r.headers[name.toLowerCase()] ?? null),
    };
  }
  async text(): Promise<string> {
    if (this.#r.isStalled)
      await new Promise((_done, fail) => {
        this.#r.signal?.addEventListener('abort', () => fail(aborted()));
      });
    return later(() => this.#r.body ?? '');
  }
  async json(): Promise<unknown> {
    return JSON.parse(await this.text()) as unknown;
  }
  async arrayBuffer(): Promise<ArrayBuffer> {
    const b = new TextEncoder().encode(await this.text());
    return b.buffer;
  }
  blob(): Promise<{ text(): Promise<string> }> {
    return Promise.resolve({ text: () => this.text() });
  }
  clone(): SimResponse {
    return new SimResponse(this.#r);
  }
}

export const aborted = (): Error => Object.assign(new Error('aborted'), { name: 'AbortError' });

export const unreachable = (): TypeError => new TypeError('Failed to fetch');
