/** Tests of lists of answers from a terminology server: found, unknown, endless, slow and gone. */
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { createTestApp, type TestApp } from '../../../../tests/support/in-process.ts';
import { addPractice, type Practice } from '../../../../tests/support/practice.ts';
import { quickRenderer } from '../../../../tests/support/setup/quick-renderer.ts';
import { download } from '../../../platform/http/egress.ts';
import { EN, form, formsOf, item } from './forms.testing.ts';
import { createTerminology, type Terminology } from './terminology.ts';

const LIST = 'http://example.org/vs/farben',
  ECL =
    'http://snomed.info/sct?fhir_vs=ecl/<404684003 and a tail that is longer than eighty letters';
const codes = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    system: 'urn:s',
    code: `c${n}`,
    display: `Code ${n}`,
  }));
const valueSet = (contains: readonly unknown[], more: object = {}) =>
  JSON.stringify({
    resourceType: 'ValueSet',
    status: 'active',
    expansion: { timestamp: '2026-01-01', contains, ...more },
  });

let server: Server, base: string, clock: number;
let asked: { method: string; url: URL; body: string; accept: string | undefined }[] = [];
/** Answer of the server to the next request. */
let answer: (url: URL, body: string) => { status?: number; text: string } | 'never';

async function bodyOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += String(part);
  return text;
}
beforeAll(async () => {
  server = createServer((request, response) => {
    void bodyOf(request).then((body) => {
      const url = new URL(request.url ?? '/', 'http://localhost');
      asked.push({ method: request.method ?? '', url, body, accept: request.headers.accept });
      const said = answer(url, body);
      if (said !== 'never') response.writeHead(said.status ?? 200).end(said.text);
    });
  });
  await new Promise<void>((done) => {
    server.listen(0, '127.0.0.1', done);
  });
  base = `http://localhost:${(server.address() as AddressInfo).port}/fhir`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  clock = 1_000_000;
  answer = (url) =>
    url.searchParams.get('url') === LIST
      ? {
          text: valueSet([
            {
              system: 'urn:s',
              code: 'r',
              display: 'Rot',
              designation: [{ language: 'en', value: 'Red' }],
              extension: [
                { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 3 },
                { url: 'urn:other', valueString: 'x' },
              ],
            },
            { abstract: true, display: 'Kalt', contains: [{ system: 'urn:s', code: 'b' }] },
          ]),
        }
      : { status: 404, text: '{"resourceType":"OperationOutcome"}' };
});
const open = (timeoutMs = 2_000): Terminology =>
  createTerminology({
    base: `${base}/`,
    ask: (call) => download(call, { timeoutMs, privateHosts: ['localhost'] }),
    now: () => clock,
  });

describe('the client of a terminology server', () => {
  it('asks by address and version, and keeps codes, words and weights only', async () => {
    const list = await open().expand(`${LIST}|2`);
    expect(list.expansion?.contains).toEqual([
      {
        system: 'urn:s',
        code: 'r',
        display: 'Rot',
        designation: [{ language: 'en', value: 'Red' }],
        extension: [
          { url: 'http://hl7.org/fhir/StructureDefinition/ordinalValue', valueDecimal: 3 },
        ],
      },
      { display: 'Kalt', abstract: true, contains: [{ system: 'urn:s', code: 'b' }] },
    ]);
    const [call] = asked;
    expect([call?.method, call?.url.pathname, call?.accept]).toEqual([
      'GET',
      '/fhir/ValueSet/$expand',
      'application/fhir+json',
    ]);
    expect(Object.fromEntries(call?.url.searchParams ?? [])).toMatchObject({
      url: LIST,
      valueSetVersion: '2',
      count: '2001',
    });
  });

  it('sends a contained list that only a server can expand', async () => {
    answer = (_url, body) =>
      body.includes('"is-a"') ? { text: valueSet(codes(2)) } : { status: 400, text: '' };
    const own = {
      resourceType: 'ValueSet' as const,
      id: 'less',
      compose: { include: [{ system: 'urn:s', filter: [{ op: 'is-a', value: 'c' }] }] },
    };
    expect((await open().expand('#less', own)).expansion?.contains).toHaveLength(2);
    expect(asked[0]?.method).toBe('POST');
  });

  it('asks once a day for the same list, also while the answer is awaited', async () => {
    const terminology = open();
    await Promise.all([terminology.expand(LIST), terminology.expand(LIST)]);
    await terminology.expand(LIST);
    expect(asked).toHaveLength(1);
    clock += 25 * 60 * 60 * 1000;
    await terminology.expand(LIST);
    expect(asked).toHaveLength(2);
  });

  it.each([
    ['an unknown list', () => ({ status: 404, text: '' }), 'unknown'],
    ['a list without codes', () => ({ text: valueSet([]) }), 'unknown'],
    ['too many codes', () => ({ text: valueSet(codes(2001)) }), 'too_large'],
    [
      'the first part of a long list',
      () => ({ text: valueSet(codes(10), { total: 11 }) }),
      'too_large',
    ],
    ['an answer without end', () => ({ text: ' '.repeat(3_000_000) }), 'too_large'],
    ['another resource', () => ({ text: '{"resourceType":"Patient"}' }), 'down'],
    ['no JSON', () => ({ text: '<html>' }), 'down'],
    ['a fault of the server', () => ({ status: 500, text: '' }), 'down'],
    ['a redirect', () => ({ status: 302, text: '' }), 'down'],
    [
      'lists within lists within lists',
      () => ({
        text: valueSet([JSON.parse(`${'{"contains":['.repeat(40)}{"code":"x"}${']}'.repeat(40)}`)]),
      }),
      'too_large',
    ],
  ] as const)('names %s', async (_what, said, code) => {
    answer = said;
    await expect(open().expand(LIST)).rejects.toMatchObject({ reason: code });
  });

  it('waits for a silent server once, and asks again after a pause', async () => {
    answer = () => 'never';
    const terminology = open(200);
    await expect(terminology.expand(LIST)).rejects.toMatchObject({ reason: 'down' });
    await expect(terminology.expand('http://other')).rejects.toMatchObject({ reason: 'down' });
    expect(asked).toHaveLength(1);
    clock += 16_000;
    answer = () => ({ text: valueSet(codes(1)) });
    expect((await terminology.expand(LIST)).expansion?.contains).toHaveLength(1);
  });
});

