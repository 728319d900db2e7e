/**
 * `npm run commits -- [range]`: checks the subjects of commits, `type(scope): imperative` with at
 * most 72 characters; without a range, the commits that `main` does not have, else the last one.
 */
import { spawnSync } from 'node:child_process';
import { ROOT } from './sources.mjs';

const LONGEST = 72;
const TYPES = 'build|chore|docs|feat|fix|perf|refactor|revert|style|test';
const FORM = new RegExp(`^(?:${TYPES})(?:\\([a-z0-9][a-z0-9/, -]*\\))?!?: (.+)$`);
/** First words that show a report of the past instead of an instruction. */
const PAST =
  /^(?:added|adds|adding|changed|changes|fixed|fixes|fixing|moved|moves|removed|removes)\b/i;

/**
 * Returns the faults of one commit subject; an empty list if it is fine.
 * @param {string} subject
 * @returns {string[]}
 */
export function faultsOf(subject) {
  // Git writes these itself.
  if (/^(?:Merge|Revert) /.test(subject)) return [];
  const faults = [];
  if (subject.length > LONGEST) faults.push(`${subject.length} characters, at most ${LONGEST}`);
  const said = FORM.exec(subject)?.[1];
  if (said === undefined) faults.push(`not "type(scope): imperative" with one of ${TYPES}`);
  else if (PAST.test(said)) faults.push(`"${said.split(' ')[0]}" is no imperative`);
  else if (/^\p{Lu}\p{Ll}/u.test(said)) faults.push('starts with a capital letter');
  if (subject.endsWith('.')) faults.push('ends with a full stop');
  return faults;
}

/** @param {string[]} args */
function git(args) {
  const { status, stdout, stderr } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr.trim() || 'git is missing');
  return stdout.split('\n').filter((line) => line !== '');
}

/** @param {string | undefined} range */
function subjectsOf(range) {
  const format = '--format=%h %s';
  if (range !== undefined) return git(['log', format, range, '--']);
  const own = git(['log', format, 'main..HEAD', '--']);
  return own.length > 0 ? own : git(['log', format, '-1', '--']);
}

function main() {
  const lines = subjectsOf(process.argv[2]);
  const broken = lines.flatMap((line) => {
    const [id = '', ...words] = line.split(' ');
    return faultsOf(words.join(' ')).map((fault) => `${id} ${words.join(' ')}\n  ${fault}`);
  });
  for (const one of broken) console.error(one);
  console.log(`${lines.length} commits checked, ${broken.length} faults`);
  process.exitCode = broken.length > 0 ? 1 : 0;
}

if (import.meta.filename === process.argv[1]) main();
