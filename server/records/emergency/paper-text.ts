// A consent text or a notice on paper, without a patient: gaps for handwriting of the practice and
// the person. Pure.

import {
  mayBeSignedByFinger,
  templateKey,
  type Block,
  type DocumentPraxis,
  type DocumentTemplate,
  type LocalText,
} from '../../../shared/desk/document.ts';
import { findLanguage } from '../../../shared/base/languages.ts';
import type { BlankSheet, BlankWords } from '../../paper/pdf/blank.ts';

const GAP = '________________';

/**
 * Builds the blank sheet of a consent text.
 * @param language second language, `de` for German alone
 */
export function paperText(
  template: DocumentTemplate,
  praxis: DocumentPraxis,
  { language, code }: { language: string; code: string },
): BlankSheet {
  const contact =
    [praxis.telefon, praxis.mail].filter((one) => one !== '').join(' · ') ||
    praxis.anschrift ||
    praxis.name;
  const known: Readonly<Record<string, string>> = {
    praxis: praxis.name,
    anschrift: praxis.anschrift,
    telefon: praxis.telefon,
    mail: praxis.mail,
    kontakt: contact,
  };
  const fill = (text: string): string =>
    text.replace(/\{([A-Za-z][A-Za-z0-9]*)\}/g, (_, name: string) => known[name] || GAP);
  const words = (text: LocalText): BlankWords[] =>
    ['de', language]
      .filter((one, at) => at === 0 || (one !== 'de' && text[one] !== undefined))
      .map((lang) => ({
        text: fill(text[lang] ?? text.de),
        lang,
        isRtl: findLanguage(lang)?.dir === 'rtl',
      }));
  const rowOf = (row: readonly LocalText[]): BlankWords[] =>
    words({
      de: row.map((cell) => cell.de).join(': '),
      ...(row.every((cell) => cell[language] !== undefined) && {
        [language]: row.map((cell) => cell[language] ?? cell.de).join(': '),
      }),
    });
  const bodyOf = (block: Block): { words: BlankWords[]; isListed: boolean }[] => {
    if (block.type === 'ul')
      return block.items.map((one) => ({ words: words(one), isListed: true }));
    if (block.type === 'table')
      return [
        { words: words(block.caption), isListed: false },
        ...[block.head, ...block.rows].map((row) => ({ words: rowOf(row), isListed: true })),
      ];
    return [{ words: words(block.text), isListed: false }];
  };
  const guard = mayBeSignedByFinger(template.formRequirement),
    roles = template.signerRoles;
  const notes = [
    template.talk
      ? 'Vor der Unterschrift erklärt die Zahnärztin oder der Zahnarzt die Behandlung im Gespräch.'
      : '',
    guard.ok ? '' : `${fill(guard.reason.de)} (${guard.source})`,
    template.reviews?.[language]?.by === 'machine'
      ? 'Die Übersetzung ist maschinell und noch nicht geprüft. Verbindlich ist der deutsche Text.'
      : '',
  ];
  const signers = [
    ...(roles.some(
      (one) => one !== 'parent2' && one !== 'dentist' && one !== 'witness' && one !== 'interpreter',
    )
      ? ['Unterschrift: Patientin oder Patient, Elternteil oder wer die Person vertritt']
      : []),
    ...(roles.includes('parent2') ? ['Unterschrift des zweiten Elternteils'] : []),
    ...(roles.includes('dentist') ? ['Unterschrift der Zahnärztin oder des Zahnarztes'] : []),
  ];
  return {
    kind: 'text',
    title: words(template.title),
    key: templateKey(template),
    code,
    note: notes.filter((one) => one !== '').join(' '),
    parts: template.sections.map((section) => ({
      heading: words(section.heading),
      body: section.body.flatMap(bodyOf),
    })),
    declarations: template.declarations.map((one) => words(one.text)),
    signers,
  };
}
