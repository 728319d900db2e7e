// Tests of the state of a paper and whether a recall may be sent: the newest decision counts,
// silence is no consent.
import { describe, expect, it } from 'vitest';
import {
  factoringRequirement,
  partsLeft,
  purposeOf,
  recallOf,
  stateOf,
  type ConsentFacts,
} from './consent.ts';
import { mayBeSignedByFinger } from '../desk/document.ts';

const paper = (change: Partial<ConsentFacts> = {}): ConsentFacts => ({
  taskId: 't',
  text: 'recall',
  purpose: 'recall',
  state: 'filed',
  at: 100,
  voidedAt: null,
  isReplaced: false,
  withdrawals: [],
  agreed: ['erinnerung', 'brief', 'email'],
  ...change,
});

describe('consents', () => {
  it('returns the purpose of a text, for own ones by the text they derive from', () => {
    expect([
      purposeOf('foto', 'consent'),
      purposeOf('recall', 'consent'),
      purposeOf('ewe', 'consent'),
      purposeOf('datenschutz', 'notice'),
    ]).toEqual(['photo', 'recall', 'factoring', 'privacy']);
    expect([
      purposeOf('extraktion', 'consent'),
      purposeOf('eigener', 'consent', 'foto'),
      purposeOf('eigener', 'consent'),
      purposeOf('hinweis', 'notice'),
      purposeOf('mehrkosten', 'plan'),
    ]).toEqual(['treatment', 'photo', 'treatment', 'privacy', 'other']);
  });

  it('returns the state of a paper; paying the practice directly is a choice and no refusal', () => {
    expect(stateOf(paper())).toBe('holds');
    expect(stateOf(paper({ state: 'started' }))).toBeUndefined();
    expect(stateOf(paper({ state: 'cancelled' }))).toBeUndefined();
    expect(stateOf(paper({ state: 'declined' }))).toBe('declined');
    expect(stateOf(paper({ state: 'declined', purpose: 'factoring' }))).toBe('pays_directly');
    expect(stateOf(paper({ isReplaced: true }))).toBe('replaced');
    expect(stateOf(paper({ withdrawals: [{ at: 200, parts: null }], isReplaced: true }))).toBe(
      'withdrawn',
    );
    expect(stateOf(paper({ withdrawals: [{ at: 200, parts: ['email'] }] }))).toBe('holds');
    expect(stateOf(paper({ voidedAt: 300, withdrawals: [{ at: 200, parts: null }] }))).toBe(
      'voided',
    );
  });

  it('reminds only in the ways that were consented to and not withdrawn', () => {
    expect(recallOf([])).toEqual({ may: false, ways: [] });
    expect(recallOf([paper()])).toEqual({ may: true, ways: ['brief', 'email'] });
    expect(partsLeft(paper({ withdrawals: [{ at: 200, parts: ['email'] }] }))).toEqual([
      'erinnerung',
      'brief',
    ]);
    expect(recallOf([paper({ withdrawals: [{ at: 200, parts: ['email'] }] })])).toEqual({
      may: true,
      ways: ['brief'],
    });
    expect(
      recallOf([
        paper({
          withdrawals: [
            { at: 200, parts: ['email'] },
            { at: 201, parts: ['brief'] },
          ],
        }),
      ]),
    ).toEqual({ may: false, ways: [] });
    // Signed by hand: the ticked ways are only on the paper.
    expect(recallOf([paper({ agreed: null })])).toEqual({ may: true, ways: null });
    expect(recallOf([paper({ purpose: 'photo' })])).toEqual({ may: false, ways: [] });
  });

  it('uses the newest decision: withdrawal ends, later consent reopens, later refusal closes', () => {
    const withdrawn = paper({ withdrawals: [{ at: 300, parts: null }] });
    expect(recallOf([withdrawn]).may).toBe(false);
    expect(recallOf([withdrawn, paper({ at: 200 })]).may).toBe(false);
    expect(recallOf([withdrawn, paper({ at: 400 })]).may).toBe(true);
    expect(recallOf([paper({ at: 400 }), paper({ at: 500, state: 'declined' })]).may).toBe(false);
    expect(
      recallOf([paper({ at: 400 }), paper({ at: 500, state: 'declined', voidedAt: 501 })]).may,
    ).toBe(true);
  });

  it('[product 10.3] allows ink for a billing company only if the company accepts it', () => {
    const base = {
      form: 'partner',
      reason: { de: 'Papier', en: 'Paper' },
      source: '§ 10 Abs. 6 GOZ',
    } as const;
    expect(
      ['paper', 'qes', 'ink'].map(
        (form) => mayBeSignedByFinger(factoringRequirement(base, form as 'paper', 'X')).ok,
      ),
    ).toEqual([false, false, true]);
  });
});
