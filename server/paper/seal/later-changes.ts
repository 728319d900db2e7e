// Checks updates after a seal in the same file. The seal allows no change (DocMDP P=1): only
// additions that keep it verifiable are allowed.
import type { LaterChanges, LaterKind } from '../../../shared/papers/verify.ts';
import {
  isDictionary,
  isList,
  isName,
  isReference,
  isStream,
  isText,
} from './reader/pdf-objects.ts';
import type { PdfDictionary, PdfValue } from './reader/pdf-objects.ts';
import type { OpenPdf } from './reader/pdf-reader.ts';

const BLANK = new Set([0, 9, 10, 12, 13, 32]);
const isBlank = (bytes: Uint8Array): boolean => bytes.every((byte) => BLANK.has(byte));

const KINDS: readonly LaterKind[] = ['blank', 'validation_data', 'document_timestamp', 'content'];

type Value = PdfValue | undefined;

/** Syntactic equality: references are equal when their numbers are, whatever they point to. */
function isSame(one: Value, other: Value): boolean {
  if (isReference(one)) return isReference(other) && one.number === other.number;
  if (isName(one)) return isName(other, one.value);
  if (isText(one)) return isText(other) && Buffer.compare(one.bytes, other.bytes) === 0;
  if (isList(one))
    return (
      isList(other) && one.length === other.length && one.every((item, i) => isSame(item, other[i]))
    );
  if (isDictionary(one)) return isDictionary(other) && keysThatDiffer(one, other).length === 0;
  return one === other;
}

function keysThatDiffer(one: PdfDictionary, other: PdfDictionary): string[] {
  const keys = new Set([...one.keys(), ...other.keys()]);
  return [...keys].filter((key) => !isSame(one.get(key), other.get(key)));
}

/** Two revisions of a file, and the findings between them. */
type Compared = {
  readonly signed: OpenPdf;
  readonly newest: OpenPdf;
  readonly found: Set<LaterKind>;
};

const STAMP_FIELD_KEYS = new Set([
  'Type',
  'Subtype',
  'FT',
  'T',
  'TU',
  'V',
  'F',
  'Ff',
  'Rect',
  'P',
  'AP',
]);

/** A new, invisible field that contains a document time stamp. */
function isStampField({ signed, newest }: Compared, value: Value): boolean {
  if (!isReference(value) || signed.placeOf(value.number) !== undefined) return false;
  const field = newest.dict(value);
  const stamp = field?.get('V');
  if (field === undefined || !isReference(stamp) || signed.placeOf(stamp.number) !== undefined)
    return false;
  const rect = newest.list(field.get('Rect'));
  const isDrawn = rect?.length !== 4 || (rect[0] !== rect[2] && rect[1] !== rect[3]);
  if (isDrawn || [...field.keys()].some((key) => !STAMP_FIELD_KEYS.has(key))) return false;
  return (
    isName(field.get('FT'), 'Sig') && isName(newest.dict(stamp)?.get('SubFilter'), 'ETSI.RFC3161')
  );
}

/** A list of fields or annotations to which only document time stamps were added. */
function isGrownByStamps(both: Compared, before: Value, after: Value): boolean {
  const old = both.signed.list(before) ?? [];
  const now = both.newest.list(after) ?? [];
  if (!old.every((item, i) => isSame(item, now[i]))) return false;
  const added = now.slice(old.length);
  if (added.length > 0) both.found.add('document_timestamp');
  return added.every((item) => isStampField(both, item));
}

type Rule = (both: Compared, before: Value, after: Value) => boolean;

/** A dictionary of which only some keys may differ, each by its own rule. */
const only =
  (rules: Readonly<Record<string, Rule>>): Rule =>
  (both, before, after) => {
    const [old, now] = [both.signed.dict(before), both.newest.dict(after)];
    if (old === undefined || now === undefined) return false;
    // An unchanged reference is judged where its object changed.
    return keysThatDiffer(old, now).every(
      (key) => rules[key]?.(both, old.get(key), now.get(key)) ?? false,
    );
  };

