/** Tests of which submissions may be sealed, case by case. */
import { describe, expect, it } from 'vitest';
import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import type { SignedBy, SubmitPayload } from '../../../shared/papers/signature.ts';
import { canonicalDocument } from '../../paper/seal/canonical.ts';
import { sampleDocument, sampleInk, SIGNED_AT } from '../../paper/seal/sample.fixture.ts';
import { judgeSubmission } from './accept-submission.ts';

type Task = Parameters<typeof judgeSubmission>[0];
const SHOWN = 'b'.repeat(64);

function given(
  key = 'foto@1',
  over: Parameters<typeof sampleDocument>[1] = {},
): { task: Task; payload: SubmitPayload } {
  const data = sampleDocument(key, over),
    { text, sha256 } = canonicalDocument(data);
  return {
    task: {
      data: text,
      dataSha256: sha256,
      presentedPdfSha256: SHOWN,
      formRequirement: data.formRequirement,
      talk: {
        needed: findTemplate(key)?.talk === true,
        ...(findTemplate(key)?.talk === true && { doneAt: SIGNED_AT - 60_000 }),
      },
    },
    payload: {
      taskId: data.taskId,
      dataSha256: sha256,
      presentedPdfSha256: SHOWN,
      language: 'de',
      signedAt: SIGNED_AT,
      wantsPaperCopy: false,
      signers: data.signers.map((signer) => ({
        ...signer,
        mark: { how: 'drawn', ink: sampleInk() },
      })),
      declarations: data.declarations.map((d) => ({ id: d.id, value: true, at: SIGNED_AT })),
      reading: {
        shownAt: SIGNED_AT,
        sections: [],
        reachedEnd: true,
        fontScale: 1,
        openedPdf: false,
        languageSwitches: 0,
        unclear: [],
      },
      device: {
        userAgent: '',
        screen: '',
        standalone: true,
        online: true,
        clockOffsetMs: 0,
        appVersion: '1',
      },
    },
  };
}
const judge = (
  change: Partial<SubmitPayload>,
  key?: string,
  over?: Parameters<typeof sampleDocument>[1],
): string | undefined => {
  const { task, payload } = given(key, over);
  return judgeSubmission(task, { ...payload, ...change });
};
const marked = (...marks: SignedBy['mark'][]): Partial<SubmitPayload> => ({
  signers: marks.map((mark) => ({ role: 'patient', name: 'Anna Groß', mark })),
});
const dot = {
  width: 100,
  height: 100,
  clears: 0,
  undos: 0,
  strokes: [
    {
      pointerType: 'touch' as const,
      points: [
        { x: 50, y: 50, t: 0, p: 0.5 },
        { x: 52, y: 51, t: 10, p: 0.5 },
      ],
    },
  ],
};

describe('judgeSubmission', () => {
  it('accepts a submission that was shown, declared and signed', () => {
    expect(judge({})).toBeUndefined();
    expect(judge({}, 'extraktion@1')).toBeUndefined();
  });

  it('binds the signature to exactly the bytes that were shown', () => {
    expect(judge({ dataSha256: 'a'.repeat(64) })).toBe('hash_mismatch');
    expect(judge({ presentedPdfSha256: 'a'.repeat(64) })).toBe('hash_mismatch');
  });

  it('rejects a tablet signature when the law requires paper', () => {
    expect(judge({}, 'mehrkosten@1')).toBe('paper_required');
    const { task, payload } = given();
    expect(
      judgeSubmission(
        { ...task, formRequirement: { ...task.formRequirement, form: 'partner' } },
        payload,
      ),
    ).toBe('paper_required');
  });

  it('requires the talk before the signature', () => {
    const { task, payload } = given('extraktion@1');
    expect(judgeSubmission({ ...task, talk: { needed: true } }, payload)).toBe('talk_missing');
    // Reported first, whatever else is missing.
    expect(
      judgeSubmission(
        { ...task, talk: { needed: true } },
        { ...payload, dataSha256: 'a'.repeat(64) },
      ),
    ).toBe('talk_missing');
  });

  it('requires every required declaration to be yes, and no unknown one', () => {
    const { declarations } = given().payload;
    expect(judge({ declarations: [] })).toBe('declaration_missing');
    expect(
      judge({
        declarations: declarations.map((d) => (d.id === 'mund' ? { ...d, value: false } : d)),
      }),
    ).toBe('declaration_missing');
    expect(judge({ declarations: declarations.filter((d) => d.id === 'mund') })).toBeUndefined();
    expect(judge({ declarations: [{ id: 'mund', value: false, at: 0 }, ...declarations] })).toBe(
      'declaration_missing',
    );
  });

  it('requires exactly the signers of the document, by role, name and capacity', () => {
    const ink = { how: 'drawn', ink: sampleInk() } as const;
    expect(judge({ signers: [] })).toBe('signer_mismatch');
    expect(judge({ signers: [{ role: 'patient', name: 'Anton Groß', mark: ink }] })).toBe(
      'signer_mismatch',
    );
    expect(judge({ signers: [{ role: 'guardian', name: 'Anna Groß', mark: ink }] })).toBe(
      'signer_mismatch',
    );
    expect(
      judge({
        signers: [{ role: 'patient', name: 'Anna Groß', capacity: 'Vorsorgevollmacht', mark: ink }],
      }),
    ).toBe('signer_mismatch');
    expect(judge(marked(ink, ink))).toBe('signer_mismatch');
    const parents = {
      signers: [
        { role: 'parent1', name: 'Anna Groß' },
        { role: 'parent2', name: 'Ben Groß', capacity: 'Vater' },
      ],
    } as const;
    expect(
      judge({ signers: parents.signers.map((s) => ({ ...s, mark: ink })) }, 'foto@1', parents),
    ).toBeUndefined();
    expect(
      judge(
        { signers: [...parents.signers].reverse().map((s) => ({ ...s, mark: ink })) },
        'foto@1',
        parents,
      ),
    ).toBe('signer_mismatch');
  });

  it('rejects no ink, a dot and a tap; accepts a typed name and a witnessed mark', () => {
    expect(judge(marked({ how: 'drawn', ink: { ...sampleInk(), strokes: [] } }))).toBe('no_ink');
    expect(judge(marked({ how: 'drawn', ink: dot }))).toBe('no_ink');
    expect(judge(marked({ how: 'typed', name: 'Anna Groß' }))).toBeUndefined();
    expect(judge(marked({ how: 'witnessed', witness: 'Fatma Kaya', ink: null }))).toBeUndefined();
  });
});
