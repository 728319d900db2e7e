/** Generates values for a schema: valid, nearly valid and hostile ones, all from one seed. */
import fc from 'fast-check';
import { z } from 'zod';

interface Node {
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  $ref?: string;
  $defs?: Record<string, Node>;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  items?: Node | boolean;
  prefixItems?: Node[];
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Node>;
  required?: string[];
  additionalProperties?: Node | boolean;
  propertyNames?: Node;
}

/**
 * Values that break programs: types, limits, markup, escapes, other scripts, internal names of the
 * product.
 */
const HOSTILE: readonly unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  1e300,
  '',
  ' ',
  '\u202Eabc',
  '\u200B',
  '🙂'.repeat(60),
  'ß',
  "' OR 1=1 --",
  '"; DROP TABLE task; --',
  '%',
  '_',
  '<script>alert(1)</script>',
  '{{7*7}}',
  '${x}',
  '../../x',
  'null',
  'undefined',
  '[object Object]',
  'a'.repeat(5000),
  '\r\nX-Injected: 1',
  'İ',
  '\uFFFF',
  '2026-02-31',
  '9999-99-99',
  '00000000-0000-0000-0000-000000000000',
  'NaN',
  '1e999',
  [],
  {},
  [[[[]]]],
  { a: { b: { c: {} } } },
  { toString: 'x' },
  { length: 1e9 },
  Array.from({ length: 300 }, () => 1),
];
/** Hostile text within the limits of a query or header. */
export const HOSTILE_TEXT: readonly string[] = HOSTILE.filter(
  (v): v is string => typeof v === 'string',
);

function stringOf(node: Node): fc.Arbitrary<unknown> {
  if (node.format === 'uuid') return fc.uuid({ version: [4, 7] });
  if (node.format === 'email') return fc.emailAddress();
  const { minLength = 0, maxLength = 40 } = node;
  // Generators of Unicode classes are very slow; they yield ordinary text.
  if (node.pattern !== undefined && !/\\p\{/i.test(node.pattern)) {
    try {
      return fc.stringMatching(new RegExp(node.pattern, 'u'), {
        maxLength: Math.max(minLength, Math.min(maxLength, 200)),
      });
    } catch {
      /* a pattern that cannot be inverted: any text */
    }
  }
  const fitting = HOSTILE_TEXT.filter(
    (text) => text.length >= minLength && text.length <= maxLength,
  );
  return fc.oneof(
    {
      weight: 4,
      arbitrary: fc.string({
        minLength,
        maxLength: Math.max(minLength, Math.min(maxLength, 60)),
        unit: 'grapheme',
      }),
    },
    // The longest allowed text, and unusual texts among the valid ones.
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'x'.repeat(Math.min(maxLength, 5000)),
        'ß'.repeat(Math.min(maxLength, 5000)),
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom('xxx'.slice(0, maxLength).padEnd(minLength, 'x'), ...fitting),
    },
  );
}
const INT_32 = 2 ** 31 - 1;
function numberOf(node: Node): fc.Arbitrary<unknown> {
  const min = node.minimum ?? node.exclusiveMinimum ?? -1_000_000,
    max = node.maximum ?? Math.max(min + 1, 1_000_000);
  if (node.type === 'integer') {
    const low = Math.ceil(min),
      high = Math.floor(max),
      // Small numbers are tried more often, unless only large ones fit, such as times in ms.
      isLarge = low > INT_32 || high < -INT_32;
    return fc.oneof(
      isLarge
        ? fc.integer({ min: low, max: high })
        : fc.integer({ min: Math.max(low, -INT_32), max: Math.min(high, INT_32) }),
      fc.constantFrom(low, high),
    );
  }
  return fc.double({ min, max, noNaN: true }).map((n) => (Object.is(n, -0) ? 0 : n));
}
/**
 * Maximum depth of recursive names (answers in answers); below that a list is empty and optional
 * values are missing.
 */
const DEEPEST = 2;
const namesItself = (node: Node | undefined): boolean =>
  node !== undefined &&
  (node.$ref !== undefined || (typeof node.items === 'object' && namesItself(node.items)));

