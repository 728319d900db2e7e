// Agreements on fees beyond the schedule (§ 2 Abs. 1 and 2 GOZ): required contents, the amount of
// each service, and missing or forbidden contents of a text. Pure.

/**
 * § 5 Abs. 1 GOZ: 5.62421 cents per point, in millionths of a cent, so that no fraction is lost.
 */
const POINT_VALUE = 562_421;
/**
 * Above this factor an agreement is needed; up to 3.5 the bill states the reason (§ 5 Abs. 2, § 10
 * Abs. 3 GOZ).
 */
export const NEEDS_AGREEMENT = 3.5;
export const MOST_FACTOR = 99.99;

/** Parses a typed factor (`4,2`); undefined for anything else or more than two decimals. */
export function factorOf(words: string): number | undefined {
  const match = /^(\d{1,2})(?:[,.](\d{1,2}))?$/.exec(words.trim()),
    factor = match ? Number(`${match[1]}.${match[2] ?? 0}`) : Number.NaN;
  return factor > 0 ? factor : undefined;
}
/**
 * Returns the fee in cents, rounded once after multiplying (§ 5 Abs. 1 GOZ).
 * @param factor with at most two places
 */
export const feeCents = (points: number, factor: number): number =>
  Math.round((points * POINT_VALUE * Math.round(factor * 100)) / 10_000_000);

export interface AgreedLine {
  readonly number: string;
  readonly text: string;
  readonly factor: number;
  readonly cents: number;
}
export const AGREEMENT_TITLE = 'Vereinbarung nach § 2 Abs. 1 und 2 GOZ';
/** The statement that the law requires. */
export const REIMBURSEMENT =
  'Eine Erstattung der Vergütung durch Erstattungsstellen ist möglicherweise nicht in vollem Umfang gewährleistet.';

export interface KnownService {
  readonly number: string;
  readonly text: string;
  readonly points: number;
}
type Missing =
  | 'number'
  | 'designation'
  | 'factor'
  | 'amount'
  | 'reimbursement'
  | 'signature_dentist'
  | 'signature_payer';
/**
 * `sum`: the amount of a service is not points × value × factor. `low`: no agreement is needed.
 * `single`: this surcharge is charged at 1.0 only.
 */
type Doubt =
  | { readonly kind: 'sum'; readonly number: string; readonly expectedCents: number }
  | { readonly kind: 'low' | 'single' | 'unknown'; readonly number: string };
/**
 * `other`: a sentence without any required content; each of the others is a common declaration that
 * makes an agreement void.
 */
type Foreign =
  | 'reason'
  | 'assignment'
  | 'payment'
  | 'receipt'
  | 'talk'
  | 'data'
  | 'points'
  | 'other';
export interface AgreementFindings {
  readonly missing: readonly Missing[];
  readonly doubts: readonly Doubt[];
  readonly foreign: readonly { readonly kind: Foreign; readonly words: string }[];
  readonly services: readonly string[];
}

const FOREIGN: readonly (readonly [Foreign, RegExp])[] = [
  [
    'assignment',
    /abgetret|abtret|abrechnungsgesellschaft|abrechnungsstelle|factoring|verrechnungsstelle|schweigepflicht/i,
  ],
  [
    'payment',
    /fällig|zahlbar|vorkasse|vorauszahlung|anzahlung|\braten?\b|ratenzahlung|verzug|mahn|stornier|ausfallhonorar/i,
  ],
  [
    'data',
    /datenschutz|personenbezogen|einwillig|einverstanden mit der (?:weitergabe|übermittlung)/i,
  ],
  ['receipt', /abdruck|ausfertigung|kopie|exemplar/i],
  ['points', /punktwert|punktzahl/i],
  [
    'reason',
    /begründ|aufgrund|auf grund|\bwegen\b|schwierigkeit|zeitaufwand|besonders aufwendig|überdurchschnittlich/i,
  ],
  ['talk', /aufgeklärt|besprochen|verstanden|fragen .*beantwortet|freiwillig|bedenkzeit/i],
];
const FACTOR = /(\d{1,2}(?:[,.]\d{1,2})?)\s*(?:-?\s?fach\w*|×|x\b)/i,
  BARE_FACTOR = /(?:faktor|steigerungssatz|satz)\D{0,12}(\d{1,2}(?:[,.]\d{1,2})?)/i;
const AMOUNT =
  /(\d{1,3}(?:\.\d{3})+|\d{1,6}),(\d{2})\s*(?:€|eur\b|euro\b)|(?:€|eur\b)\s*(\d{1,3}(?:\.\d{3})+|\d{1,6}),(\d{2})/i;
const SIGNED_BY_DENTIST =
  /unterschrift[^\n]*(?:zahn[aä]rzt|praxis)|(?:zahn[aä]rzt(?:in)?|zahnarztpraxis)[^\n]*unterschrift|_{4,}[^\n]*zahn[aä]rzt|^\W*(?:dr\.[^\n]*)?\(?zahn[aä]rzt(?:in|\/in|:in)?\)?\W*$/im;
const SIGNED_BY_PAYER =
  /unterschrift[^\n]*(?:zahlungspflichtig|patient)|(?:zahlungspflichtig\w*|patient\w*)[^\n]*unterschrift|_{4,}[^\n]*(?:zahlungspflichtig|patient)|^\W*\(?(?:zahlungspflichtig\w*|patient(?:in|\/in|:in)?)(?: person)?\)?\W*$/im;