const isFormGrown = only({ Fields: isGrownByStamps });
const isPageGrown = only({ Annots: isGrownByStamps });
const isInfoTouched = only({ ModDate: () => true, Producer: () => true });
const hasValidationData: Rule = ({ found }, _before, after) => {
  if (after !== undefined) found.add('validation_data');
  return after !== undefined;
};
const isCatalogGrown = only({
  DSS: hasValidationData,
  Extensions: () => true,
  AcroForm: isFormGrown,
});

/** Returns references of the page tree, in order; the tree was walked before and is bounded. */
function pagesOf(pdf: OpenPdf, node: Value): number[] {
  const kids = pdf.list(pdf.dict(node)?.get('Kids'));
  if (kids !== undefined) return kids.flatMap((kid) => pagesOf(pdf, kid));
  return isReference(node) ? [node.number] : [];
}

/** Objects that may be rewritten, and their allowed differences. */
function rulesOf(signed: OpenPdf): Map<number, Rule> {
  const rules = new Map<number, Rule>();
  const add = (value: Value, rule: Rule): void => {
    if (isReference(value)) rules.set(value.number, rule);
  };
  const form = signed.catalog.get('AcroForm');
  add(signed.trailer.get('Info'), isInfoTouched);
  add(signed.catalog.get('DSS'), hasValidationData);
  add(form, isFormGrown);
  add(signed.dict(form)?.get('Fields'), isGrownByStamps);
  for (const number of pagesOf(signed, signed.catalog.get('Pages'))) {
    const page: PdfValue = { kind: 'ref', number };
    add(signed.dict(page)?.get('Annots'), isGrownByStamps);
    add(page, isPageGrown);
  }
  add(signed.trailer.get('Root'), isCatalogGrown);
  return rules;
}

function judge(both: Compared, changed: readonly number[], added: readonly number[]): void {
  const { signed, newest, found } = both;
  // Another encryption would make other pages of the same bytes.
  const isSameFile = ['Root', 'Info', 'Encrypt'].every((key) =>
    isSame(signed.trailer.get(key), newest.trailer.get(key)),
  );
  const size = Number(signed.trailer.get('Size'));
  const rules = rulesOf(signed);
  const isAllowed = (number: number): boolean => {
    const at: PdfValue = { kind: 'ref', number };
    const isPlain = !isStream(signed.resolve(at)) && !isStream(newest.resolve(at));
    return (
      isPlain && newest.placeOf(number) !== undefined && rules.get(number)?.(both, at, at) === true
    );
  };
  // A new object under a number that the seal may already reference does not count as new.
  const isRight = isSameFile && added.every((number) => number >= size) && changed.every(isAllowed);
  if (!isRight) found.add('content');
}

/**
 * Names additions after a seal.
 * @param signed the file as of its seal
 * @param tail the bytes that follow the sealed range
 */
export function laterChanges(signed: OpenPdf, newest: OpenPdf, tail: Uint8Array): LaterChanges {
  const pagesAdded = newest.pages() - signed.pages();
  const changed = signed.numbers.filter(
    (number) => newest.placeOf(number) !== signed.placeOf(number),
  );
  const added = newest.numbers.filter((number) => signed.placeOf(number) === undefined);
  const found = new Set<LaterKind>();
  if (!isBlank(tail)) {
    judge({ signed, newest, found }, changed, added);
    const text = Buffer.from(tail.buffer, tail.byteOffset, tail.byteLength);
    const end = text.lastIndexOf('%%EOF');
    // Bytes outside any update are read by programs that repair a file.
    if (!text.includes('startxref') || end < 0 || !isBlank(tail.subarray(end + 5)))
      found.add('content');
  }
  if (found.size === 0) found.add('blank');
  return {
    kinds: KINDS.filter((kind) => found.has(kind)),
    bytes: tail.length,
    pagesAdded,
    objectsChanged: changed.length + added.length,
  };
}
