/** The page `docs/forms.md`, from the rows of the conformance test. */
import { join } from 'node:path';
import { R4, SDC } from '../../../shared/forms/questionnaire/extensions.ts';
import { ROOT } from '../../../scripts/sources.mjs';
import type { Row } from './rows.ts';

export const PAGE = join(ROOT, 'docs/forms.md');

const named = (of: string): string => {
  const [name = '', part] = of.split(/ (?=\()/);
  const short = name
    .replace(SDC, 'sdc-questionnaire-')
    .replace('http://hl7.org/fhir/uv/sdc/StructureDefinition/', '')
    .replace(R4, '');
  const code = /^\S+$/.test(short) ? `\`${short}\`` : short;
  return part === undefined ? code : `${code} ${part.slice(1, -1)}`;
};
const table = (rows: readonly Row[]): string[] => [
  '| part | outcome | what happens |',
  '| --- | --- | --- |',
  ...rows.map(
    ({ of, outcome, what }) => `| ${named(of)} | ${outcome} | ${what.replaceAll('|', '/')} |`,
  ),
];
const count = (rows: readonly Row[], outcome: Row['outcome']): number =>
  rows.filter((one) => one.outcome === outcome).length;

/** Renders the page. */
export function pageOf({
  elements,
  extensions,
}: {
  elements: readonly Row[];
  extensions: readonly Row[];
}): string {
  const all = [...elements, ...extensions];
  return [
    '# Foreign forms',
    '',
    'Written by `npm run forms:page`. Each row is the result of a test (`tests/forms/conformance.long.test.ts`): it imports a form with that part, reads the findings, and looks at the page, the answers or the stored form.',
    '',
    `Of ${all.length} parts ${count(all, 'done')} are done, ${count(all, 'listed')} are listed to the importer with their effect, and ${count(all, 'refused')} are refused by name. A refused form stays a draft or is not taken in.`,
    '',
    '## Elements of FHIR R4',
    '',
    ...table(elements),
    '',
    '## Extensions of FHIR R4 and SDC',
    '',
    ...table(extensions),
    '',
  ].join('\n');
}