/** Headings, names of columns, parties, signature lines: no declarations. */
const FRAME =
  /^(?:(?:honorar|gebühren|vergütungs)?vereinbarung\b.*|.*\b§ ?2\b.*\bgoz\b.*|zwischen\b.*|und|(?:zahnarztpraxis|praxis|zahn[aä]rzt\w*|dr\.|frau|herr|patient\w*|zahlungspflichtig\w*|name|anschrift|geburtsdatum|geboren)\b.*|(?:goz[- ]?)?(?:nr|nummer|leistung|bezeichnung|steigerungssatz|faktor|betrag|anzahl|zahn|regio|menge|summe|gesamt)\b.{0,80}|ort,? ?(?:und )?datum.*|datum.*|unterschrift.*|[_.\s-]{4,}.*|\d{5} .*|.*(?:straße|str\.|weg|platz|allee) \d+.*)$/i;
const STATEMENT = /erstatt/i,
  NOT_FULL = /(?:möglicherweise|unter umständen|eventuell|ggf\.?|gegebenenfalls|kann|könnte)/i;

const centsIn = (text: string): number | undefined => {
  const m = AMOUNT.exec(text);
  return m
    ? Number((m[1] ?? m[3] ?? '').replaceAll('.', '')) * 100 + Number(m[2] ?? m[4])
    : undefined;
};
const factorIn = (text: string): number | undefined => {
  const m = FACTOR.exec(text) ?? BARE_FACTOR.exec(text);
  return m?.[1] === undefined ? undefined : factorOf(m[1]);
};
const significant = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^a-zäöüß]+/)
    .filter((word) => word.length > 4);

/**
 * Finds required contents that a text lacks, and contents beyond them. It matches words and does
 * not judge: a user reviews the findings.
 * @param text the agreement as written, line by line
 * @param known positions of the schedule
 */
export function checkAgreement(text: string, known: readonly KnownService[]): AgreementFindings {
  const lines = text
    .split(/\r?\n/)
    .flatMap((line) => line.split(/(?<=[.!?])(?<!\b[A-ZÄÖÜ][a-zäöüß]{1,3}\.)\s+(?=[A-ZÄÖÜ])/))
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const positions = new Map(known.map((one) => [one.number, one])),
    missing = new Set<Missing>(),
    doubts: Doubt[] = [],
    foreign: { kind: Foreign; words: string }[] = [],
    services: string[] = [];
  // A service may continue over the next lines, up to the next number.
  const blocks: { number: string; text: string }[] = [];
  let open: { number: string; text: string } | undefined;
  let hasStatement = false;
  for (const line of lines) {
    const number = /(?:^|\b(?:goz|nr\.?|nummer)\s*:?\s*)(\d{4})a?\b(?!\s*(?:€|eur))/i.exec(
      line,
    )?.[1];
    const isStatement = STATEMENT.test(line) && NOT_FULL.test(line) && /nicht/i.test(line);
    if (number !== undefined) {
      open = { number, text: line };
      blocks.push(open);
      continue;
    }
    if (isStatement) {
      hasStatement = true;
      open = undefined;
      continue;
    }
    const isValue = factorIn(line) !== undefined || centsIn(line) !== undefined,
      kind = FOREIGN.find(([, words]) => words.test(line))?.[0];
    if (kind !== undefined) {
      foreign.push({ kind, words: line });
      open = undefined;
      continue;
    }
    if (
      open &&
      (isValue ||
        positions.get(open.number)?.text.toLowerCase().includes(line.toLowerCase()) === true)
    ) {
      open.text += ` ${line}`;
      continue;
    }
    if (
      isValue ||
      (FRAME.test(line) && !/[a-zäöüß]{4}[.!?]$/.test(line)) ||
      SIGNED_BY_DENTIST.test(line) ||
      SIGNED_BY_PAYER.test(line) ||
      significant(line).length < 2
    )
      continue;
    foreign.push({ kind: 'other', words: line });
  }
  if (blocks.length === 0) missing.add('number');
  for (const block of blocks) {
    const service = positions.get(block.number),
      factor = factorIn(block.text),
      cents = centsIn(block.text),
      words = significant(block.text);
    services.push(block.number);
    if (words.length === 0) missing.add('designation');
    if (factor === undefined) missing.add('factor');
    if (cents === undefined) missing.add('amount');
    if (!service) doubts.push({ kind: 'unknown', number: block.number });
    else if (
      factor !== undefined &&
      cents !== undefined &&
      feeCents(service.points, factor) !== cents
    )
      doubts.push({
        kind: 'sum',
        number: block.number,
        expectedCents: feeCents(service.points, factor),
      });
    if (factor !== undefined && factor <= NEEDS_AGREEMENT)
      doubts.push({ kind: 'low', number: block.number });
  }
  if (!hasStatement) missing.add('reimbursement');
  if (!SIGNED_BY_DENTIST.test(text)) missing.add('signature_dentist');
  if (!SIGNED_BY_PAYER.test(text)) missing.add('signature_payer');
  return { missing: [...missing], doubts, foreign, services };
}
