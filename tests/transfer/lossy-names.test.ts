/**
 * A name whose letters the practice software cannot write: staff read this with the record, before
 * anything is handed over.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../support/in-process.ts';
import { addPractice, person, type Practice } from '../support/practice.ts';
import { makeFolders, setUp, type Folders } from './exchange.ts';

let t: TestApp, p: Practice, folders: Folders;
beforeAll(async () => {
  t = await createTestApp('sqlite');
  p = await addPractice(t, 'namen', [
    person('1', '小龙', '李', '1980-01-01'),
    person('2', 'Łukasz', 'Wiśniewski', '1980-01-01'),
    person('3', 'Олена', 'Шевченко', '1980-01-01'),
    person('4', 'Anna', 'Groß', '1941-03-04'),
    person('5', 'அனிதா', 'Kumar', '1980-01-01'),
  ]);
  folders = makeFolders();
});
afterAll(async () => {
  folders.drop();
  await t.drop();
});
const handedAs = async (): Promise<(string | undefined)[]> => {
  const names = [];
  for (const patid of ['1', '2', '3', '4', '5'])
    names.push(
      (
        (await p.call(`/patient/patients/${patid}`, { as: p.users.reception })).json as {
          handedAs?: string;
        }
      ).handedAs,
    );
  return names;
};

it('a record names what is left of its name while files are written in a GDT character set', async () => {
  expect(await handedAs()).toEqual([undefined, undefined, undefined, undefined, undefined]);
  await setUp(p, folders, { targets: { gdt: true, pdf: false, fhir: false } });
  const left = [
    '(nicht darstellbar), (nicht darstellbar)',
    undefined,
    undefined,
    undefined,
    'Kumar, (nicht darstellbar)',
  ];
  expect(await handedAs()).toEqual(left);
  await setUp(p, folders, { targets: { gdt: true, pdf: false, fhir: false }, charset: 1 });
  expect(await handedAs()).toEqual(left);
  await setUp(p, folders, { targets: { gdt: false, pdf: true, fhir: false } });
  expect(await handedAs()).toEqual([undefined, undefined, undefined, undefined, undefined]);
});
