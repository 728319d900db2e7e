/** Skeleton of a consent text: a valid file in two languages, listed in the catalogue. */
import { camel, kebab, words } from './names.mjs';

const SECTIONS = ['purpose', 'course', 'risks', 'choice'];

/** @param {string} id @param {string} title */
const section = (id, title) => ({
  id,
  heading: { de: `${title}: ${id}`, en: `${title}: ${id}` },
  body: [{ type: 'p', text: { de: `Text zu ${id}.`, en: `Text on ${id}.` } }],
});

/**
 * @param {string[]} args NAME
 * @returns {import('./names.mjs').Made}
 */
export function newConsent([what]) {
  const id = kebab(what, 'NAME');
  const title = words(id);
  const template = {
    id,
    version: 1,
    kind: 'consent',
    formRequirement: {
      form: 'textform',
      reason: {
        de: 'Die Einwilligung muss später nachweisbar sein.',
        en: 'It must be possible to prove the consent later.',
      },
      source: 'Art. 7 Abs. 1 DSGVO',
    },
    talk: false,
    title: { de: `Einwilligung: ${title}`, en: `Consent: ${title}` },
    sections: SECTIONS.map((one) => section(one, title)),
    declarations: [
      {
        id: 'consent',
        text: { de: `Ich willige ein: ${title}.`, en: `I consent: ${title}.` },
        required: true,
      },
    ],
    signerRoles: ['patient', 'parent1', 'parent2', 'guardian', 'proxy', 'witness', 'interpreter'],
    fields: [],
    validFrom: new Date().toISOString().slice(0, 10),
    source: ['Art. 7 DSGVO'],
  };
  const variable = `${camel(id)}1`;
  const catalogue = 'catalog/consent/catalogue.ts';
  return {
    files: [
      { path: `catalog/consent/${id}@1.json`, text: `${JSON.stringify(template, null, 2)}\n` },
    ],
    lines: [
      {
        path: catalogue,
        before: '/** Every version of every text',
        line: `import ${variable} from './${id}@1.json';`,
      },
      { path: catalogue, before: '].map((one) =>', line: `  ${variable},` },
    ],
    left: [
      `catalog/consent/${id}@1.json: its words, form, talk, declarations, first day and sources`,
      'catalog/consent/catalogue.test.ts: whether it may be signed on the tablet, by law',
      'shared/papers/consent.ts: its purpose in BY_TEXT, if it has one',
      'then npm run catalog:hash: from then on the file never changes',
    ],
  };
}
