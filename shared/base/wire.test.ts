// Tests of the wire formats: frames, seals, strokes, codes, states.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  isBirthDate,
  isRecentBirth,
  berlinInstant,
  berlinDay,
  berlinTime,
  dayOf,
} from './dates.ts';
import { isCommentShortEnough } from './comment.ts';
import { environmentOf } from './environment.ts';
import { belongsToServer, serverPathnames } from './mounts.ts';
import { packPayload, unpackPayload } from '../exchange/payload.ts';
import { openSealed } from '../exchange/opening.ts';
import { createSealKeys, sealTo } from '../exchange/sealing.ts';
import { decodeStrokes, encodeStrokes, inkVerdict, type Stroke } from '../papers/signature.ts';
import { packFrame, unpackFrame } from '../exchange/sync.ts';
import { normalizeCode, openChecks } from '../desk/tablet.ts';
import { END_STATES, isEnd, nextState, TASK_STATES, type TaskEvent } from '../desk/task.ts';
import { silenceOf } from '../exchange/board.ts';

const stroke: fc.Arbitrary<Stroke> = fc.record({
  pointerType: fc.constantFrom('pen' as const, 'touch' as const, 'mouse' as const),
  points: fc.array(
    fc.record({
      x: fc.integer({ min: -8000, max: 16_000 }).map((n) => n / 8),
      y: fc.integer({ min: -8000, max: 16_000 }).map((n) => n / 8),
      t: fc.nat(600_000),
      p: fc.nat(255).map((n) => n / 255),
    }),
    { maxLength: 60 },
  ),
});

describe('strokes', () => {
  it('round trip to an eighth of a pixel', () => {
    fc.assert(
      fc.property(fc.array(stroke, { maxLength: 8 }), (strokes) => {
        expect(decodeStrokes(encodeStrokes(strokes))).toEqual(strokes);
      }),
    );
  });
  it('[sync F26] throw on truncated or foreign bytes, never hang', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          decodeStrokes(bytes);
        } catch (e) {
          expect(e).toBeInstanceOf(RangeError);
        }
      }),
    );
  });
  it('survive inside a payload', () => {
    const ink = {
      width: 800,
      height: 300,
      clears: 1,
      undos: 2,
      strokes: [{ pointerType: 'pen' as const, points: [{ x: 1, y: 2.125, t: 3, p: 1 }] }],
    };
    expect(unpackPayload(packPayload({ a: 'ü', mark: { how: 'drawn', ink } }))).toEqual({
      a: 'ü',
      mark: { how: 'drawn', ink },
    });
  });
  it('reject only an empty pad, a dot or one tap', () => {
    const line = (n: number): Stroke => ({
      pointerType: 'touch',
      points: Array.from({ length: n }, (_, i) => ({ x: i * 2, y: i % 3, t: i * 8, p: 0.5 })),
    });
    expect(inkVerdict([])).toBe('empty');
    expect(inkVerdict([line(1)])).toBe('dot');
    expect(
      inkVerdict([
        {
          pointerType: 'pen',
          points: [
            { x: 5, y: 5, t: 0, p: 1 },
            { x: 6, y: 6, t: 9, p: 1 },
          ],
        },
      ]),
    ).toBe('dot');
    expect(inkVerdict([line(6)])).toBe('ok');
  });
});

describe('frames and seals', () => {
  it('keep header and blobs, and reject truncated frames', () => {
    const frame = packFrame({ n: 1, text: 'ß' }, [Uint8Array.of(1, 2), Uint8Array.of(3)]);
    expect(unpackFrame(frame)).toEqual({
      header: { n: 1, text: 'ß' },
      rest: Uint8Array.of(1, 2, 3),
    });
    expect(() => unpackFrame(frame.subarray(0, 6))).toThrow(RangeError);
    expect(() => unpackFrame(Uint8Array.of(255, 255, 255, 255, 1))).toThrow(RangeError);
  });
  it('open only with the right key, the right additional data and every bit intact', async () => {
    const [a, b] = [await createSealKeys(false), await createSealKeys(false)];
    const sealed = await sealTo(a.publicKey, Uint8Array.of(7, 8, 9), 'dev|inc|id');
    await expect(openSealed(a.privateKey, sealed, 'dev|inc|id')).resolves.toEqual(
      Uint8Array.of(7, 8, 9),
    );
    await expect(openSealed(a.privateKey, sealed, 'dev|inc|other')).rejects.toThrow();
    await expect(openSealed(b.privateKey, sealed, 'dev|inc|id')).rejects.toThrow();
    sealed[90]! ^= 1;
    await expect(openSealed(a.privateKey, sealed, 'dev|inc|id')).rejects.toThrow();
  });
});

