// Finds active content and embedded files in a PDF; our own attachments are not counted.
import type { ActiveKind } from '../../../shared/papers/verify.ts';
import { isDictionary, isList, isName, isStream, isText } from './reader/pdf-objects.ts';
import type { PdfDictionary, PdfText, PdfValue } from './reader/pdf-objects.ts';
import type { OpenPdf } from './reader/pdf-reader.ts';

const OURS = new Set(['data.json', 'evidence.json']);
const MAX_FOUND = 50;
const ACTIONS: Readonly<Record<string, ActiveKind>> = {
  JavaScript: 'javascript',
  Launch: 'launch',
  SubmitForm: 'submit_form',
  ImportData: 'submit_form',
  GoToR: 'remote',
  GoToE: 'remote',
  URI: 'remote',
  Rendition: 'rich_media',
  Movie: 'rich_media',
  Sound: 'rich_media',
};

export type ActiveContent = { readonly kind: ActiveKind; readonly detail: string };

/**
 * Returns the text of a PDF string (UTF-16 with mark, or Latin-1), safe to show: no control
 * characters, at most 80 characters.
 */
export function shownText(text: PdfText): string {
  const bytes = Buffer.from(text.bytes);
  const isWide = bytes[0] === 0xfe && bytes[1] === 0xff;
  const plain = isWide
    ? Buffer.from(bytes.subarray(2, bytes.length - (bytes.length % 2)))
        .swap16()
        .toString('utf16le')
    : bytes.toString('latin1');
  return [...plain.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '')].slice(0, 80).join('');
}

/**
 * Open action as most office programs write it (ISO 32000-1, 12.3.2): a page and a zoom, or the
 * action that does nothing else.
 */
function isPlace(value: PdfValue | undefined, pdf: OpenPdf): boolean {
  const found = pdf.resolve(value);
  if (isStream(found) || found === undefined) return false;
  return (
    isList(found) || (isDictionary(found) && isName(found.get('S'), 'GoTo') && !found.has('Next'))
  );
}

function lookInto(
  dict: PdfDictionary,
  pdf: OpenPdf,
  isStrict: boolean,
  add: (kind: ActiveKind, detail?: string) => void,
): void {
  const action = pdf.resolve(dict.get('S'));
  if (!isStream(action) && isName(action)) {
    const kind = ACTIONS[action.value];
    // /S also names structure elements; an action always has its own keys as well. In strict mode a
    // missing key hides none.
    if (kind !== undefined && (isStrict || !dict.has('K'))) add(kind);
  }
  if (dict.has('JS') || dict.has('JavaScript')) add('javascript');
  if (dict.has('OpenAction') && !isPlace(dict.get('OpenAction'), pdf)) add('open_action');
  if (dict.has('AA')) add('additional_action');
  if (dict.has('XFA')) add('xfa');
  const subtype = dict.get('Subtype');
  if (
    isName(subtype, 'RichMedia') ||
    isName(subtype, 'Screen') ||
    isName(subtype, '3D') ||
    isName(subtype, 'Movie')
  )
    add('rich_media');
  if (dict.has('EF')) {
    const file = pdf.resolve(dict.get('UF') ?? dict.get('F'));
    const named = !isStream(file) && isText(file) ? shownText(file) : '';
    if (isStrict || !OURS.has(named)) add('embedded_file', named);
  }
}

/**
 * Returns all findings in the newest revision, each kind and file once, at most 50.
 * @param isStrict also counts attachments named like ours: a name proves nothing without our seal
 */
export function activeContent(pdf: OpenPdf, isStrict = false): ActiveContent[] {
  const found = new Map<string, ActiveContent>();
  const add = (kind: ActiveKind, detail = ''): void => {
    if (found.size < MAX_FOUND) found.set(`${kind}\n${detail}`, { kind, detail });
  };
  const walk = (value: PdfValue): void => {
    if (isDictionary(value)) {
      lookInto(value, pdf, isStrict, add);
      for (const child of value.values()) walk(child);
    } else if (isList(value)) for (const child of value) walk(child);
  };
  for (const number of pdf.numbers) {
    const object = pdf.resolve({ kind: 'ref', number });
    if (object !== undefined) walk(isStream(object) ? object.dict : object);
  }
  return [...found.values()];
}
