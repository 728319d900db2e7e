/**
 * Practice of every run: one text with a signature, one that needs a talk first, its patients and
 * its master data.
 */
import type { DocumentTemplate } from '../../shared/desk/document.ts';

const text = (de: string) => ({ de });
const template = (id: string, talk: boolean): DocumentTemplate => ({
  id,
  version: 1,
  kind: 'consent',
  talk,
  formRequirement: { form: 'textform', reason: text('Nachweis'), source: '§ 126b BGB' },
  title: text(talk ? 'Extraktion' : 'Fotos'),
  sections: [
    {
      id: 's1',
      heading: text('Worum es geht'),
      body: [{ type: 'p', text: text('Herr oder Frau {patient} willigt ein.') }],
    },
  ],
  declarations: [{ id: 'd1', text: text('Ich willige ein.'), required: true }],
  signerRoles: ['patient'],
  fields: [],
  validFrom: '2026-01-01',
  source: [],
});
/** The two signers of one paper. */
export const SIGNERS = [
  { role: 'patient', name: 'Dogan Rotkehlchen' },
  { role: 'dentist', name: 'Dr. Beck' },
] as const;
export const TEMPLATES = [
  template('foto', false),
  template('extraktion', true),
  { ...template('zuzweit', false), signerRoles: SIGNERS.map((s) => s.role) },
] as const;
export const findTemplate = (key: string): DocumentTemplate | undefined =>
  TEMPLATES.find((t) => `${t.id}@${t.version}` === key);

export const CID = 'praxis-1';
export const R4C = '0190c0de-0000-7000-8000-0000000000ff';
export const PRACTICE = {
  name: 'Praxis Lind',
  anschrift: 'Weg 1, 10115 Berlin',
  telefon: '030 1',
  mail: '',
  signsAnswers: false,
  logo: '',
  closingTime: '20:00',
  languages: ['de'],
};
export const PATIENTS = [
  { patid: '1', firstName: 'Anna', lastName: 'Weberknecht', geburtsdatum: '1958-03-12' },
  { patid: '2', firstName: 'Bruno', lastName: 'Zaunkoenig', geburtsdatum: '1971-07-01' },
  { patid: '3', firstName: 'Carla', lastName: 'Eisvogelsang', geburtsdatum: '1990-11-30' },
  { patid: '4', firstName: 'Dogan', lastName: 'Rotkehlchen', geburtsdatum: '2001-01-05' },
] as const;
