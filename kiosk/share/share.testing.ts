// Test fixture of a visit of a share: a scripted server, a manual clock, a device with a disk.

import { CallError } from '../../shared/base/client.ts';
import { resolveDocument, type DocumentTemplate } from '../../shared/desk/document.ts';
import type { PortalStep, ShareContents } from '../../shared/exchange/share.schema.ts';
import type { Ink } from '../../shared/papers/signature.ts';
import type { Cabinet } from '../home/cabinet.ts';
import { handClock, questionnaireOf } from '../home/home.testing.ts';
import type { ShareCalls } from '../sync/share-calls.ts';
import type { Place } from './address.ts';
import type { FormContent } from './formItem.ts';
import { readItem, type DocumentItem, type ItemDeps } from './items.ts';
import type { SignContent } from './sign/signState.ts';
import { createShareVisit } from './visit/shareVisit.ts';
import type { ShareVisit, ShareVisitDeps } from './visit/shareState.ts';

export const SHARE = 'A1b2C3d4E5f6G7h8I9j0K_';
const KEY = 'kkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkkk';
export const PRACTICE = {
  name: 'Praxis Muster',
  anschrift: 'Weg 1, 12345 Ort',
  telefon: '030 1234',
  mail: 'praxis@example.org',
};
export const ITEM = {
  document: '00000000-0000-4000-8000-000000000001',
  form: '00000000-0000-4000-8000-000000000002',
  sign: '00000000-0000-4000-8000-000000000003',
};
export const BIRTH = { day: '12', month: '3', year: '1988' };
export const atShare: Place = {
  kind: 'share',
  address: { shareId: SHARE, key: KEY, r4cUuid: '00000000-0000-4000-8000-0000000000ff' },
};

export const step = (next: PortalStep['next'] = 'open'): PortalStep => ({
  next,
  idleMs: 900_000,
  endsAt: Date.UTC(2026, 0, 5, 10),
  triesLeft: 5,
});
export const contentsOf = (more: Partial<ShareContents> = {}): ShareContents => ({
  praxis: PRACTICE,
  firstName: 'Ayşe',
  language: 'de',
  expiresAt: Date.UTC(2026, 0, 12, 9),
  endsAt: Date.UTC(2026, 0, 5, 10),
  isOnce: false,
  items: [
    {
      id: ITEM.document,
      title: 'Einwilligung Zahnentfernung',
      kind: 'document',
      at: Date.UTC(2025, 10, 20),
      isDone: false,
    },
  ],
  ...more,
});
const documentOf = (): DocumentItem['content'] => ({
  id: ITEM.document,
  title: 'Einwilligung Zahnentfernung',
  kind: 'document',
  at: Date.UTC(2025, 10, 20),
  document: null,
});
export const refusal =
  (
    status: number,
    code: CallError['code'],
    rest: ConstructorParameters<typeof CallError>[3] = {},
  ) =>
  () =>
    Promise.reject(new CallError(status, code, 'no', rest));

export interface Desk {
  readonly visit: ShareVisit;
  readonly clock: ReturnType<typeof handClock>;
  /** Requests, in order. */
  readonly asked: string[];
  /** Sets the server's responses from here on. */
  answer: { [K in keyof ShareCalls]: ShareCalls[K] };
  /** Links deleted from this device. */
  readonly dropped: string[];
}