describe('lists of answers of an imported form', () => {
  let t: TestApp, p: Practice;
  beforeAll(async () => {
    t = await createTestApp('sqlite', {
      renderer: quickRenderer(),
      // The clock of the cache stands still: each test asks for lists of its own.
      terminology: createTerminology({
        base,
        ask: (call) => download(call, { timeoutMs: 2_000, privateHosts: ['localhost'] }),
        now: () => Date.now() + clock,
      }),
    });
    p = await addPractice(t, 'nord');
  });
  afterAll(() => t.drop());
  const { at, make, read } = formsOf(() => ({ t, p }));
  const asking = (address: string): Questionnaire =>
    form([item({ type: 'choice', text: 'Farbe', _text: EN('Colour'), answerValueSet: address })]);
  const codesIn = (findings: readonly { code: string }[]): string[] =>
    findings.map((one) => one.code);

  it('become part of the form, which can be published without the server', async () => {
    const { key, rev, findings } = await make(asking(LIST));
    expect(findings).toContainEqual({ level: 'note', code: 'terminology_filled', detail: LIST });
    expect(codesIn(findings)).not.toContain('needs_terminology_server');
    const { questionnaire, canFetchLists } = await read(key);
    expect(canFetchLists).toBe(true);
    const node = modelOf(questionnaire).byLinkId.get('hund');
    expect(node?.options.map((one) => one.value.valueCoding?.code)).toEqual(['r', 'b']);
    answer = () => 'never';
    expect((await at(p, `/${key}/publish?rev=${rev}`, 'POST')).text).not.toContain(
      'needs_terminology_server',
    );
  });

  it('are found by their whole address, however long it is', async () => {
    answer = (url) =>
      url.searchParams.get('url') === ECL
        ? { text: valueSet(codes(3)) }
        : { status: 404, text: '' };
    const { findings } = await make(asking(ECL));
    expect(codesIn(findings)).toContain('terminology_filled');
  });

  it('are named when the server does not know them or does not answer, and block publication', async () => {
    const unknown = await make(asking('http://example.org/vs/nirgends'));
    expect(codesIn(unknown.findings)).toEqual(
      expect.arrayContaining(['terminology_unknown', 'needs_terminology_server']),
    );
    answer = () => ({ status: 503, text: '' });
    const gone = await make(asking('http://example.org/vs/weg'));
    expect(codesIn(gone.findings)).toEqual(
      expect.arrayContaining(['terminology_down', 'needs_terminology_server']),
    );
    const published = await at(p, `/${gone.key}/publish?rev=1`, 'POST');
    expect(published.status).toBe(400);
    expect(published.text).toContain('needs_terminology_server');
  });

  it('are fetched for the designer, by those who may edit forms only', async () => {
    clock += 60_000;
    const path = `/value-set?canonical=${encodeURIComponent(LIST)}`;
    expect((await at(p, path)).json).toMatchObject({ valueSet: { resourceType: 'ValueSet' } });
    const refused = await p.call(`/anamnese/forms${path}`, { as: p.users.reception });
    expect(refused.status).toBe(403);
    const unknown = await at(p, `/value-set?canonical=${encodeURIComponent('http://nirgends')}`);
    expect([unknown.status, unknown.code]).toEqual([404, 'not_found']);
    answer = () => 'never';
    const gone = await at(p, `/value-set?canonical=${encodeURIComponent('http://anders')}`);
    expect([gone.status, gone.code]).toEqual([503, 'unavailable']);
  });

  it('stay missing without a server, and none is asked', async () => {
    const alone = await createTestApp('sqlite', { renderer: quickRenderer() }),
      practice = await addPractice(alone, 'west'),
      other = formsOf(() => ({ t: alone, p: practice }));
    try {
      const { key, findings } = await other.make(asking(LIST));
      expect(codesIn(findings)).toContain('needs_terminology_server');
      expect((await other.read(key)).canFetchLists).toBe(false);
      expect((await other.at(practice, '/value-set?canonical=http%3A%2F%2Fx')).status).toBe(404);
      expect(asked).toEqual([]);
    } finally {
      await alone.drop();
    }
  });
});
