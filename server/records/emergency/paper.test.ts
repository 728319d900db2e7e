// Tests of forms and consent texts on paper: a layout for every kind of question, conditions in
// words, page numbers per sheet; the last saved set is recorded.

import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templatesInUse } from '../../../catalog/consent/catalogue.ts';
import { FORMS, formsInUse } from '../../../catalog/forms/catalogue.ts';
import type { PaperSet } from '../../../shared/records/emergency.schema.ts';
import { modelOf, YES } from '../../../shared/forms/questionnaire/model.ts';
import type {
  ItemType,
  Questionnaire,
  QuestionnaireItem,
} from '../../../shared/forms/questionnaire/questionnaire.ts';
import { createTestApp } from '../../../tests/support/in-process.ts';
import { addPractice } from '../../../tests/support/practice.ts';
import { quickRenderer } from '../../../tests/support/setup/quick-renderer.ts';
import { catalogueForms } from '../../desk/forms/library/catalogue-forms.ts';
import type { BlankItem, BlankPage, BlankSheet } from '../../paper/pdf/blank.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import { testRenderer } from '../../paper/seal/sample.fixture.ts';
import { paperForm } from './paper-form.ts';
import { paperText } from './paper-text.ts';
import { keepPaperSet } from './store.ts';

const run = promisify(execFile);
const PRACTICE = {
  name: 'Praxis am Hang',
  anschrift: 'Weg 1, 10115 Berlin',
  telefon: '030 1',
  mail: 'post@hang.example',
};
const form = (item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  language: 'de',
  title: 'Probe',
  item,
});
const sheetOf = (questionnaire: Questionnaire, language = 'de'): BlankSheet & { kind: 'form' } =>
  paperForm(questionnaire, {
    key: 'probe@1',
    language,
    code: 'molar:blank:form:probe@1',
  }) as BlankSheet & { kind: 'form' };
const itemsOf = (questionnaire: Questionnaire): readonly BlankItem[] =>
  sheetOf(questionnaire).sections.flatMap((one) => one.items);
const option = (
  code: string,
): { valueCoding: { system: string; code: string; display: string } } => ({
  valueCoding: { system: 's', code, display: code },
});

