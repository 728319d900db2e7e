/**
 * Network between tablets and server: loses, delays, duplicates, tears and forges traffic as the
 * seed decides.
 */
import type { EventSink } from '../../server/platform/http/route.ts';
import type { Dice } from './dice.ts';
import { answer, type Answered } from './front.ts';
import { after, later, life, newLife, note, queue, type Life } from './kernel.ts';
import type { Machine } from './machine.ts';

export type Line = 'up' | 'down' | 'hole' | 'portal';
/** Kinds of failure of one request, with their share of requests while faults are on. */
export type NetFault =
  | 'requestLost'
  | 'replyLost'
  | 'refused'
  | 'late'
  | 'doubled'
  | 'torn'
  | 'flipped'
  | 'stalledBody'
  | 'busy'
  | 'limited'
  | 'unauthorized'
  | 'tornReply'
  | 'foreign';
export const NET_FAULTS: readonly NetFault[] = [
  'requestLost',
  'replyLost',
  'refused',
  'late',
  'doubled',
  'torn',
  'flipped',
  'stalledBody',
  'busy',
  'limited',
  'unauthorized',
  'tornReply',
  'foreign',
];

interface Reply {
  status: number;
  type: string;
  body: string | undefined;
  stream?: Live;
  headers: Record<string, string>;
  isStalled: boolean;
  signal: AbortSignal | null | undefined;
}
interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | null;
}

