/**
 * Tests of the terms of use: immutable versions, the version in force on a day, changes, and
 * permanent acceptance.
 */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PROCESSING, TERMS } from '../../../catalog/terms/catalogue.ts';
import hashes from '../../../catalog/terms/hashes.json';
import type { TermsFile } from '../../../shared/accounts/terms.schema.ts';
import { openTestStore, STORES } from '../../../tests/support/stores.ts';
import { createTestBench, type TestBench } from '../../../tests/support/workshop.ts';
import {
  acceptProcessing,
  createProcessingGate,
  offerDaily,
  processingState,
  readProcessing,
} from './processing.ts';
import { acceptTerms, createTermsGate, readTerms, termsState } from './terms.ts';
import { changesBetween, sha256OfTerms } from './versions.ts';

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
    const named = (name: string, files: readonly TermsFile[]) =>
      files.map((file) => [`${name}@${file.version}`, sha256OfTerms(file)]);
    expect(Object.fromEntries([...named('agb', TERMS), ...named('avv', PROCESSING)])).toEqual(
      hashes,
    );
    for (const files of [TERMS, PROCESSING])
      expect(files.map((file) => file.version)).toEqual(files.map((_, at) => at + 1));
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

describe('contract on processing', () => {
  const DAY = 86_400_000,
    now = Date.parse('2026-12-05T10:00:00Z'),
    row = (change: object = {}) => ({
      cid: 'p1',
      version: '1',
      offeredAt: now,
      dueAt: now + 30 * DAY,
      acceptedAt: null,
      sha256: null,
      userId: null,
      name: null,
      ...change,
    });
  const ONE = [version(1, '2026-12-01', '2026-12-31', 'a')];
  it('has a part for each letter of Art. 28(3), for § 203 StGB and for further processors', () => {
    for (const { de, en } of PROCESSING) {
      const whole = de.lines.join(' ');
      for (const must of [
        'dokumentierte Weisung',
        'rechtswidrig',
        'Vertraulichkeit',
        '§ 203 Abs. 3',
        '§ 203 Abs. 4',
        'Art. 32',
        '30 Tage',
        'widersprechen',
        'Rechte der betroffenen Personen',
        'Art. 32 bis 36',
        'unverzüglich (Art. 33 Abs. 2',
        'löscht sie',
        'Inspektionen',
      ])
        expect(whole).toContain(must);
      const numbers = (lines: readonly string[]) =>
        lines.filter((line) => line.startsWith('## ')).map((line) => line.split('.')[0]);
      expect(numbers(en.lines)).toEqual(numbers(de.lines));
      expect(en.lines).toHaveLength(de.lines.length);
    }
  });
  it('stops a practice at its start, and a working one only when its time is over', () => {
    const state = (rows: ReturnType<typeof row>[], hasTerms = true, at = now) =>
      processingState(ONE, { rows, hasTerms }, at);
    expect(state([], false)).toBe('open');
    expect(state([])).toBe('soon');
    expect(state([row()])).toBe('soon');
    expect(state([row()], true, now + 30 * DAY)).toBe('open');
    expect(state([row({ dueAt: now })])).toBe('open');
    expect(state([row({ acceptedAt: now })])).toBe('accepted');
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

  const links = {
    owners: async () => [],
    praxisName: async () => 'P',
    services: async () => ['mail' as const],
  };
  const acceptBy = (name: string, versions?: readonly TermsFile[]) =>
    bench.workshop.write(cid, system, (w) =>
      acceptProcessing(w, { ...who, name }, undefined, versions),
    );

  it('a practice at its start accepts both documents; the second one is not forgotten', async () => {
    moveTo('2026-12-05T10:00:00Z');
    const gate = createProcessingGate(look);
    expect(await gate(cid)).toBe(true);
    await accept();
    expect(await gate(cid)).toBe(true);
    await acceptBy(who.name);
    expect(await gate(cid)).toBe(false);
    await acceptBy('X');
    expect(await readProcessing(links, look())).toMatchObject({
      version: 1,
      state: 'accepted',
      accepted: { version: 1, name: who.name, at: bench.now() },
      acceptedSha256: sha256OfTerms(PROCESSING[0]!),
      services: ['mail'],
    });
    expect((await look().db.find(opened.store.t.audit)).map((r) => r.type)).toEqual([
      'terms.accepted',
      'processing.accepted',
    ]);
  });

  it('a practice that works already has thirty days from its first offer, also after a late update', async () => {
    moveTo('2027-03-01T10:00:00Z');
    // Accepted by the version before, which knew no contract on processing.
    await accept();
    await opened.store.write(async (db) => {
      await db.delete(opened.store.t.processingContract);
    });
    const gate = createProcessingGate(look);
    expect(await gate(cid)).toBe(false);
    for (let n = 0; n < 2; n++) await offerDaily(bench.workshop, cid);
    expect(await readProcessing(links, look())).toMatchObject({
      state: 'soon',
      dueFrom: '2027-03-31',
      accepted: null,
    });
    moveTo('2027-03-30T21:59:00Z');
    expect(await gate(cid)).toBe(false);
    moveTo('2027-03-30T22:00:00Z');
    expect([await gate(cid), (await readProcessing(links, look())).state]).toEqual([true, 'open']);
    const [file] = PROCESSING,
      input = (sha256: string) =>
        bench.workshop.write(cid, system, (w) => acceptProcessing(w, who, { version: 1, sha256 }));
    await expect(input('0'.repeat(64))).rejects.toThrow('conflict');
    await input(sha256OfTerms(file!));
    expect(await gate(cid)).toBe(false);
  });

  it('a new version is offered with its own time, and shows its changes', async () => {
    moveTo('2026-10-01T10:00:00Z');
    await accept();
    await acceptBy(who.name, TWO);
    moveTo('2026-11-20T10:00:00Z');
    await offerDaily(bench.workshop, cid, TWO);
    expect(await readProcessing({ ...links, versions: TWO }, look())).toMatchObject({
      version: 2,
      state: 'soon',
      dueFrom: '2026-12-20',
      accepted: { version: 1 },
      changes: [{ kind: 'same' }, { kind: 'removed', line: 'b' }, { kind: 'added', line: 'c' }],
    });
    expect(await createProcessingGate(look, TWO)(cid)).toBe(false);
    moveTo('2026-12-20T10:00:00Z');
    expect(await createProcessingGate(look, TWO)(cid)).toBe(true);
  });
});
