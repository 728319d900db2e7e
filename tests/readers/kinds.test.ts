/**
 * Every other kind of PDF that is made here, under the renderer's own checks and PDFBox Preflight:
 * receipts, scans, protocol pages, letters, reports, sheets of answers, blank forms and fee
 * agreements.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { findForm } from '../../catalog/forms/catalogue.ts';
import { answersSheet } from '../../server/desk/forms/answers/answers-sheet.ts';
import { catalogueForms } from '../../server/desk/forms/library/catalogue-forms.ts';
import { renderAgreement } from '../../server/paper/pdf/agreement.ts';
import { render } from '../../server/paper/pdf/compile.ts';
import { renderLetters } from '../../server/paper/pdf/letters.ts';
import type { PdfStandard } from '../../server/paper/pdf/protocol.ts';
import { renderReport, type Ask } from '../../server/paper/pdf/report.ts';
import { renderAnswers, renderBlank } from '../../server/paper/pdf/sheets.ts';
import { createPracticeAuthority } from '../../server/paper/seal/authority.ts';
import {
  PRACTICE,
  sampleDocument,
  sealSample,
  SIGNED_AT,
  testRenderer,
} from '../../server/paper/seal/sample.fixture.ts';
import { paperCodes } from '../../server/platform/keys/paper-mac.ts';
import type { Look } from '../../server/platform/work.ts';
import { receiptDocument } from '../../server/records/consent/receipt-text.ts';
import { protocolDocument } from '../../server/records/documents/evidence/build-protocol.ts';
import { blankPage } from '../../server/records/emergency/paper-set.ts';
import { scanDocument } from '../../server/records/papers/scan-text.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import { sheet } from '../support/stories/sheet.ts';
import { preflight } from './programs.ts';

const AT = SIGNED_AT,
  FORM = 'anamnese-erwachsene@1',
  ID = '0197b1c2-7a00-7000-8000-0000000000aa';
const praxis = {
    name: PRACTICE,
    anschrift: 'Lange Straße 5, 79098 Freiburg',
    telefon: '0761 123456',
    mail: 'praxis@example.de',
    languages: ['de'],
  },
  patient = { name: 'Groß, Anna', geburtsdatum: '1941-03-04', patid: '4711' };
const renderer = testRenderer();
let folder = '',
  verdicts = '';

/** Renders in this process, under another standard than the product's. */
const asking =
  (standard: PdfStandard): Ask =>
  (request) => {
    const reply = render({ id: 1, ...request, standard });
    return reply.ok
      ? Promise.resolve(reply)
      : Promise.reject(new Error(`${reply.code}: ${reply.detail}`));
  };

const receipt = (): ReturnType<typeof receiptDocument> =>
  receiptDocument({
    withdrawalId: ID,
    purpose: 'photo',
    praxis,
    paper: sampleDocument('foto@1'),
    since: AT - 86_400_000,
    at: AT,
    parts: null,
    takenBy: 'Fatma Kaya',
  });

async function scan(standard: PdfStandard): Promise<Uint8Array> {
  const jpeg = await sheet({ isA6: true, dpi: 100 });
  const data = scanDocument({
    fileId: ID,
    praxis,
    patient,
    paper: 'Vereinbarung über Mehrkosten',
    pages: ['ab'.repeat(32)],
    at: AT,
    broughtBy: null,
    filedAt: AT + 60_000,
    filedBy: null,
  });
  const scans = [{ jpeg, turn: 0 as const, width: 413, height: 583 }];
  return (await renderer.renderPdf(data, { standard, scans })).bytes;
}

async function protocol(standard: PdfStandard): Promise<Uint8Array> {
  const { data, evidence } = await sealSample(
    renderer,
    await createPracticeAuthority(PRACTICE, AT),
    { data: sampleDocument('foto@1') },
  );
  const page = protocolDocument({
    id: ID,
    paper: data,
    evidence: { ...evidence, reading: { ...evidence.reading, languages: ['de', 'ar'] } },
    envelopeId: evidence.envelope.id,
    signers: [{ role: 'patient', name: 'Anna Groß' }],
    signedAt: AT,
    receivedAt: AT + 1000,
    sealedAt: AT + 2000,
    level: 'B-T',
    paperSha256: 'f'.repeat(64),
    standing: { state: 'holds', at: null, reason: null },
    nameOf: () => 'Fatma Kaya',
    madeBy: 'Dr. Selin Müller-Özdemir',
    at: AT + 86_400_000,
  });
  return (await renderer.renderPdf(page, { standard })).bytes;
}