/** What a tablet's page sees of an open stream. */
class Live {
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

/** As much of `Response` as the client core reads; the bytes may stop coming half-way. */
class SimResponse {
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
const aborted = (): Error => Object.assign(new Error('aborted'), { name: 'AbortError' });
const unreachable = (): TypeError => new TypeError('Failed to fetch');

const BEAT_MS = 15_000;

export class Network {
  readonly machine: Machine;
  readonly #dice: Dice;
  readonly lines = new Map<string, Line>();
  /** Share of requests that fail, and how; empty: a quiet network. */
  rates: Partial<Record<NetFault, number>> = {};
  /** Paths that answer 503 while everything else works. */
  blocked: RegExp | undefined;
  onFault: (kind: NetFault) => void = () => undefined;
  /** Callbacks for every push response that leaves the server, and for every response. */
  onAnswer: (place: string, path: string, a: Answered, asked: Uint8Array) => void = () => undefined;
  /** The server failed without a reason of its own. */
  onInternal: (error: unknown) => void = () => undefined;
  /** Requests by place and path, for the check that nobody hammers. */
  onRequest: (place: string, path: string) => void = () => undefined;
  #flying = new Set<{ reset: () => void }>();
  #streams = new Set<{ place: string; page: Life; live: Live; half: boolean; close: () => void }>();
  #hand: Life;
  constructor(machine: Machine, dice: Dice) {
    this.machine = machine;
    this.#dice = dice;
    this.#hand = newLife('network');
    machine.onDown = (isSilent) => {
      for (const f of isSilent ? [] : [...this.#flying]) f.reset();
      this.#flying.clear();
      for (const s of this.#streams) {
        if (isSilent) s.half = true;
        else {
          queue(() => s.live.end(), s.page);
          this.#streams.delete(s);
        }
      }
    };
  }
  line(place: string): Line {
    return this.lines.get(place) ?? 'up';
  }
  setLine(place: string, line: Line): void {
    note(`line ${place} ${line}`);
    this.lines.set(place, line);
    // What was open dies without a word.
    if (line !== 'up') for (const s of this.#streams) if (s.place === place) s.half = true;
  }
  /** Keeps every open stream open and silent. */
  deafen(): void {
    for (const s of this.#streams) s.half = true;
  }

  #draw(path: string): NetFault | undefined {
    // Streams have their own ways to die.
    if (path.endsWith('/live')) return undefined;
    if (this.blocked?.test(path)) return 'busy';
    for (const kind of NET_FAULTS)
      if (this.rates[kind] !== undefined && this.#dice.chance(this.rates[kind])) {
        this.onFault(kind);
        return kind;
      }
    return undefined;
  }
  readonly fetch = (url: string, init: Init = {}): Promise<SimResponse> => {
    const page = life(),
      { place } = page,
      path = url.replace(/^\/r4c\/[^/]+/, '').split('?')[0] ?? '',
      { signal } = init;
    this.onRequest(place, path);
    return new Promise((done, fail) => {
      const drop = (why: Error, ms: number): void => {
        after(ms, () => fail(why), page);
      };
      if (signal?.aborted) {
        fail(aborted());
        return;
      }
      signal?.addEventListener('abort', () => fail(aborted()), { once: true });
      const line = this.line(place),
        fault = line === 'up' ? this.#draw(path) : undefined;
      note(`${path}${line === 'up' ? '' : ` ${line}`}${fault ? ` ${fault}` : ''}`);
      if (line === 'down' || fault === 'refused') {
        drop(unreachable(), this.#dice.between(1, 20));
        return;
      }
      if (line === 'hole' || fault === 'requestLost') return;
      const reply = (
        r: Partial<Reply> & { status: number },
        ms = this.#dice.between(1, 30),
      ): void => {
        after(
          ms,
          () =>
            done(
              new SimResponse({
                type: 'application/json',
                body: '',
                headers: {},
                isStalled: false,
                signal,
                ...r,
              }),
            ),
          page,
        );
      };
      if (line === 'portal') {
        reply({ status: 200, type: 'text/html', body: '<html>Bitte anmelden</html>' });
        return;
      }
      if (fault === 'foreign') {
        reply({
          status: 200,
          body: this.#dice.pick([
            '{}',
            'null',
            '{"ackN":999,"epoch":"","safeN":999}',
            '[]',
            '{"epoch":5,"cursor":"9","items":{}}',
            '{"authToken":7}',
            'not json',
          ]),
        });
        return;
      }
      if (fault === 'busy' || fault === 'limited' || fault === 'unauthorized') {
        const status = fault === 'busy' ? 503 : fault === 'limited' ? 429 : 401;
        reply({
          status,
          headers: fault === 'unauthorized' ? {} : { 'retry-after': '2' },
          body: JSON.stringify({
            error: {
              code:
                fault === 'busy'
                  ? 'unavailable'
                  : fault === 'limited'
                    ? 'rate_limited'
                    : 'unauthenticated',
              message: '',
              requestId: '-',
            },
          }),
        });
        return;
      }
      const given =
        typeof init.body === 'string'
          ? new TextEncoder().encode(init.body)
          : (init.body ?? new Uint8Array());
      const body =
        fault === 'torn' ? given.slice(0, this.#dice.int(given.length + 1)) : given.slice();
      // Sealed bytes only: what carries them is the transport's, and TLS refuses a turned bit of
      // it.
      const from =
        path.endsWith('/push') && body.length > 4
          ? 4 + new DataView(body.buffer).getUint32(0, true)
          : path.includes('/drafts/')
            ? 0
            : body.length;
      if (fault === 'flipped' && from < body.length) {
        const i = from + this.#dice.int(body.length - from);
        body[i] = (body[i] ?? 0) ^ (1 << this.#dice.int(8));
      }
      const asked = { method: init.method ?? 'GET', path: url, headers: { ...init.headers }, body };
      const flight = { reset: (): void => drop(unreachable(), 5) };
      const carry = (isEcho: boolean): void => {
        const r = this.machine.running;
        if (!r) {
          if (!isEcho) flight.reset();
          return;
        }
        after(
          0,
          () => {
            if (!isEcho) this.#flying.add(flight);
            answer(r, { ...asked, body: body.slice() }, (error) => {
              if (r.life.isAlive) this.onInternal(error);
            }).then(
              (a) => {
                // What its last turn still says nobody hears: anyone who waits gets a reset, or
                // nothing.
                if (!r.life.isAlive) return;
                this.onAnswer(place, path, a, body);
                if (isEcho) return;
                this.#flying.delete(flight);
                if (fault === 'replyLost' || (this.line(place) !== 'up' && this.#dice.chance(0.9)))
                  return;
                if (a.stream) {
                  this.#open(place, page, a.stream, r.life, reply);
                  return;
                }
                const text = a.json === undefined ? '' : JSON.stringify(a.json),
                  headers: Record<string, string> =
                    a.retryAfter === undefined ? {} : { 'retry-after': String(a.retryAfter) };
                const half =
                  fault === 'tornReply' ? text.slice(0, this.#dice.int(text.length)) : text;
                reply(
                  { status: a.status, body: half, isStalled: fault === 'stalledBody', headers },
                  fault === 'late' ? this.#dice.between(8_000, 40_000) : undefined,
                );
              },
              (error: unknown) => {
                throw error;
              },
            );
          },
          r.life,
        );
      };
      after(this.#dice.between(1, 30), () => carry(false), this.#hand);
      if (fault === 'doubled') after(this.#dice.between(1, 5_000), () => carry(true), this.#hand);
    });
  };

  /**
   * Server-sent events: beats every 15 s, an end on either side; a half-open stream only falls
   * silent.
   */
  #open(
    place: string,
    page: Life,
    run: (sink: EventSink) => Promise<void>,
    server: Life,
    reply: (r: Partial<Reply> & { status: number }) => void,
  ): void {
    const live = new Live();
    let end: () => void = () => undefined;
    const closed = new Promise<void>((done) => {
      end = done;
    });
    const one = { place, page, live, half: false, close: end };
    this.#streams.add(one);
    const say = (text: string): void => {
      if (!one.half)
        after(
          this.#dice.between(1, 20),
          () => {
            if (!one.half) live.push(text);
          },
          page,
        );
    };
    live.onCancel = () => {
      this.#streams.delete(one);
      after(10, end, server);
    };
    const beat = (): void => {
      if (!live.isOver && this.#streams.has(one)) {
        say(': beat\n\n');
        after(BEAT_MS, beat, server);
      }
    };
    reply({ status: 200, type: 'text/event-stream', stream: live });
    say(': open\n\n');
    after(BEAT_MS, beat, server);
    const over = (): void => {
      if (!one.half) after(5, () => live.end(), page);
      this.#streams.delete(one);
    };
    run({
      send: (event, data) => {
        say(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
        return !live.isOver;
      },
      closed,
    }).then(over, over);
  }
}
