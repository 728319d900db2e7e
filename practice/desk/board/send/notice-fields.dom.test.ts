/** Tests of what the send panel fills into notices: the settings of the practice, then its memory. */
import { beforeEach, expect, test } from 'vitest';
import { keepNoticeFields, rememberedFields } from './notice-fields.ts';
import type { SendForm, Template } from './send-rules.ts';

const notice: Template = {
  id: 'datenschutz',
  version: 1,
  kind: 'notice',
  title: { de: 'Datenschutz' },
  formRequirement: { form: 'none', reason: { de: '' }, source: '' },
  talk: false,
  fields: [{ id: 'datenschutzkontakt', label: { de: 'Ansprechstelle' }, required: true }],
  signerRoles: [],
  languages: ['de'],
  isOwn: false,
};
const facts = (privacyContact: string) => ({ privacyContact, languages: ['de'] });
beforeEach(() => localStorage.clear());

test('the contact of the settings stands before what this workstation remembers', () => {
  expect(rememberedFields(notice, facts('Dr. Weber'))).toEqual({ datenschutzkontakt: 'Dr. Weber' });
  const form: SendForm = {
    items: [{ key: 'datenschutz@1', fields: { datenschutzkontakt: 'Empfang' } }],
    signers: [],
    identifiedBy: null,
    language: 'de',
    textScale: 100,
    tabletId: null,
  };
  keepNoticeFields(form, [notice]);
  expect(rememberedFields(notice, facts(''))).toEqual({ datenschutzkontakt: 'Empfang' });
  expect(rememberedFields(notice, undefined)).toEqual({ datenschutzkontakt: 'Empfang' });
  expect(rememberedFields(notice, facts('Dr. Weber'))).toEqual({ datenschutzkontakt: 'Dr. Weber' });
});

test('nothing is filled into papers that patients sign, nor into other notices', () => {
  expect(rememberedFields({ ...notice, kind: 'consent' }, facts('Dr. Weber'))).toEqual({});
  expect(rememberedFields({ ...notice, fields: [] }, facts('Dr. Weber'))).toEqual({});
});
