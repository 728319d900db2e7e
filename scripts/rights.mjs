/**
 * `npm run rights`: writes docs/rights.md, the table of who may use which policy, from
 * `server/platform/http/policy.ts`.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