describe('states', () => {
  const events: TaskEvent[] = [
    'prepared',
    'prepared_paper',
    'start',
    'submit',
    'seal',
    'file',
    'interrupt',
    'talk_pending',
    'talk_done',
    'question',
    'decline',
    'paper',
    'paper_filed',
    'cancel',
    'expire',
    'fail',
    'reassign',
    'retry',
  ];
  it('a proven end has no transitions, and an end can be reached from every state', () => {
    for (const end of END_STATES) for (const e of events) expect(nextState(end, e)).toBeUndefined();
    for (const from of TASK_STATES) {
      const seen = new Set([from]),
        todo = [from];
      for (let s = todo.pop(); s; s = todo.pop())
        for (const e of events) {
          const to = nextState(s, e);
          if (to && !seen.has(to)) {
            seen.add(to);
            todo.push(to);
          }
        }
      expect([...seen].some(isEnd), from).toBe(true);
    }
  });
  it('an accepted submission can never be cancelled or expire', () => {
    for (const s of ['submitted', 'sealed'] as const)
      for (const e of ['cancel', 'expire', 'interrupt', 'reassign'] as const)
        expect(nextState(s, e)).toBeUndefined();
  });
  it('colour follows silence', () => {
    const now = 10_000_000,
      base = {
        lastSeenAt: now,
        activity: null,
        activityAt: null,
        mappeId: 'm',
        oldestPendingMs: 0,
        pending: 0,
      };
    const busy = {
      taskId: 't',
      taskRev: 1,
      screen: 'filling' as const,
      page: 1,
      of: 3,
      isReading: false,
    };
    expect(silenceOf(base, now)).toBe('neutral');
    expect(silenceOf({ ...base, lastSeenAt: now - 61_000 }, now)).toBe('off');
    expect(silenceOf({ ...base, lastSeenAt: now - 901_000 }, now)).toBe('warn');
    expect(silenceOf({ ...base, lastSeenAt: now - 901_000, mappeId: null }, now)).toBe('off');
    expect(silenceOf({ ...base, pending: 1, oldestPendingMs: 121_000 }, now)).toBe('bad');
    // [inv L2] Missing heartbeats, but not long enough for silence: pending ops stay pending.
    expect(
      silenceOf(
        {
          ...base,
          pending: 1,
          oldestPendingMs: 70_000,
          lastSeenAt: now - 50_000,
          activityAt: now - 50_000,
        },
        now,
      ),
    ).toBe('neutral');
    expect(
      silenceOf(
        {
          ...base,
          pending: 1,
          oldestPendingMs: 70_001,
          lastSeenAt: now - 50_000,
          activityAt: now - 50_000,
        },
        now,
      ),
    ).toBe('bad');
    expect(
      silenceOf(
        { ...base, oldestPendingMs: 500_000, lastSeenAt: now - 50_000, activityAt: now - 50_000 },
        now,
      ),
    ).toBe('neutral');
    expect(
      silenceOf({ ...base, activity: { ...busy, silentMs: 121_000 }, activityAt: now }, now),
    ).toBe('warn');
    expect(
      silenceOf(
        { ...base, activity: { ...busy, silentMs: 121_000, isReading: true }, activityAt: now },
        now,
      ),
    ).toBe('neutral');
    expect(
      silenceOf(
        {
          ...base,
          activity: { ...busy, silentMs: 500_000, isReading: true },
          activityAt: now - 120_000,
        },
        now,
      ),
    ).toBe('bad');
  });
});