const letters = (standard: PdfStandard): Promise<Uint8Array> =>
  renderLetters(asking(standard), {
    praxis,
    subject: 'Ihre Vorsorge',
    letters: [
      {
        address: ['Anna Groß', 'Weg 1', '10115 Berlin'],
        greeting: 'Guten Tag Anna Groß,',
        paragraphs: ['Ihr nächster Termin ist fällig.', 'Bitte rufen Sie uns an.'],
      },
    ],
    createdAt: AT,
  });

const report = (standard: PdfStandard): Promise<Uint8Array> =>
  renderReport(asking(standard), {
    title: 'Wer hat meine Akte gesehen?',
    praxis,
    createdAt: AT,
    facts: [{ label: 'Patientennummer', value: '4711' }],
    words: ['Eine Erklärung.'],
    empty: 'Nichts.',
    columns: [{ name: 'Zeit' }, { name: 'Wer', wide: true }],
    rows: [['20.11.2026, 09:30', 'Özlem Yıldız']],
  });

async function answers(standard: PdfStandard): Promise<Uint8Array> {
  const { questionnaire } = findForm(FORM)!,
    model = modelOf(questionnaire);
  const page = answersSheet({
    id: ID,
    title: 'Anamnese',
    form: FORM,
    language: 'de',
    languageName: 'Deutsch',
    answeredAt: AT,
    printedAt: AT,
    praxis,
    patient,
    recordedBy: null,
    tablet: 'Empfang',
    questionnaire,
    response: responseOf(viewOf(model, newState(model)), {
      status: 'completed',
      language: 'de',
      authored: new Date(AT).toISOString(),
    }),
    additions: [],
    problems: 0,
  });
  return (await renderAnswers(asking(standard), page)).bytes;
}

async function blank(standard: PdfStandard): Promise<Uint8Array> {
  const form = (await catalogueForms().find(FORM))!,
    codes = paperCodes(new Uint8Array(32).fill(3), 'praxis');
  const page = await blankPage(
    { cid: 'praxis', now: AT } as Look,
    {
      formsInUse: () =>
        Promise.resolve([
          { key: FORM, id: 'anamnese-erwachsene', title: { de: 'Anamnese' }, languages: ['de'] },
        ]),
      textsInUse: () => Promise.resolve([]),
      questionnaire: (_look, _key, languages) => form.inLanguages(languages),
      praxis: () => Promise.resolve(praxis),
      codes: () => Promise.resolve(codes),
    },
    { sheets: [FORM], languages: ['de'] },
  );
  return (await renderBlank(asking(standard), page)).bytes;
}

async function agreement(standard: PdfStandard): Promise<Uint8Array> {
  const { bytes } = await renderAgreement(asking(standard), {
    v: 1,
    praxis,
    patient,
    payer: '',
    lines: [{ number: '2197', text: 'Adhäsive Befestigung', factor: 4.5, cents: 3290 }],
    createdAt: AT,
  });
  return bytes;
}

const KINDS: Readonly<Record<string, (standard: PdfStandard) => Promise<Uint8Array>>> = {
  receipt: async (standard) => (await renderer.renderPdf(receipt(), { standard })).bytes,
  scan,
  protocol,
  letters,
  report,
  answers,
  blank,
  agreement,
};
const NAMES = Object.keys(KINDS);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'molar-kinds-'));
  const all = join(folder, 'all');
  mkdirSync(all);
  for (const [name, make] of Object.entries(KINDS))
    writeFileSync(join(all, `${name}.pdf`), await make('a-1b'));
  verdicts = (await preflight(all)).text;
});
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

it.each(NAMES)('%s passes as PDF/A-3a and as PDF/UA-1', async (name) => {
  for (const standard of ['a-3a', 'ua-1'] as const)
    expect((await KINDS[name]!(standard)).length).toBeGreaterThan(1000);
});

it.each(NAMES.filter((name) => name !== 'blank'))(
  '%s without an attachment is PDF/A-1b for PDFBox',
  (name) => {
    expect(verdicts).toContain(`The file ${name}.pdf is a valid PDF/A-1b file`);
  },
);

it('PDFBox reads no bookmark of blank forms, and finds nothing else in them', () => {
  const [, found = ''] = verdicts.split('The file blank.pdf is not a valid PDF/A-1b file'),
    errors = (found.split('The file ')[0] ?? '').split('\n').filter((line) => /^\d/.test(line));
  // ISO 32000-1, 7.3.10: any value may be a reference; PDFBox 2 takes no reference for a
  // destination.
  expect(errors).toEqual([
    expect.stringMatching(
      /^1\.2\.3 : Body Syntax error, Error: can't convert to Destination COSObject/,
    ),
  ]);
});
