/**
 * The kinds of JSON that the fields of a foreign form must have before anything reads them; by
 * name, wherever they stand.
 */

type Kind = 'text' | 'yes' | 'number' | 'object' | 'list';

const named = (kind: Kind, names: string): [string, Kind][] =>
  names.split(' ').map((name) => [name, kind]);
/**
 * As the standard names and types them (hl7.org/fhir/R4/questionnaire.profile.json and what can be
 * contained in one).
 */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...named(
    'list',
    'item answerOption enableWhen initial extension modifierExtension contained concept include exclude contains designation coding filter',
  ),
  ...named(
    'object',
    'compose expansion meta valueCoding valueQuantity valueReference valueAttachment valueExpression valueCodeableConcept answerCoding answerQuantity answerReference',
  ),
  ...named(
    'text',
    'resourceType id url version name title status date publisher description purpose copyright language linkId definition prefix text type question operator enableBehavior answerValueSet system display expression reference unit comparator contentType valueString valueUri valueUrl valueCode valueCanonical valueMarkdown valueId valueInstant valueDate valueDateTime valueTime answerString answerDate answerDateTime answerTime content',
  ),
  ...named(
    'yes',
    'required repeats readOnly initialSelected abstract valueBoolean answerBoolean userSelected',
  ),
  ...named(
    'number',
    'maxLength valueInteger valueDecimal valuePositiveInt valueUnsignedInt answerInteger answerDecimal',
  ),
]);
const MOST = 20,
  DEEPEST = 150;
/** Read by nobody here, and the same names mean other kinds inside. */
const UNREAD: ReadonlySet<string> = new Set([
  'identifier',
  'contact',
  'useContext',
  'jurisdiction',
  'meta',
  'filter',
  'effectivePeriod',
  'property',
  'parameter',
]);
const READ_RESOURCES: readonly unknown[] = [undefined, 'Questionnaire', 'ValueSet', 'CodeSystem'];

interface Part {
  readonly value: unknown;
  readonly path: string;
  readonly depth: number;
  /** Whether anybody looks at what is in it. */ readonly isRead: boolean;
}

/**
 * @param value parsed JSON, from anywhere
 * @returns paths of fields that are of another kind than the standard says, at most twenty; `…` for
 * what is nested beyond any form
 */
export function misshapen(value: unknown): readonly string[] {
  const found: string[] = [];
  // A list of its own instead of recursion: foreign JSON may be nested as deep as somebody likes.
  const open: Part[] = [{ value, path: '', depth: 0, isRead: true }];
  for (let one = open.pop(); one && found.length < MOST; one = open.pop()) {
    const { value: own, path, depth } = one;
    if (typeof own !== 'object' || own === null) continue;
    // Also where nobody reads: it is walked through when it is stored.
    if (depth > DEEPEST) {
      found.push('…');
      continue;
    }
    const kind: unknown = 'resourceType' in own ? own.resourceType : undefined;
    const isResource = one.isRead && READ_RESOURCES.includes(kind);
    if (one.isRead && !isResource && typeof kind !== 'string') {
      found.push(`${path}.resourceType`);
      continue;
    }
    for (const [name, part] of Object.entries(own)) {
      if (part === undefined) continue;
      const at = Array.isArray(own) ? `${path}[${name}]` : path === '' ? name : `${path}.${name}`;
      // A resource may carry a narrative; everything else of this name is a text.
      const isUnread =
        !isResource ||
        (!Array.isArray(own) &&
          (UNREAD.has(name) ||
            (name.startsWith('value') && !KINDS.has(name) && name !== 'valueSet') ||
            (name === 'text' && kind !== undefined && isObject(part))));
      if (!isUnread && !Array.isArray(own) && !isAsNamed(name, part)) {
        found.push(at);
        continue;
      }
      open.push({ value: part, path: at, depth: depth + 1, isRead: !isUnread });
    }
  }
  return found;
}

const isObject = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isList = (value: unknown): boolean => Array.isArray(value) && value.every(isObject);

function isAsNamed(name: string, value: unknown): boolean {
  // A code of a coding, the codes of an item; the elements beside primitives.
  if (name === 'code') return typeof value === 'string' || isList(value);
  if (name === 'valueSet')
    return Array.isArray(value) && value.every((one) => typeof one === 'string');
  if (name.startsWith('_')) return isObject(value) || Array.isArray(value);
  switch (KINDS.get(name)) {
    case 'text':
      return typeof value === 'string';
    case 'yes':
      return typeof value === 'boolean';
    case 'number':
      return typeof value === 'number' && Number.isFinite(value);
    case 'object':
      return isObject(value);
    case 'list':
      return isList(value);
    case undefined:
      return true;
  }
}
