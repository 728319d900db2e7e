/** Tests of which submissions may be sealed, case by case. */
import { describe, expect, it } from 'vitest';
import { findTemplate } from '../../../catalog/consent/catalogue.ts';
import type { SignedBy, SubmitPayload } from '../../../shared/papers/signature.ts';
import { canonicalDocument } from '../../paper/seal/canonical.ts';
import { sampleDocument, sampleInk, SIGNED_AT } from '../../paper/seal/sample.fixture.ts';
import type { Work } from '../../platform/work.ts';
import { acceptSubmission, judgeSubmission } from './accept-submission.ts';
import type { TaskRow } from './store.ts';

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

const PARENTS = {
  signers: [
    { role: 'parent1', name: 'Anna Groß' },
    { role: 'parent2', name: 'Ben Groß', capacity: 'Vater' },
  ],
} as const;
const PEN = { how: 'drawn', ink: sampleInk() } as const;

/** A transaction that records what is written; `isTaken`: the paper has an envelope already. */
function recorded(isTaken = false) {
  const seen: unknown[][] = [];
  const w = {
    t: { envelope: 'envelope' },
    now: SIGNED_AT + 5000,
    newId: () => 'e1',
    tx: {
      insert: (table: unknown, row: object, options: unknown) => {
        seen.push(['insert', table, row, options]);
        return Promise.resolve(isTaken ? [] : [row]);
      },
    },
    audit: (...all: unknown[]) => {
      seen.push(['audit', ...all]);
      return Promise.resolve();
    },
    job: (...all: unknown[]) => {
      seen.push(['job', ...all]);
      return Promise.resolve();
    },
  } as unknown as Work;
  return { w, seen };
}
/** Accepts one submission of a paper for the named signers. */
async function accept(
  isTaken: boolean,
  over: Parameters<typeof sampleDocument>[1],
  change: Partial<SubmitPayload> = {},
  signed: Parameters<typeof acceptSubmission>[1]['signed'] = [],
) {
  const { task, payload } = given('foto@1', over),
    { w, seen } = recorded(isTaken);
  const code = await acceptSubmission(w, {
    opId: 'o1',
    task: { ...task, taskId: 't1', patid: '1001', replaces: 'e0' } as TaskRow,
    payload: { ...payload, ...change },
    signed,
  });
  return { code, seen, task };
}

describe('acceptSubmission', () => {
  it('writes one envelope with the signers, notes it and queues the sealing', async () => {
    const { code, seen, task } = await accept(false, {});
    expect(code).toBeUndefined();
    expect(seen).toEqual([
      [
        'insert',
        'envelope',
        {
          id: 'e1',
          taskId: 't1',
          opId: 'o1',
          prevEnvelopeId: 'e0',
          dataSha256: task.dataSha256,
          presentedPdfSha256: SHOWN,
          signers: [{ role: 'patient', name: 'Anna Groß', how: 'drawn' }],
          signedAt: SIGNED_AT,
          receivedAt: SIGNED_AT + 5000,
          finalSha256: [],
          pointFiles: [],
          salt: null,
          evidence: null,
          level: 'none',
          sealedAt: null,
          voidedAt: null,
          voidReason: null,
          voidedBy: null,
        },
        { ifAbsent: true },
      ],
      [
        'audit',
        'ink.captured',
        { taskId: 't1', envelopeId: 'e1', opId: 'o1', signers: ['drawn'] },
        '1001',
      ],
      ['job', 'seal-document', 'seal:t1', { taskId: 't1' }],
    ]);
  });

  it('writes nothing for a submission that may not be sealed', async () => {
    expect(await accept(false, {}, { dataSha256: 'a'.repeat(64) })).toMatchObject({
      code: 'hash_mismatch',
      seen: [],
    });
  });

  it('of a paper that was sealed meanwhile it notes and seals nothing again', async () => {
    const { code, seen } = await accept(true, {});
    expect([code, seen.map(([what]) => what)]).toEqual(['already_signed', ['insert']]);
  });

  it('of several signers the first is only noted, and the last one seals', async () => {
    const [first, last] = PARENTS.signers.map((one) => ({ ...one, mark: PEN }));
    expect(await accept(false, PARENTS, { signers: [first!] })).toMatchObject({
      code: undefined,
      seen: [['audit', 'ink.captured', { taskId: 't1', opId: 'o1', signers: ['drawn'] }, '1001']],
    });
    const { code, seen } = await accept(false, PARENTS, { signers: [last!] }, ['parent1']);
    expect([code, seen.map(([what]) => what)]).toEqual([undefined, ['insert', 'audit', 'job']]);
    expect(seen[0]?.[2]).toMatchObject({
      signers: [{ role: 'parent2', name: 'Ben Groß', how: 'drawn', capacity: 'Vater' }],
    });
  });

  it('a signer who signed elsewhere already is refused', async () => {
    const [first, last] = PARENTS.signers.map((one) => ({ ...one, mark: PEN }));
    for (const signers of [[first!], [first!, last!]])
      expect(await accept(false, PARENTS, { signers }, ['parent1'])).toMatchObject({
        code: 'already_signed',
        seen: [],
      });
  });
});

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
    const both = PARENTS.signers.map((s) => ({ ...s, mark: ink }));
    expect(judge({ signers: both }, 'foto@1', PARENTS)).toBeUndefined();
    expect(judge({ signers: both.toReversed() }, 'foto@1', PARENTS)).toBe('signer_mismatch');
    // A signer without the capacity that the paper names, and one who is not on it.
    const bare = { role: 'parent2', name: 'Ben Groß', mark: ink } as const;
    expect(judge({ signers: [both[0]!, bare] }, 'foto@1', PARENTS)).toBe('signer_mismatch');
    expect(
      judge({ signers: [both[0]!, { ...both[1]!, role: 'guardian' }] }, 'foto@1', PARENTS),
    ).toBe('signer_mismatch');
  });

  it('lets people with the same role sign only together', () => {
    const twins = {
      signers: [
        { role: 'parent1', name: 'Anna Groß' },
        { role: 'parent1', name: 'Ben Groß' },
      ],
    } as const;
    const both = twins.signers.map((s) => ({ ...s, mark: PEN }));
    expect(judge({ signers: both }, 'foto@1', twins)).toBeUndefined();
    expect(judge({ signers: both.slice(0, 1) }, 'foto@1', twins)).toBe('signer_mismatch');
  });

  it('rejects no ink, a dot and a tap; accepts a typed name and a witnessed mark', () => {
    expect(judge(marked({ how: 'drawn', ink: { ...sampleInk(), strokes: [] } }))).toBe('no_ink');
    expect(judge(marked({ how: 'drawn', ink: dot }))).toBe('no_ink');
    expect(judge(marked({ how: 'typed', name: 'Anna Groß' }))).toBeUndefined();
    expect(judge(marked({ how: 'witnessed', witness: 'Fatma Kaya', ink: null }))).toBeUndefined();
  });
});