describe('small rules', () => {
  it('[V1] counts 250 code points, an emoji as one', () => {
    expect(isCommentShortEnough('ä'.repeat(250))).toBe(true);
    expect(isCommentShortEnough('😀'.repeat(250))).toBe(true);
    expect(isCommentShortEnough('😀'.repeat(251))).toBe(false);
  });
  it('[V4] asks about a birth date less than six months ago, also around short months', () => {
    expect(isRecentBirth('2026-05-21', '2026-11-20')).toBe(true);
    expect(isRecentBirth('2026-05-20', '2026-11-20')).toBe(false);
    expect(isRecentBirth('2026-02-28', '2026-08-31')).toBe(false);
    expect(isRecentBirth('2026-11-21', '2026-11-20')).toBe(false);
  });
  it('[V6] rejects impossible birth dates', () => {
    for (const bad of [
      '2020-02-31',
      '2019-02-29',
      '1899-12-31',
      '2026-11-21',
      '26-01-01',
      '2026-1-1',
      '',
    ])
      expect(isBirthDate(bad, '2026-11-20'), bad).toBe(false);
    expect(isBirthDate('2024-02-29', '2026-11-20')).toBe(true);
    expect(dayOf(2026, 13, 1)).toBeUndefined();
  });
  it('[sec F11] finds closing time on days when the clock changes', () => {
    for (const day of ['2026-03-29', '2026-10-25', '2026-12-31', '2026-07-01']) {
      const at = berlinInstant(day, '20:00');
      expect([berlinDay(at), berlinTime(at)]).toEqual([day, '20:00']);
    }
  });
  it('[U5] derives the environment from the host', () => {
    const rows: [string, string][] = [
      ['localhost:4000', 'dev'],
      ['127.0.0.1', 'dev'],
      ['[::1]:4000', 'dev'],
      ['staging.example.de', 'staging'],
      ['review-17.example.de', 'review'],
      ['demo.example.de', 'demo'],
      ['tunnel.example.de', 'tunnel'],
      ['praxis.example.de', 'prod'],
    ];
    for (const [host, env] of rows) expect(environmentOf(host), host).toBe(env);
    expect(
      environmentOf('molar.local:4000', { configured: 'staging', publicHost: 'molar.local' }),
    ).toBe('staging');
  });
  it('accepts typed codes with any case and gap, and rejects look-alike characters', () => {
    expect(normalizeCode(' abcde-fghjk ')).toBe('ABCDEFGHJK');
    for (const bad of ['ABCDE-FGHJ0', 'ABCDE-FGHI2', 'ABC', ''])
      expect(normalizeCode(bad), bad).toBeUndefined();
  });
  it('opens patient mode only with every check, or a reason where no browser can prove it', () => {
    const gate = {
      secure: 'ok',
      storage: 'failed',
      offline: 'ok',
      push: 'failed',
      lock: 'unknown',
    } as const;
    expect(openChecks(gate, [])).toEqual(['storage', 'push', 'lock']);
    expect(openChecks(gate, [{ check: 'storage' }, { check: 'push' }, { check: 'lock' }])).toEqual([
      'push',
    ]);
  });
  it('keeps the paths of the server out of the patients’ app', () => {
    for (const p of [
      '/auth/login',
      '/practice',
      '/practice/empfang',
      '/r4c/x/tablet',
      '/openapi.json',
      '/docs',
    ])
      expect(belongsToServer(p), p).toBe(true);
    for (const p of ['/', '/task', '/done', '/authentic', '/practices'])
      expect(belongsToServer(p), p).toBe(false);
    // The paths that the browser sends to the network automatically are the same, and no others.
    for (const p of serverPathnames()) expect(belongsToServer(p.replace('*', 'x')), p).toBe(true);
    expect(serverPathnames()).toEqual(expect.arrayContaining(['/r4c', '/r4c/*', '/openapi.json']));
  });
});
