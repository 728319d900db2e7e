// Every consent text is complete, checked by the schema, and pinned by its hash.
import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { documentTemplateSchema, textsOf } from '../../shared/desk/document.schema.ts';
import { mayBeSignedByFinger, templateKey } from '../../shared/desk/document.ts';
import { RECALL_WAYS } from '../../shared/papers/consent.ts';
import { checkText } from '../../shared/papers/text-findings.ts';
import { canonicalJson, sha256 } from '../../server/paper/seal/canonical.ts';
import { SPOKEN_LANGUAGES } from '../../shared/base/languages.ts';
import { TEMPLATES, declarationInUse, findTemplate, templatesInUse } from './catalogue.ts';
import { languagesOfText } from './languages.ts';
import hashes from './hashes.json';

const files = readdirSync(new URL('.', import.meta.url)).filter((name) => name.includes('@'));

/** Texts that are sent as papers of their own. */
const PAPERS = TEMPLATES.filter((one) => one.kind !== 'questionnaire');

describe('catalogue of consent texts', () => {
  it('lists every file under its own name', () => {
    const listed = TEMPLATES.flatMap((one) => [
      `${templateKey(one)}.json`,
      ...languagesOfText(one)
        .filter((language) => one.title[language] === undefined)
        .map((language) => `${templateKey(one)}.${language}.json`),
    ]);
    expect(listed.sort()).toEqual([...files].sort());
  });

  it('offers the newest version of each text in every language of the tablet', () => {
    for (const one of templatesInUse('2026-11-27'))
      expect([...languagesOfText(one)].sort(), one.id).toEqual([...SPOKEN_LANGUAGES].sort());
  });

  it.each(TEMPLATES.map((one) => [templateKey(one), one] as const))(
    '%s is unchanged since publication',
    (key, template) => {
      expect(sha256(canonicalJson(template))).toBe(new Map(Object.entries(hashes)).get(key));
      expect(Object.keys(hashes)).toHaveLength(files.length);
    },
  );

  it('keeps the declaration below answers out of what can be sent', () => {
    expect(templatesInUse('2026-11-27').map(({ id }) => id)).not.toContain('anamnese');
    expect(declarationInUse('2026-11-27')?.id).toBe('anamnese');
    expect(declarationInUse('2026-11-26')).toBeUndefined();
  });

  it.each(PAPERS.map((one) => [templateKey(one), one] as const))(
    '%s has four to seven sections in German and English',
    (_, template) => {
      expect(template.sections.length).toBeGreaterThanOrEqual(4);
      expect(template.sections.length).toBeLessThanOrEqual(7);
      for (const text of textsOf(template)) expect(Object.keys(text)).toEqual(['de', 'en']);
    },
  );

  it('[product 10.3] the law decides which documents may be signed on the tablet', () => {
    const finger = Object.fromEntries(
      PAPERS.map((one) => [one.id, mayBeSignedByFinger(one.formRequirement).ok]),
    );
    expect(finger).toEqual({
      betaeubung: true,
      datenschutz: true,
      ewe: false,
      extraktion: true,
      foto: true,
      implantat: true,
      mehrkosten: false,
      recall: true,
      wurzelkanal: true,
    });
    const guard = mayBeSignedByFinger(findTemplate('mehrkosten@1')!.formRequirement);
    expect(guard).toMatchObject({
      ok: false,
      source: expect.stringContaining('§ 28 Abs. 2 Satz 4 SGB V'),
    });
  });

  it('uses a text only from its first day on', () => {
    expect(templatesInUse('2026-10-31')).toEqual([]);
    expect(templatesInUse('2026-11-01').map(templateKey)).toContain('foto@1');
    expect(templatesInUse('2026-11-26').map(templateKey)).toContain('foto@1');
    expect(templatesInUse('2026-11-27').map(templateKey)).toContain('foto@2');
  });

  it('speaks of „mein“ for the patient only: a representative has other words', () => {
    for (const one of templatesInUse('2026-11-27'))
      expect(
        checkText(one, ['en'], () => true).flatMap(({ code, place }) =>
          code === 'represented_missing' && place.part === 'declaration' ? [place.id] : [],
        ),
        one.id,
        // A reminder goes to the person who signs.
      ).toEqual(one.id === 'recall' ? RECALL_WAYS : []);
    const foto = findTemplate('foto@2')!;
    const { represented: _own, ...mouth } = foto.declarations[0]!;
    expect(
      checkText({ ...foto, declarations: [mouth] }, ['en'], () => true).map(({ code }) => code),
    ).toContain('represented_missing');
  });

  it('refuses a text with a gap in a language, an undeclared placeholder or a double id', () => {
    const good = findTemplate('foto@1')!;
    const broken = [
      { ...good, title: { de: 'Nur deutsch' } },
      { ...good, title: { de: '{fremd}', en: '{fremd}' } },
      { ...good, sections: [...good.sections, ...good.sections] },
      { ...good, kind: 'notice' },
      { ...good, signerRoles: [] },
    ];
    for (const one of broken) expect(documentTemplateSchema.safeParse(one).success).toBe(false);
  });
});