function objectOf(node: Node, root: Node, depth: number): fc.Arbitrary<unknown> {
  const properties = Object.entries(node.properties ?? {}).filter(
    ([key, value]) => depth < DEEPEST || (node.required ?? []).includes(key) || !namesItself(value),
  );
  if (properties.length > 0) {
    const required = (node.required ?? []).filter((key) =>
      properties.some(([name]) => name === key),
    );
    return fc.record(
      Object.fromEntries(properties.map(([key, value]) => [key, arbitraryOf(value, root, depth)])),
      { requiredKeys: required },
    );
  }
  const values =
    typeof node.additionalProperties === 'object'
      ? arbitraryOf(node.additionalProperties, root, depth)
      : fc.string();
  return fc.dictionary(
    fc.string({ maxLength: 12 }).filter((key) => key !== '__proto__'),
    values,
    { maxKeys: 3 },
  );
}

/** Cached by depth: a schema with recursive names is long. */
const made = new WeakMap<Node, Map<string, fc.Arbitrary<unknown>>>();
function referredTo(ref: string, root: Node, depth: number): fc.Arbitrary<unknown> {
  const known = made.get(root) ?? new Map<string, fc.Arbitrary<unknown>>(),
    key = `${depth} ${ref}`;
  made.set(root, known);
  const arbitrary =
    known.get(key) ?? arbitraryOf(root.$defs?.[ref.split('/').at(-1) ?? ''] ?? {}, root, depth);
  known.set(key, arbitrary);
  return arbitrary;
}

function arbitraryOf(node: Node, root: Node, depth = 0): fc.Arbitrary<unknown> {
  if (node.$ref !== undefined) return referredTo(node.$ref, root, depth + 1);
  if ('const' in node) return fc.constant(node.const);
  if (node.enum) return fc.constantFrom(...node.enum);
  const choice = node.anyOf ?? node.oneOf;
  if (choice) return fc.oneof(...choice.map((one) => arbitraryOf(one, root, depth)));
  if (node.allOf) return arbitraryOf(Object.assign({}, ...node.allOf) as Node, root, depth);
  switch (node.type) {
    case 'string':
      return stringOf(node);
    case 'integer':
    case 'number':
      return numberOf(node);
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array': {
      if (depth >= DEEPEST && namesItself(node) && (node.minItems ?? 0) === 0)
        return fc.constant([]);
      const items =
        typeof node.items === 'object' ? arbitraryOf(node.items, root, depth) : fc.jsonValue();
      return fc.array(items, {
        minLength: node.minItems ?? 0,
        maxLength: Math.max(node.minItems ?? 0, Math.min(node.maxItems ?? 3, 3)),
      });
    }
    case 'object':
      return objectOf(node, root, depth);
    default:
      return fc.oneof(fc.constantFrom(...HOSTILE), fc.jsonValue());
  }
}

/** Generates valid values of a schema, as far as its JSON form defines validity. */
export function valuesOf(schema: z.ZodType): fc.Arbitrary<unknown> {
  const root = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Node;
  return arbitraryOf(root, root);
}

type Path = (string | number)[];
function pathsOf(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  return [
    at,
    ...Object.entries(value).flatMap(([key, part]) =>
      pathsOf(part, [...at, Array.isArray(value) ? Number(key) : key]),
    ),
  ];
}
function changed(
  value: unknown,
  [first, ...rest]: Path,
  change: (old: unknown) => unknown,
): unknown {
  if (first === undefined) return change(value);
  if (Array.isArray(value))
    return value.map((part, i) => (i === first ? changed(part, rest, change) : part));
  const entries = Object.entries(value as object).map(
    ([key, part]) => [key, key === first ? changed(part, rest, change) : part] as const,
  );
  return Object.fromEntries(entries.filter(([, part]) => part !== undefined));
}
/** Replaces, removes or extends one place of a value. */
export const spoiled = (values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> =>
  fc
    .tuple(
      values,
      fc.nat(),
      fc.constantFrom(...HOSTILE),
      fc.constantFrom('replace', 'remove', 'extend'),
    )
    .map(([value, pick, hostile, how]) => {
      const paths = pathsOf(value),
        path = paths[pick % paths.length] ?? [];
      return changed(value, path, (old) =>
        how === 'remove'
          ? undefined
          : how === 'extend' && typeof old === 'object' && old !== null && !Array.isArray(old)
            ? { ...old, surplus: hostile }
            : hostile,
      );
    });
