// Contents of a submission, as lines to read: answers with their photos, or any other content.
// Nothing of it is trusted.

/** `photos` are URLs of pictures (`data:`). */
export interface Line {
  readonly label: string;
  readonly text: string;
  readonly depth: number;
  readonly photos: readonly string[];
  /** A photo that is named and has not arrived. */
  readonly lacksPhoto?: true;
}

type Bag = Readonly<Record<string, unknown>>;
const isBag = (value: unknown): value is Bag =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
/** Longer words are not typed by a person: a seal, a picture, strokes. */
const LONGEST = 4_000;
const MOST_DEPTH = 8;
/** Machine-readable keys only. */
const UNTOLD = new Set([
  'taskId',
  'at',
  'language',
  'form',
  'reading',
  'origin',
  'strokes',
  'strokes64',
  'data',
  'ink',
  'dataSha256',
  'presentedPdfSha256',
  'sha256',
  'extension',
  'device',
]);
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/webp']);

/**
 * Returns the content line by line.
 * @param content JSON text, or other readable text; null where unreadable
 */
export function linesOf(content: string | null): readonly Line[] {
  if (content === null) return [];
  let value: unknown;
  try {
    value = JSON.parse(content);
  } catch {
    return [{ label: '', text: content.slice(0, LONGEST), depth: 0, photos: [] }];
  }
  if (!isBag(value)) return tell('', value, 0);
  const { response, ...rest } = value;
  return [...tell('', rest, 0), ...(isBag(response) ? answers(listOf(response.item), 0) : [])];
}

function answers(items: readonly unknown[], depth: number): readonly Line[] {
  if (depth > MOST_DEPTH) return [];
  return items.filter(isBag).flatMap((item) => {
    const given = listOf(item.answer).filter(isBag),
      label =
        typeof item.text === 'string' && item.text !== ''
          ? item.text
          : typeof item.linkId === 'string'
            ? item.linkId
            : '';
    const line: Line = {
      label,
      text: given
        .map(valueText)
        .filter((text) => text !== '')
        .join(', '),
      depth,
      photos: given.flatMap(photoOf),
      ...(given.some(lacksPhoto) && { lacksPhoto: true as const }),
    };
    return [
      line,
      ...answers(listOf(item.item), depth + 1),
      ...given.flatMap((one) => answers(listOf(one.item), depth + 1)),
    ];
  });
}

function photoOf(answer: Bag): string[] {
  const { valueAttachment: file } = answer;
  if (
    !isBag(file) ||
    typeof file.contentType !== 'string' ||
    !PICTURES.has(file.contentType) ||
    typeof file.data !== 'string' ||
    !/^[A-Za-z0-9+/]+={0,2}$/.test(file.data)
  )
    return [];
  return [`data:${file.contentType};base64,${file.data}`];
}

const lacksPhoto = ({ valueAttachment: file }: Bag): boolean =>
  isBag(file) && typeof file.url === 'string' && file.data === undefined;

function valueText(answer: Bag): string {
  for (const [key, value] of Object.entries(answer)) {
    if (!key.startsWith('value') || key === 'valueAttachment') continue;
    return isBag(value)
      ? wordOf(value.display ?? value.code) ||
          [value.value, value.unit]
            .map(wordOf)
            .filter((one) => one !== '')
            .join(' ')
      : wordOf(value);
  }
  return '';
}

/** Yes and no are not taken from the form's words: `true` and `false` are shown as marks. */
const wordOf = (value: unknown): string =>
  typeof value === 'boolean'
    ? value
      ? '✓'
      : '✗'
    : typeof value === 'string'
      ? value
      : typeof value === 'number'
        ? String(value)
        : '';

function tell(label: string, value: unknown, depth: number): readonly Line[] {
  if (value === null || value === undefined || depth > MOST_DEPTH) return [];
  if (Array.isArray(value)) return value.flatMap((one) => tell(label, one, depth));
  if (isBag(value))
    return Object.entries(value).flatMap(([key, one]) =>
      UNTOLD.has(key) ? [] : tell(label === '' ? key : `${label} · ${key}`, one, depth + 1),
    );
  const text = wordOf(value);
  return text === '' || text.length > LONGEST ? [] : [{ label, text, depth: 0, photos: [] }];
}
