// Tests of the dialog that opens handwriting: the code never leaves the browser, the movement is
// drawn and replayed, and each failure is explained.

import { fireEvent, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { pointFileAad, type PointFileContent } from '../../../../shared/exchange/point-file.ts';
import {
  createSealKeys,
  sealTo,
  sha256Hex,
  toBase64,
} from '../../../../shared/exchange/sealing.ts';
import { encodeKey } from '../../../../shared/operations/recovery-code.ts';
import type { Handwriting } from '../../../../shared/papers/evidence/handwriting.schema.ts';
import { fakeServer, stage, type Sent } from '../../../ui/stage.fixture.tsx';
import { signIn } from '../documents-page.fixture.tsx';
import documents from '../texts.de.json';
import { HandwritingDialog } from './HandwritingDialog.tsx';
import texts from './texts.de.json';

const content: PointFileContent = {
  v: 1,
  channels: ['X', 'Y', 'T', 'F'],
  pad: { width: 700, height: 260 },
  clears: 1,
  undos: 0,
  strokes: [
    {
      pointer: 'pen',
      points: Array.from({ length: 100 }, (_, i) => [i * 40, 800, i * 20, i + 20]),
    },
    { pointer: 'pen', points: [[2400, 480, 2000, 128]] },
  ],
};

let paper: Handwriting, code: string;
beforeAll(async () => {
  const keys = await createSealKeys(true);
  const { d = '', x = '', y = '' } = await crypto.subtle.exportKey('jwk', keys.privateKey);
  code = encodeKey('escrow', Buffer.from(d, 'base64url')).join(' ');
  const plain = new TextEncoder().encode(JSON.stringify(content)),
    file = await sealTo(keys.publicKey, plain, pointFileAad('e1', 0));
  paper = {
    envelopeId: 'e1',
    taskId: 't1',
    title: 'Einwilligung: Fotos',
    signedAt: 0,
    paperSha256: 'c'.repeat(64),
    escrow: { keyId: 'k', x, y },
    signers: [
      {
        index: 0,
        role: 'patient',
        name: 'Anna Groß',
        how: 'drawn',
        state: 'stored',
        sha256: await sha256Hex(file),
        ink: {
          strokes: 2,
          points: 101,
          durationMs: 2000,
          pointerTypes: ['pen'],
          pressureLevels: 9,
        },
        sealed: toBase64(file),
      },
    ],
  };
});
beforeEach(signIn);
afterEach(() => vi.unstubAllGlobals());

const show = async (answer: Handwriting = paper): Promise<Sent[]> => {
  const sent = fakeServer(() => ({ body: answer }));
  await stage(<HandwritingDialog fileId="f1" onClose={() => undefined} />, {
    handwriting: texts,
    documents,
  });
  return sent;
};
const type = (text: string): void => {
  fireEvent.change(screen.getByRole('textbox', { name: texts.code }), { target: { value: text } });
  fireEvent.click(screen.getByRole('button', { name: texts.go }));
};

test('an owner opens the movement with the code of the sheet, and no request contains it', async () => {
  const sent = await show();
  type(code);
  expect(await screen.findByText(texts.intact)).toBeTruthy();
  const drawing = screen.getByRole('img', { name: /Unterschrift von Anna Groß/ });
  expect(drawing.querySelectorAll('line')).toHaveLength(101);
  expect(sent).toHaveLength(1);
  expect(JSON.stringify(sent)).not.toContain(code.slice(0, 5));
  // Before the first point nothing is drawn; the slider shows any moment.
  fireEvent.click(screen.getByRole('button', { name: texts.play }));
  expect(drawing.querySelectorAll('line').length).toBeLessThan(101);
});

test('a wrong code is explained, and another try makes no second request', async () => {
  const sent = await show();
  type('');
  expect(await screen.findByText(texts['fault.empty'])).toBeTruthy();
  type(encodeKey('escrow', new Uint8Array(32).fill(7)).join(' '));
  expect(await screen.findByText(texts['fault.other_practice'])).toBeTruthy();
  type(`AAAAA ${code.slice(6)}`);
  expect(await screen.findByText(/In Gruppe 1 ist ein Schreibfehler/)).toBeTruthy();
  type(code);
  expect(await screen.findByText(texts.intact)).toBeTruthy();
  expect(sent).toHaveLength(1);
});

test('other counts than the sealed ones are a warning', async () => {
  const [one] = paper.signers;
  await show({ ...paper, signers: [{ ...one!, ink: { ...one!.ink!, points: 99 } }] });
  type(code);
  expect(await screen.findByText(texts.differs)).toBeTruthy();
});

test('a missing or damaged recording is explained', async () => {
  const [one] = paper.signers;
  await show({
    ...paper,
    signers: [
      { ...one!, state: 'missing', sealed: null },
      { ...one!, index: 1, state: 'damaged', sealed: null },
      { ...one!, index: 2, state: 'not_drawn', ink: null, sealed: null },
    ],
  });
  type(code);
  for (const state of ['missing', 'damaged', 'not_drawn'] as const)
    expect(await screen.findByText(texts[`state.${state}`])).toBeTruthy();
});
