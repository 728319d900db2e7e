/** The check of commit subjects accepts the form of the house and names each fault. */
import { expect, test } from 'vitest';
import { faultsOf } from './check-commits.mjs';

test.each([
  'fix(sync): retry a push after a lost answer',
  'feat(desk/forms)!: ask for a second signature',
  'docs: explain the seal',
  'Merge branch main',
])('accepts "%s"', (subject) => expect(faultsOf(subject)).toEqual([]));

test.each([
  ['sync: retry a push', 'not "type(scope): imperative"'],
  ['fix(sync): fixed the retry', 'is no imperative'],
  ['fix(sync): Retry a push', 'capital letter'],
  ['fix(sync): retry a push.', 'full stop'],
  [`fix(sync): retry ${'a'.repeat(60)}`, 'at most 72'],
])('names the fault of "%s"', (subject, fault) =>
  expect(faultsOf(subject).join()).toContain(fault),
);
