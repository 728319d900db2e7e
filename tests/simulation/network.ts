/**
 * Network between tablets and server: loses, delays, duplicates, tears and forges traffic by the
 * seed.
 */
import type { EventSink } from '../../server/platform/http/route.ts';
import type { Dice } from './dice.ts';
import { answer, type Answered, type Asked } from './front.ts';
import { after, life, newLife, note, queue, type Life } from './kernel.ts';
import type { Machine } from './machine.ts';
import { type Reply, Live, SimResponse, aborted, unreachable } from './response.ts';

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

interface Init {
  method?: string;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
  signal?: AbortSignal | null;
}

type Said = Partial<Reply> & { status: number };
interface Flight {
  reset: () => void;
}
/** A request in transit, and the page that waits for it. */
interface Request {
  page: Life;
  place: string;
  path: string;
  url: string;
  init: Init;
  fault: NetFault | undefined;
  done: (response: SimResponse) => void;
  fail: (error: Error) => void;
}
const drop = ({ page, fail }: Request, ms: number): void => {
  const error = unreachable();
  after(ms, () => fail(error), page);
};
const PORTAL: Said = { status: 200, type: 'text/html', body: '<html>Bitte anmelden</html>' };
const REFUSALS = {
  busy: { status: 503, code: 'unavailable' },
  limited: { status: 429, code: 'rate_limited' },
  unauthorized: { status: 401, code: 'unauthenticated' },
} as const;
const BEAT_MS = 15_000;

export class Network {
  readonly machine: Machine;
  readonly #dice: Dice;
  readonly lines = new Map<string, Line>();
  /** Share of requests that fail, and how; empty: a quiet network. */
  rates: Partial<Record<NetFault, number>> = {};
  /** Matches paths that answer 503 while everything else works. */
  blocked: RegExp | undefined;
  onFault: (kind: NetFault) => void = () => undefined;
  /** Callbacks for every push response that leaves the server, and for every response. */
  onAnswer: (place: string, path: string, a: Answered, asked: Uint8Array) => void = () => undefined;
  /** Called for an internal error of the server that no injected fault explains. */
  onInternal: (error: unknown) => void = () => undefined;
  /** Called with place and path of each request, for the check of the request rate. */
  onRequest: (place: string, path: string) => void = () => undefined;
  #flying = new Set<Flight>();
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
    // Open streams become half-open: they fall silent without an end.
    if (line !== 'up') for (const s of this.#streams) if (s.place === place) s.half = true;
  }
  /** Makes every open stream half-open: it stays open and silent. */
  deafen(): void {
    for (const s of this.#streams) s.half = true;
  }

  #draw(path: string): NetFault | undefined {
    // Streams have their own failures.
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
      if (signal?.aborted) {
        fail(aborted());
        return;
      }
      signal?.addEventListener('abort', () => fail(aborted()), { once: true });
      const line = this.line(place),
        fault = line === 'up' ? this.#draw(path) : undefined;
      note(`${path}${line === 'up' ? '' : ` ${line}`}${fault ? ` ${fault}` : ''}`);
      const request: Request = { page, place, path, url, init, fault, done, fail };
      if (line === 'down' || fault === 'refused') {
        drop(request, this.#dice.between(1, 20));
        return;
      }
      if (line === 'hole' || fault === 'requestLost') return;
      const forged = line === 'portal' ? PORTAL : this.#forge(fault);
      if (forged) this.#reply(request, forged);
      else this.#send(request);
    });
  };

  #reply(
    { init: { signal }, page, done }: Request,
    said: Said,
    ms = this.#dice.between(1, 30),
  ): void {
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
            ...said,
          }),
        ),
      page,
    );
  }

  /**
   * Returns the response of a foreign server or a refusal; undefined if the server itself answers.
   */
  #forge(fault: NetFault | undefined): Said | undefined {
    if (fault === 'foreign')
      return {
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
      };
    if (fault !== 'busy' && fault !== 'limited' && fault !== 'unauthorized') return undefined;
    const { status, code } = REFUSALS[fault];
    return {
      status,
      headers: fault === 'unauthorized' ? {} : { 'retry-after': '2' },
      body: JSON.stringify({ error: { code, message: '', requestId: '-' } }),
    };
  }

  /** Returns the bytes that arrive, torn or flipped by the fault. */
  #bodyOf({ path, init, fault }: Request): Uint8Array<ArrayBuffer> {
    const given =
      typeof init.body === 'string'
        ? new TextEncoder().encode(init.body)
        : (init.body ?? new Uint8Array());
    const body =
      fault === 'torn' ? given.slice(0, this.#dice.int(given.length + 1)) : given.slice();
    // Flips sealed bytes only: TLS would detect a flipped bit in the rest.
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
    return body;
  }

  /** Sends a request, twice if the network duplicates it. */
  #send(request: Request): void {
    const { url, init, fault } = request,
      body = this.#bodyOf(request);
    const asked = { method: init.method ?? 'GET', path: url, headers: { ...init.headers }, body };
    const flight = { reset: (): void => drop(request, 5) };
    after(this.#dice.between(1, 30), () => this.#carry(request, asked, flight, false), this.#hand);
    if (fault === 'doubled')
      after(
        this.#dice.between(1, 5_000),
        () => this.#carry(request, asked, flight, true),
        this.#hand,
      );
  }

  #carry(request: Request, asked: Asked, flight: Flight, isEcho: boolean): void {
    const r = this.machine.running;
    if (!r) {
      if (!isEcho) flight.reset();
      return;
    }
    after(
      0,
      () => {
        if (!isEcho) this.#flying.add(flight);
        answer(r, { ...asked, body: asked.body.slice() }, (error) => {
          if (r.life.isAlive) this.onInternal(error);
        }).then(
          (a) => {
            // The last response of a dead server is lost: its client gets a reset, or nothing.
            if (!r.life.isAlive) return;
            this.onAnswer(request.place, request.path, a, asked.body);
            if (isEcho) return;
            this.#flying.delete(flight);
            this.#deliver(request, a, r.life);
          },
          (error: unknown) => {
            throw error;
          },
        );
      },
      r.life,
    );
  }

  /** Delivers the server's response to the page, unless it is lost in transit. */
  #deliver(request: Request, a: Answered, server: Life): void {
    const { place, fault } = request;
    if (fault === 'replyLost' || (this.line(place) !== 'up' && this.#dice.chance(0.9))) return;
    if (a.stream) {
      this.#open(request, a.stream, server);
      return;
    }
    const text = a.json === undefined ? '' : JSON.stringify(a.json),
      headers: Record<string, string> =
        a.retryAfter === undefined ? {} : { 'retry-after': String(a.retryAfter) };
    const half = fault === 'tornReply' ? text.slice(0, this.#dice.int(text.length)) : text;
    this.#reply(
      request,
      { status: a.status, body: half, isStalled: fault === 'stalledBody', headers },
      fault === 'late' ? this.#dice.between(8_000, 40_000) : undefined,
    );
  }

  /**
   * Server-sent events: a heartbeat every 15 s, an end on either side; a half-open stream falls
   * silent.
   */
  #open(request: Request, run: (sink: EventSink) => Promise<void>, server: Life): void {
    const { place, page } = request,
      live = new Live();
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
    this.#reply(request, { status: 200, type: 'text/event-stream', stream: live });
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
