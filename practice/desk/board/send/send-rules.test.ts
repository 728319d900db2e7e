// Tests of the send panel's rules: form guard, signers, missing input, request body.

import { describe, expect, test } from 'vitest';
import { SPOKEN_LANGUAGES } from '../../../../shared/base/languages.ts';
import {
  allowedRoles,
  defaultSigner,
  languagesFor,
  mappeBody,
  missingIn,
  papersWithout,
  placementOf,
  type SendForm,
  type Template,
} from './send-rules.ts';

const template = (part: Partial<Template> = {}): Template => ({
  id: 'foto',
  version: 1,
  kind: 'consent',
  title: { de: 'Fotos' },
  formRequirement: { form: 'textform', reason: { de: 'R' }, source: 'Q' },
  talk: false,
  fields: [],
  signerRoles: ['patient', 'parent1', 'parent2'],
  languages: ['de', 'en'],
  isOwn: false,
  ...part,
});
const foto = template(),
  zahn = template({
    id: 'extraktion',
    fields: [
      { id: 'zahn', label: { de: 'Zahn' }, required: true },
      { id: 'notiz', label: { de: 'Notiz' }, required: false },
    ],
  });
const notice = template({
  id: 'datenschutz',
  kind: 'notice',
  signerRoles: [],
  formRequirement: { form: 'none', reason: { de: '' }, source: '' },
  languages: ['de'],
});
const plan = template({
  id: 'mehrkosten',
  kind: 'plan',
  formRequirement: { form: 'schriftform', reason: { de: 'schriftlich' }, source: '§ 126 BGB' },
  signerRoles: ['patient', 'dentist'],
});
const all = [foto, zahn, notice, plan];
const form = (part: Partial<SendForm> = {}): SendForm => ({
  items: [{ key: 'foto@1', fields: {} }],
  signers: [{ id: 's', role: 'patient', name: 'Hans Weber', capacity: '' }],
  identifiedBy: 'bekannt',
  language: 'de',
  textScale: 100,
  tabletId: 'a',
  ...part,
});
const TODAY = '2026-11-20',
  ADULT = { patid: 'p1', geburtsdatum: '1958-03-12' },
  CHILD = { patid: 'p1', geburtsdatum: '2018-05-01' };
const what = (f: SendForm, person = ADULT): string[] =>
  missingIn(f, all, [person], TODAY).map((m) => m.what);

describe('form guard', () => {
  test.each([
    ['none', 'tablet'],
    ['textform', 'tablet'],
    ['schriftform', 'paper'],
    ['partner', 'paper'],
  ] as const)('the form requirement %s leads to %s', (f, place) =>
    expect(
      placementOf(template({ formRequirement: { form: f, reason: { de: '' }, source: '' } })),
    ).toBe(place),
  );
  test('a notice is read, never signed', () => expect(placementOf(notice)).toBe('read'));
});

describe('signers', () => {
  test('an adult signs; a minor has a parent with a required name; the eighteenth birthday counts', () => {
    expect(
      defaultSigner({ name: 'Lina Yılmaz', geburtsdatum: '2008-11-20' }, '2026-11-20'),
    ).toMatchObject({ role: 'patient', name: 'Lina Yılmaz' });
    expect(
      defaultSigner({ name: 'Lina Yılmaz', geburtsdatum: '2008-11-21' }, '2026-11-20'),
    ).toMatchObject({ role: 'parent1', name: '' });
  });
  test('only roles allowed by every selected document may sign; a notice does not restrict them', () => {
    expect(allowedRoles([foto, plan, notice])).toEqual(['patient']);
    expect(allowedRoles([notice])).toEqual([]);
  });
});

describe('missing answers', () => {
  test('nothing is missing when all is given', () => expect(what(form())).toEqual([]));
  test('no document selected', () => expect(what(form({ items: [] }))).toEqual(['items']));
  test('required fields, also with only spaces typed; optional ones may stay empty', () =>
    expect(
      missingIn(
        form({ items: [{ key: 'extraktion@1', fields: { zahn: '  ' } }] }),
        all,
        [ADULT],
        TODAY,
      ),
    ).toEqual([{ what: 'field', key: 'extraktion@1', field: 'zahn' }]));
  test('a signer without a name, and a role that one document does not allow', () =>
    expect(
      what(
        form({
          items: [
            { key: 'foto@1', fields: {} },
            { key: 'mehrkosten@1', fields: {} },
          ],
          signers: [{ id: 's', role: 'parent1', name: ' ', capacity: '' }],
        }),
        CHILD,
      ),
    ).toEqual(['signerRole', 'signerName']));
  test('the identification of the person, as soon as a tablet is selected', () => {
    expect(what(form({ identifiedBy: null }))).toEqual(['identifiedBy']);
    expect(what(form({ identifiedBy: null, tabletId: null }))).toEqual([]);
  });
  test('a notice alone needs no signer', () =>
    expect(what(form({ items: [{ key: 'datenschutz@1', fields: {} }], signers: [] }))).toEqual([]));
});

test('the request body is trimmed, has no empty fields and no signers where nothing is signed', () => {
  expect(
    mappeBody(
      'id',
      ['p1'],
      form({
        items: [{ key: 'extraktion@1', fields: { zahn: ' 36 ', notiz: '' } }],
        signers: [{ id: 's', role: 'parent1', name: ' Ayşe ', capacity: ' Mutter ' }],
      }),
      all,
    ),
  ).toEqual({
    id: 'id',
    patids: ['p1'],
    tabletId: 'a',
    language: 'de',
    textScale: 100,
    identifiedBy: 'bekannt',
    items: [{ template: 'extraktion@1', fields: { zahn: '36' } }],
    signers: [{ role: 'parent1', name: 'Ayşe', capacity: 'Mutter' }],
  });
  expect(
    mappeBody('id', ['p1'], form({ items: [{ key: 'datenschutz@1', fields: {} }] }), all).signers,
  ).toEqual([]);
});
test('offers every language of the tablet and of the papers, and names the papers without it', () => {
  const own = template({ id: 'eigen', languages: ['de', 'hr'], isOwn: true });
  expect(languagesFor([foto, own])).toEqual([...SPOKEN_LANGUAGES, 'hr']);
  expect(papersWithout([foto, notice, own], 'en')).toEqual([notice, own]);
  expect(papersWithout([foto, notice, own], 'de')).toEqual([]);
});
