/**
 * JSON types of the fields of a foreign form, checked before they are read; by name, at any depth.
 */

type Kind = 'text' | 'yes' | 'number' | 'object' | 'list';

const named = (kind: Kind, names: string): [string, Kind][] =>
  names.split(' ').map((name) => [name, kind]);
/**
 * Names and types of the standard (hl7.org/fhir/R4/questionnaire.profile.json and what can be
 * contained in one).
 */
const KINDS: ReadonlyMap<string, Kind> = new Map([
  ...named(
    'list',
    'item answerOption enableWhen initial extension modifierExtension contained concept include exclude contains designation property coding filter',
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
/** Never read here, and the same names have other types inside. */
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
  /** Whether its content is read. */
  readonly isRead: boolean;
}

/**
 * Finds fields of a wrong type.
 * @param value parsed JSON, untrusted
 * @returns paths of fields with another type than in the standard, at most twenty; `…` for
 * excessive nesting
 */
export function misshapen(value: unknown): readonly string[] {
  const found: string[] = [];
  // An explicit stack instead of recursion: foreign JSON may be nested arbitrarily deep.
  const open: Part[] = [{ value, path: '', depth: 0, isRead: true }];
  for (let one = open.pop(); one && found.length < MOST; one = open.pop()) {
    const { value: own, path, depth } = one;
    if (typeof own !== 'object' || own === null) continue;
    // Also in unread parts: they are traversed when stored.
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
      // A resource may have a narrative; everything else of this name is a string.
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
  // A code of a coding, the codes of an item; the elements next to primitives.
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