describe('a form on paper', () => {
  const TYPES: readonly ItemType[] = [
    'boolean',
    'decimal',
    'integer',
    'date',
    'dateTime',
    'time',
    'string',
    'text',
    'url',
    'choice',
    'open-choice',
    'attachment',
    'reference',
    'quantity',
  ];
  it.each(TYPES)('%s has a layout to fill in with a pen', (type) => {
    const [one] = itemsOf(
      form([
        {
          linkId: 'a',
          type,
          text: 'Frage',
          ...(type.endsWith('choice') && { answerOption: [option('Rot'), option('Blau')] }),
        },
      ]),
    );
    expect(one?.shape.kind).not.toBe('none');
    expect(one?.number).toBe('1');
  });
  it('boxes for one or several, with a line for other answers; a short scale step by step', () => {
    expect(
      itemsOf(
        form([
          {
            linkId: 'a',
            type: 'open-choice',
            repeats: true,
            text: 'F',
            answerOption: [option('Rot')],
          },
        ]),
      )[0]?.shape,
    ).toMatchObject({ kind: 'boxes', isMany: true, isOpen: true, options: [[{ text: 'Rot' }]] });
    const scale: QuestionnaireItem = {
      linkId: 'a',
      type: 'integer',
      text: 'Schmerz',
      extension: [
        { url: 'http://hl7.org/fhir/StructureDefinition/minValue', valueInteger: 0 },
        { url: 'http://hl7.org/fhir/StructureDefinition/maxValue', valueInteger: 10 },
      ],
    };
    expect(itemsOf(form([scale]))[0]?.shape).toEqual({ kind: 'scale', from: 0, to: 10 });
  });
  it('display texts have no number, hidden questions are omitted, a repeating group is printed three times', () => {
    const items = itemsOf(
      form([
        {
          linkId: 's',
          type: 'group',
          text: 'Seite',
          item: [
            { linkId: 'd', type: 'display', text: 'Ein Hinweis.' },
            {
              linkId: 'h',
              type: 'string',
              text: 'Versteckt',
              extension: [
                {
                  url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
                  valueBoolean: true,
                },
              ],
            },
            {
              linkId: 'g',
              type: 'group',
              repeats: true,
              text: 'Mittel',
              item: [{ linkId: 'n', type: 'string', text: 'Name' }],
            },
          ],
        },
      ]),
    );
    expect(items.map((one) => `${one.number}|${one.words[0]?.text ?? ''}`)).toEqual([
      '|Ein Hinweis.',
      '1.1|Mittel',
      '1.1.1 a|Name',
      '1.1.1 b|Name',
      '1.1.1 c|Name',
    ]);
  });
  it("conditions contain question and answer, joined by the form's operator", () => {
    const enableWhen = [
      { question: 'a', operator: '=' as const, answerCoding: YES },
      { question: 'b', operator: '>' as const, answerInteger: 3 },
      { question: 'a', operator: '!=' as const, answerCoding: YES },
    ];
    const make = (enableBehavior: 'all' | 'any'): Questionnaire =>
      form([
        {
          linkId: 'a',
          type: 'choice',
          text: 'A',
          answerValueSet: 'http://hl7.org/fhir/ValueSet/yesnodontknow',
        },
        { linkId: 'b', type: 'integer', text: 'B' },
        { linkId: 'c', type: 'string', text: 'C', enableWhen, enableBehavior },
        {
          linkId: 'e',
          type: 'string',
          text: 'E',
          enableWhen: [{ question: 'b', operator: 'exists', answerBoolean: false }],
        },
      ]);
    const said = (how: 'all' | 'any'): (string | undefined)[] =>
      itemsOf(make(how)).map((one) => one.when[0]?.text);
    expect(said('all')).toEqual([
      undefined,
      undefined,
      'Nur wenn 1: „Ja“ und 2: mehr als „3“ und 1: nicht „Ja“',
      'Nur wenn 2 nicht beantwortet',
    ]);
    expect(said('any')[2]).toContain(' oder ');
  });
});

