// Turns a document into the page model of the layout: every text with its language and direction,
// no decision left to Typst.
import type { Block, DocumentData, LocalText } from '../../../shared/desk/document.ts';
import { mayBeSignedByFinger, templateKey } from '../../../shared/desk/document.ts';
import { berlinDay, germanDay } from '../../../shared/base/dates.ts';
import { languageName } from '../../../shared/base/language-names.ts';
import { findLanguage } from '../../../shared/base/languages.ts';
import type { PrintedReading } from '../../../shared/papers/printed-reading.ts';
import { LABELS, roleLabel } from './labels.ts';
import { isolateName, isolateNumbers } from './rtl-numbers.ts';

export type PageText = {
  readonly lang: string;
  readonly dir: 'ltr' | 'rtl';
  readonly text: string;
};
export type PageBlock =
  | { readonly type: 'p' | 'note'; readonly text: PageText }
  | { readonly type: 'ul'; readonly items: readonly PageText[] }
  | {
      readonly type: 'table';
      readonly caption: PageText;
      readonly head: readonly PageText[];
      readonly rows: readonly (readonly PageText[])[];
    };

/**
 * `sign`: boxes for ink on the tablet. `print`: lines for a hand signature and a code for scanning.
 */
export type Variant = 'sign' | 'print';

// A paragraph sign is never separated from its number.
const bindParagraphs = (text: string): string =>
  text.replace(/(§§?|Abs\.|Art\.|Satz|Nr\.|Buchst\.) (?=[\da-z])/g, '$1\u00a0');

function pageText(text: LocalText, lang: string): PageText {
  // Missing translations are printed in German, which has its own direction.
  const said = text[lang] === undefined ? 'de' : lang;
  const dir = findLanguage(said)?.dir ?? 'ltr';
  const words = text[said] ?? text.de;
  return { lang: said, dir, text: dir === 'rtl' ? isolateNumbers(words) : bindParagraphs(words) };
}

function pageBlock(block: Block, lang: string): PageBlock {
  const one = (text: LocalText): PageText => pageText(text, lang);
  if (block.type === 'ul') return { type: 'ul', items: block.items.map(one) };
  if (block.type === 'table')
    return {
      type: 'table',
      caption: one(block.caption),
      head: block.head.map(one),
      rows: block.rows.map((row) => row.map(one)),
    };
  return { type: block.type, text: one(block.text) };
}

// Creating a formatter costs more than a hundred uses of it.
const formats = new Map<string, { day: Intl.DateTimeFormat; time: Intl.DateTimeFormat }>();

/** Formats an instant as `20.11.2026, 08:34 Uhr` in a zone. */
export function printedInstant(at: number, zone: string): string {
  const made = formats.get(zone) ?? {
    day: new Intl.DateTimeFormat('de-DE', {
      timeZone: zone,
      day: '2-digit',
      month: '2-digit',
      year: 'numeric',
    }),
    time: new Intl.DateTimeFormat('de-DE', {
      timeZone: zone,
      hour: '2-digit',
      minute: '2-digit',
      hourCycle: 'h23',
    }),
  };
  formats.set(zone, made);
  return `${made.day.format(at)}, ${made.time.format(at)} Uhr`;
}

/** An image of a paper page that is bound to the document; the file is `/scan-n.jpg`, from 1. */
export type BoundPage = { readonly turn: number; readonly width: number; readonly height: number };

/** Review of a printed translation: in German with its language, and in that language. */
function reviewText(data: DocumentData, language: string): PageText[] {
  const review = data.reviews?.[language];
  if (review === undefined) return [];
  const name = languageName(language, 'de'),
    own = LABELS.machine[language];
  if (review.by === 'practice') {
    const day = germanDay(berlinDay(review.at));
    return [pageText({ de: `${name}: Übersetzung geprüft von ${review.name} am ${day}.` }, 'de')];
  }
  return [
    pageText({ de: `${name}: maschinelle Übersetzung, noch nicht geprüft.` }, 'de'),
    ...(own === undefined ? [] : [pageText(LABELS.machine, language)]),
  ];
}

/**
 * Returns the page model of the layout as JSON.
 * @param codes number of pages with a code, from the first; null when the paper has no place for
 * one
 * @param scans paper pages printed before it
 * @param reading how it was read; before that the languages of the document are printed
 */
export function pageModel(
  data: DocumentData,
  variant: Variant,
  codes: number | null,
  scans: readonly BoundPage[],
  reading?: PrintedReading,
) {
  const languages = reading?.languages ?? data.languages;
  const both = (text: LocalText): PageText[] =>
    languages.filter((lang) => text[lang] !== undefined).map((lang) => pageText(text, lang));
  const foreign = languages.slice(1);
  const date = new Date(data.createdAt);
  return {
    variant,
    qr: codes !== null,
    codes: codes ?? 0,
    scans: scans.map((one, at) => ({
      turn: one.turn,
      isWide: one.turn % 180 === 0 ? one.width > one.height : one.height > one.width,
      alt: `Seite ${at + 1} von ${scans.length}, eingelesen`,
    })),
    date: {
      year: date.getUTCFullYear(),
      month: date.getUTCMonth() + 1,
      day: date.getUTCDate(),
      hour: date.getUTCHours(),
      minute: date.getUTCMinutes(),
      second: date.getUTCSeconds(),
    },
    praxis: data.praxis,
    title: both(data.title),
    patient: {
      name: data.patient.name,
      geburtsdatum: germanDay(data.patient.geburtsdatum),
      patid: data.patient.patid,
    },
    sections: data.sections.map((section) => ({
      heading: both(section.heading),
      german: section.body.map((block) => pageBlock(block, 'de')),
      foreign: foreign.map((lang) => ({
        dir: findLanguage(lang)?.dir ?? 'ltr',
        body: section.body.map((block) => pageBlock(block, lang)),
      })),
    })),
    declarations: data.declarations.map((one) => ({
      id: one.id,
      text: both(one.text),
      required: one.required,
    })),
    // A document may run over several pages: the one with the signature says what is signed.
    signedTitle: data.title.de,
    signers: data.signers.map((signer, index) => ({
      id: `signer${index}`,
      role: both(roleLabel(signer.role, data.patient.gender)),
      name: signer.name,
      capacity: signer.capacity ?? '',
    })),
    translations: foreign.map((lang) => ({
      binding: pageText(LABELS.binding, lang),
      review: reviewText(data, lang),
    })),
    understood: reading?.understood ?? [],
    isNotice: data.template.kind === 'notice',
    isPaper: !mayBeSignedByFinger(data.formRequirement).ok,
    formReason: both(data.formRequirement.reason),
    formSource: bindParagraphs(data.formRequirement.source),
    source: data.template.source.map(bindParagraphs),
    labels: Object.fromEntries(Object.entries(LABELS).map(([key, text]) => [key, both(text)])),
    footer: `${isolateName(data.patient.name)}, ${germanDay(data.patient.geburtsdatum)} · ${templateKey(data.template)} · erstellt am ${printedInstant(data.createdAt, data.zone)} (${data.zone})`,
  };
}
