/**
 * `npm run rights`: writes docs/rights.md, the table of who may use which policy, from
 * `server/platform/http/policy.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { differences, WANTED } from './rights/wanted.mjs';
import { ROOT } from './sources.mjs';

export const PAGE = join(ROOT, 'docs/rights.md');
const PRINCIPALS = [
  'anonymous',
  'administrator',
  'support',
  'owner',
  'staff',
  'reception',
  'tablet',
  'guest',
  'share',
  'r4c',
  'collector',
];

/**
 * @typedef {{ who: readonly string[], note: string, grant?: string, toDesigners?: true,
 *   toReaders?: true, beforeTerms?: true }} Policy
 */

/** @param {Policy} policy */
const furtherOf = (policy) =>
  [
    policy.grant === undefined ? '' : `vendor by a grant (${policy.grant})`,
    policy.toDesigners ? 'permitted designers' : '',
    policy.toReaders ? 'permitted readers of figures' : '',
  ]
    .filter(Boolean)
    .join(', ');

/**
 * Renders the comparison with the matrix that the product set out with.
 * @param {Record<string, Policy>} policies
 */
const comparison = (policies) => {
  const compared = new Set(WANTED.flatMap((row) => row.policies));
  return [
    '## Compared with the first matrix',
    '',
    `The product set out with a matrix of ${WANTED.length} permissions (\`scripts/rights/wanted.mjs\`). The policies differ from it here, each for a reason; a test fails for any other difference.`,
    '',
    '| permission | role | here | reason |',
    '| --- | --- | --- | --- |',
    ...differences(policies).map(
      ({ what, role, isMore, reason }) =>
        `| ${what} | ${role} | ${isMore ? 'allowed' : 'denied'} | ${reason ?? 'not decided'} |`,
    ),
    '',
    `Policies that the matrix does not know: ${Object.keys(policies)
      .filter((name) => !compared.has(name))
      .map((name) => `\`${name}\``)
      .join(', ')}.`,
    '',
  ];
};

/**
 * Renders the page.
 * @param {Record<string, Policy>} policies
 */
export function rightsPage(policies) {
  for (const [name, { who }] of Object.entries(policies))
    for (const one of who)
      if (!PRINCIPALS.includes(one)) throw new Error(`${name} names ${one}, which has no column.`);
  return [
    '# Rights',
    '',
    'Written by `npm run rights` from `server/platform/http/policy.ts`; each route names one policy. An empty cell is a denial. Programs of a practice read with the role of the user who made their token, within the scopes of the token, except for personal policies.',
    '',
    `| policy | ${PRINCIPALS.join(' | ')} | also | what |`,
    `| --- | ${PRINCIPALS.map(() => '---').join(' | ')} | --- | --- |`,
    ...Object.entries(policies).map(
      ([name, policy]) =>
        `| \`${name}\` | ${PRINCIPALS.map((one) => (policy.who.includes(one) ? 'yes' : '')).join(' | ')} | ${furtherOf(policy)} | ${policy.note.replaceAll('|', '/')} |`,
    ),
    '',
    ...comparison(policies),
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [join(ROOT, 'server/platform/http/policy.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
  });
  const code = outputFiles[0]?.text ?? '';
  const { POLICIES } = await import(
    `data:text/javascript;base64,${Buffer.from(code).toString('base64')}`
  );
  writeFileSync(PAGE, rightsPage(POLICIES));
  console.log(`docs/rights.md lists ${Object.keys(POLICIES).length} policies.`);
}