describe('on the page', () => {
  let renderer: Renderer, folder: string;
  beforeAll(async () => {
    renderer = testRenderer();
    folder = await mkdtemp(path.join(tmpdir(), 'paper-'));
  });
  afterAll(async () => {
    renderer.close();
    await rm(folder, { recursive: true });
  });
  const page = (sheets: BlankSheet[]): BlankPage => ({
    title: 'Notfallmappe',
    praxis: PRACTICE,
    sheets,
    createdAt: Date.parse('2026-11-20T09:00:00Z'),
    footer: 'Notfallmappe vom 20.11.2026, 10:00 Uhr',
  });
  const print = async (
    name: string,
    sheets: BlankSheet[],
  ): Promise<{ pages: number; text: string[] }> => {
    const { bytes, pages } = await renderer.renderBlank(page(sheets)),
      file = path.join(folder, `${name}.pdf`);
    await writeFile(file, bytes);
    return {
      pages,
      text: (await run('pdftotext', ['-layout', file, '-'])).stdout.split('\f').slice(0, pages),
    };
  };
  const shipped = async (language: string): Promise<BlankSheet[]> =>
    Promise.all(
      FORMS.map(async ({ key }) =>
        paperForm(await (await catalogueForms().find(key))!.inLanguages([language]), {
          key,
          language,
          code: `molar:blank:form:${key}`,
        }),
      ),
    );

  it('every shipped form and text prints practice, patient fields, version, page numbers and all questions', async () => {
    const texts = templatesInUse('2026-11-20'),
      sheets = [
        ...(await shipped('de')),
        ...texts.map((one) =>
          paperText(one, PRACTICE, { language: 'de', code: `molar:blank:text:${one.id}` }),
        ),
      ];
    const { text } = await print('all', sheets);
    const keys = sheets.map((one) => one.key),
      footers = text.map((one) =>
        /(\S+@\d+) · Notfallmappe vom 20\.11\.2026, 10:00 Uhr\s+Seite (\d+) von (\d+)/.exec(one),
      );
    expect(footers.every((one) => one !== null)).toBe(true);
    expect([...new Set(footers.map((one) => one?.[1]))]).toEqual(keys);
    for (const key of keys) {
      const own = footers.filter((one) => one?.[1] === key);
      expect(
        own.map((one) => `${one?.[2]}/${one?.[3]}`),
        key,
      ).toEqual(own.map((_, at) => `${at + 1}/${own.length}`));
    }
    for (const one of text) expect(one).toMatch(/Name:\s+geboren am:/);
    expect(text.filter((one) => one.includes('Nachname')).length).toBeGreaterThanOrEqual(
      sheets.length,
    );
    const all = text.join('').replace(/\s/g, '');
    for (const { questionnaire } of FORMS) {
      for (const node of modelOf(questionnaire).nodes.filter(
        (one) => one.isQuestion && !one.isHidden,
      ))
        expect(all, node.linkId).toContain((node.item.text ?? '').replace(/\s/g, ''));
    }
    expect(all).not.toMatch(/\{[a-zA-Z]+\}/);
    // A practice prints the newest version of each form; older ones stay readable.
    const older = new Set(FORMS.filter((one) => !formsInUse().includes(one)).map((one) => one.key)),
      printed = keys.filter((key) => !older.has(key));
    expect(footers.filter((one) => !older.has(one?.[1] ?? '')).length).toBeLessThan(
      3 * printed.length,
    );
  }, 120_000);

  it.each(['tr', 'ar'])(
    'prints %s next to German, in its own direction',
    async (language) => {
      const { text } = await print(language, (await shipped(language)).slice(0, 1));
      expect(text.join('')).toMatch(language === 'ar' ? /\p{Script=Arabic}{3}/u : /[ışğ]/u);
      expect(text.join('')).toMatch(/Straße und Hausnummer/);
    },
    60_000,
  );
});

describe('the set of a practice', () => {
  it('lists sheets in use, proposes the required ones, and reports changes since the last save', async () => {
    const t = await createTestApp('sqlite', { renderer: quickRenderer() });
    try {
      const p = await addPractice(t, 'notfall'),
        read = async (): Promise<PaperSet> =>
          (await p.call('/notfall', { as: p.users.reception })).json as PaperSet;
      const before = await read();
      expect(before.last).toBeNull();
      expect(
        before.papers
          .filter((one) => one.isProposed && one.kind === 'form')
          .map((one) => one.id)
          .sort(),
      ).toEqual(['anamnese-erwachsene', 'anamnese-kinder', 'patientendaten', 'schmerz']);
      expect(
        (
          await p.call('/notfall/pdf?sheets=anamnese-erwachsene@4,foto@1&languages=de,tr', {
            as: p.users.reception,
          })
        ).status,
      ).toBe(200);
      expect(await read()).toMatchObject({
        last: { sheets: ['anamnese-erwachsene@4', 'foto@1'], languages: ['de', 'tr'] },
        changed: [],
      });
      expect(
        (await p.call('/notfall/pdf?sheets=nichts@1&languages=de', { as: p.users.reception }))
          .status,
      ).toBe(400);
      expect(
        (await p.call('/notfall/pdf?sheets=&languages=de', { as: p.users.reception })).status,
      ).toBe(400);
      await t.deps.workshop.write(p.cid, p.system, (w) =>
        keepPaperSet(w, {
          at: w.now,
          byName: '',
          sheets: ['anamnese-erwachsene@0', 'weg@1'],
          languages: ['de'],
        }),
      );
      expect((await read()).changed).toEqual(['Fragen zu Ihrer Gesundheit', 'weg@1']);
    } finally {
      await t.drop();
    }
  });
});
