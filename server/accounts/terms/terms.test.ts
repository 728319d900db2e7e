/**
 * Tests of the terms of use: immutable versions, the version in force on a day, changes, and
 * permanent acceptance.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { TERMS } from '../../../catalog/terms/catalogue.ts';
import hashes from '../../../catalog/terms/hashes.json';
import type { TermsFile } from '../../../shared/accounts/terms.schema.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import {
  acceptTerms,
  changesBetween,
  createTermsGate,
  readTerms,
  sha256OfTerms,
  termsState,
} from './terms.ts';

const text = (...lines: string[]) => ({ title: 'T', lines });
const version = (n: number, validFrom: string, dueFrom: string, ...lines: string[]): TermsFile => ({
  version: n,
  validFrom,
  dueFrom,
  isReviewed: false,
  de: text(...lines),
  en: text('x'),
});
const TWO = [
  version(1, '2026-01-01', '2026-01-01', 'a', 'b'),
  version(2, '2026-11-01', '2026-12-01', 'a', 'c'),
];

describe('terms of use', () => {
  it('a published version is never changed', () => {
    expect(
      Object.fromEntries(TERMS.map((file) => [`agb@${file.version}`, sha256OfTerms(file)])),
    ).toEqual(hashes);
    expect(TERMS.map((file) => file.version)).toEqual(TERMS.map((_, i) => i + 1));
  });
  it.each([
    [undefined, '2026-06-01', 'open'],
    [1, '2026-06-01', 'accepted'],
    [1, '2026-11-20', 'soon'],
    [1, '2026-12-01', 'open'],
    [2, '2026-12-01', 'accepted'],
    [undefined, '2026-11-20', 'open'],
  ] as const)('accepted %s on %s: %s', (accepted, day, state) => {
    expect(termsState(TWO, accepted, day)).toBe(state);
  });
  it('shows removed and added lines', () => {
    expect(changesBetween(['a', 'b', 'd'], ['a', 'c', 'd'])).toEqual([
      { kind: 'same', line: 'a' },
      { kind: 'removed', line: 'b' },
      { kind: 'added', line: 'c' },
      { kind: 'same', line: 'd' },
    ]);
  });
});

describe.each(STORES)('accepting terms (%s)', (kind) => {
  let opened: Awaited<ReturnType<typeof openTestStore>>, bench: TestBench;
  const cid = 'p1',
    system = { kind: 'system', cid } as const;
  beforeEach(async () => {
    opened = await openTestStore(kind);
    bench = createTestBench(opened.store);
  });
  afterEach(() => opened.drop());
  const who = { userId: 'u1', name: 'Özlem Yıldız' };
  const moveTo = (instant: string) => bench.pass(Date.parse(instant) - bench.now());
  const look = () => bench.workshop.look(cid, system);
  const accept = (input?: { version: number; sha256: string }) =>
    bench.workshop.write(cid, system, (w) => acceptTerms({ versions: TWO }, w, who, input));

  it('an acceptance counts once, for this practice, and only for the displayed text', async () => {
    const gate = createTermsGate({ versions: TWO }, () => look());
    expect(await gate(cid)).toBe(true);
    await expect(accept({ version: 2, sha256: sha256OfTerms(TWO[0]!) })).rejects.toThrow(
      'conflict',
    );
    await expect(accept({ version: 1, sha256: sha256OfTerms(TWO[0]!) })).rejects.toThrow(
      'conflict',
    );
    const input = { version: 2, sha256: sha256OfTerms(TWO[1]!) };
    await accept(input);
    await accept(input);
    expect(await gate(cid)).toBe(false);
    expect((await look().db.find(opened.store.t.audit)).map((r) => r.type)).toEqual([
      'terms.accepted',
    ]);
    expect(await readTerms({ versions: TWO, owners: async () => [] }, look())).toMatchObject({
      version: 2,
      state: 'accepted',
      accepted: { version: 2, name: who.name },
      changes: null,
    });
    expect(
      await createTermsGate({ versions: TWO }, () =>
        bench.workshop.look('p2', { kind: 'system', cid: 'p2' }),
      )('p2'),
    ).toBe(true);
  });

  it('an older acceptance suffices until the new version is due, and changes are shown', async () => {
    moveTo('2026-10-01T10:00:00Z');
    await accept();
    const gate = createTermsGate({ versions: TWO }, () => look());
    moveTo('2026-11-20T10:00:00Z');
    expect(await gate(cid)).toBe(false);
    expect(await readTerms({ versions: TWO, owners: async () => ['Ö'] }, look())).toMatchObject({
      version: 2,
      state: 'soon',
      accepted: { version: 1 },
      changes: [{ kind: 'same' }, { kind: 'removed', line: 'b' }, { kind: 'added', line: 'c' }],
    });
    moveTo('2026-12-01T10:00:00Z');
    expect(await gate(cid)).toBe(true);
  });
});
