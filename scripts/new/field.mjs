/**
 * Skeleton of a field of a person's master data: adds its name; the type checker then reports every
 * place that needs it.
 */
import { camel, kebab } from './names.mjs';

/**
 * @param {string[]} args NAME
 * @returns {import('./names.mjs').Made}
 */
export function newField([what]) {
  const name = camel(kebab(what, 'NAME'));
  return {
    files: [],
    lines: [
      {
        path: 'shared/desk/master-fields.ts',
        before: '} as const satisfies FieldTable;',
        line: `  ${name}: { kind: 'text', ...OPTIONAL, designerPlace: 15 },`,
      },
    ],
    left: [
      'server/platform/db/schema/patient.ts: the column; then npm run db -- patient_field',
      `shared/records/field-exchange.ts: what other programs call ${name}, null where they have no name`,
      `practice/ui/texts.de.json, texts.en.json: the label field.${name}`,
      'npm run types: silent when every place is there',
      `shared/desk/master-fields.test.ts: ${name} in both orders`,
      `catalog/forms: a new version of patientendaten that asks for ${name}, with its languages`,
      'npx vitest run shared/desk server/desk/patient server/records/retention tests/house.test.ts',
    ],
  };
}