/** A page opened at an item. */
export function openShare(place: Place = atShare, more: Partial<ShareVisitDeps> = {}): Desk {
  const clock = handClock(),
    asked: string[] = [],
    dropped: string[] = [];
  const answer: Desk['answer'] = {
    status: () => Promise.resolve(PRACTICE),
    knowsPractice: () => true,
    login: () => Promise.resolve(step()),
    requestCode: () => Promise.resolve(),
    secondStep: () => Promise.resolve(step()),
    renew: () => Promise.resolve(),
    reset: () => Promise.resolve(),
    lock: () => Promise.resolve(),
    list: () => Promise.resolve(contentsOf()),
    read: () => Promise.resolve(documentOf()),
    download: () => Promise.resolve(new Uint8Array([37, 80, 68, 70])),
    fill: () => Promise.resolve(),
    putPhoto: () => Promise.resolve(),
    sign: () => Promise.resolve([]),
    say: () => Promise.resolve(),
  };
  const desk: Omit<Desk, 'visit'> = { clock, asked, dropped, answer };
  const told = <K extends keyof ShareCalls>(verb: K): ShareCalls[K] =>
    ((...words: unknown[]) => {
      asked.push([verb, ...words.map((word) => JSON.stringify(word))].join(' '));
      return (desk.answer[verb] as (...given: unknown[]) => unknown)(...words);
    }) as ShareCalls[K];
  const calls = Object.fromEntries(
    (Object.keys(answer) as (keyof ShareCalls)[]).map((verb) => [
      verb,
      verb === 'knowsPractice' ? () => desk.answer.knowsPractice() : told(verb),
    ]),
  ) as unknown as ShareCalls;
  const visit = createShareVisit({
    place,
    praxis: null,
    clock,
    callsOf: () => calls,
    proofOf: ({ key }) =>
      Promise.resolve(key === undefined ? undefined : `proof of ${key.slice(0, 2)}`),
    remember: (address) => Promise.resolve(address),
    dropLink: ({ shareId }) => {
      dropped.push(shareId);
      return Promise.resolve();
    },
    openItem: () => Promise.resolve(readItem(documentOf())),
    keptIn: () => Promise.resolve({ waiting: [], begun: [] }),
    ...more,
  });
  return Object.assign(desk, { visit });
}
/** Goes to the list. */
export async function comeIn({ visit }: Desk): Promise<void> {
  await visit.start();
  await visit.login(' Ayşe ', BIRTH);
}

const template: DocumentTemplate = {
  id: 'narkose',
  version: 4,
  kind: 'consent',
  talk: false,
  formRequirement: { form: 'none', reason: { de: 'frei', en: 'free' }, source: '§ 630d BGB' },
  title: { de: 'Einwilligung Narkose', en: 'Consent to anaesthesia' },
  sections: [
    {
      id: 'anlass',
      heading: { de: 'Was wird gemacht?', en: 'What is done?' },
      body: [{ type: 'p', text: { de: 'Ihr Kind schläft.', en: 'Your child sleeps.' } }],
    },
  ],
  declarations: [
    {
      id: 'verstanden',
      required: true,
      text: { de: 'Ich habe alles verstanden.', en: 'I have understood everything.' },
    },
  ],
  signerRoles: ['parent1', 'parent2'],
  fields: [],
  validFrom: '2026-01-01',
  source: ['§ 630d BGB'],
};
/** A document that waits for the second parent. */
export const signOf = (
  form: DocumentTemplate['formRequirement']['form'] = 'none',
): SignContent => ({
  id: ITEM.sign,
  title: 'Einwilligung Narkose',
  kind: 'sign',
  taskId: '00000000-0000-4000-8000-0000000000a1',
  dataSha256: 'd'.repeat(64),
  presentedPdfSha256: 'e'.repeat(64),
  signer: { role: 'parent2', name: 'Mehmet Yılmaz' },
  waitsFor: [],
  document: resolveDocument(
    { ...template, formRequirement: { ...template.formRequirement, form } },
    {
      praxis: PRACTICE,
      patient: { name: 'Lina Yılmaz', geburtsdatum: '2019-03-12', patid: '1' },
      fields: {},
      language: 'de',
      signers: [],
      taskId: 't',
      createdAt: 0,
      zone: 'Europe/Berlin',
    },
  ),
});
export const formOf = (): FormContent => ({
  id: ITEM.form,
  title: 'Fragen',
  kind: 'questionnaire',
  key: 'test@1',
  sha256: 'a'.repeat(64),
  languages: ['de', 'en'],
  minutes: 3,
  language: 'de',
  questionnaire: questionnaireOf(),
  person: { firstName: 'Ayşe', lastName: 'Yılmaz', geburtsdatum: '1988-03-12' },
});
export const INK: Ink = {
  width: 700,
  height: 300,
  clears: 0,
  undos: 0,
  strokes: [
    {
      pointerType: 'touch',
      points: [
        { x: 0, y: 0, t: 0, p: 1 },
        { x: 80, y: 9, t: 9, p: 1 },
      ],
    },
  ],
};
let ids = 0;
/** Opens items of a share on a device; `isOnline` false only changes the message. */
export const itemDeps = (
  cabinet: Cabinet | null,
  clock: ReturnType<typeof handClock>,
): ItemDeps => ({
  cabinet,
  subtle: crypto.subtle,
  clock,
  random: {
    id: () => `00000000-0000-7000-8000-${String(++ids).padStart(12, '0')}`,
    unit: () => 0,
    hex128: () => '0'.repeat(32),
  },
  isOnline: () => true,
  appVersion: '1',
  device: () => ({ userAgent: 'test', screen: '360x640@2' }),
});
