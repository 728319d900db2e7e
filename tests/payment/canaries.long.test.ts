/**
 * Marked patient data and secrets go through a practice's day with contract, debt, help and feedback:
 * nothing of them reaches the payment provider, mails, the log, metrics, or the vendor's pages.
 */
import { expect, test } from 'vitest';
import { v7 as uuidv7 } from 'uuid';
import { createMetrics } from '../../server/operations/metrics/metrics.ts';
import {
  FAILS,
  payingPractice,
  PAYS,
  SECRET,
  sessionOf,
} from '../../server/vendor/payment/payment.testing.ts';
import { SELLER } from '../../server/vendor/invoice/invoice.fixture.ts';
import { sendMappe } from '../support/mappe.ts';
import { PASSWORD } from '../support/practice.ts';
import { Administrators } from '../support/second-word.ts';
import { SimTablet, submissionOf } from '../support/sim-tablet.ts';

const TOKEN = 'metrics-token-of-this-test-0123456789',
  PATIENT = {
    firstName: 'Kanarienvornamequx',
    lastName: 'Kanariennachnamequx',
    geburtsdatum: '1931-03-17',
    street: 'Kanarienwegqux 7',
    phone: '0301234987001',
    email: 'kanarienpostqux@example.org',
  };
/** The name that each page of the vendor shows; two pages have a number instead. */
const PRACTICE = 'Zahnarztpraxis nord',
  NAMED: Readonly<Record<string, string>> = {
    '/admin/dashboard': '"figures"',
    // All is paid by then.
    '/admin/dashboard/owed': '"count":0',
  };
const SEARCH = 'kanarienvornamequx kanariennachnamequx';
const c = payingPractice('sqlite', {
  seller: SELLER,
  monitor: { token: TOKEN, metrics: createMetrics() },
});

/** Tells in which of the texts each canary occurs. */
const leaks = (texts: Readonly<Record<string, string>>, canaries: readonly string[]): string[] =>
  Object.entries(texts).flatMap(([place, text]) =>
    canaries.filter((one) => text.includes(one)).map((one) => `${place}: ${one}`),
  );

/** Reads a call's form: in it a space is a plus, and a letter outside of ASCII is escaped. */
const decoded = (body: string): string => [...new URLSearchParams(body)].flat().join(' ');

/** Sends a request for help and a feedback: stopped with the patient's name, taken without it. */
async function askForHelp(): Promise<void> {
  const { reception } = c.p.users;
  const ticket = (text: string) =>
    c.t.call('/api/tickets', {
      as: reception,
      method: 'POST',
      json: { id: uuidv7(), area: 'tablet', priority: 'p3', subject: 'Kein Ton', text },
    });
  const feedback = (text: string) =>
    c.t.call('/api/feedback', {
      as: reception,
      method: 'POST',
      json: {
        id: uuidv7(),
        rating: 'fair',
        text,
        page: '/heute',
        picture: { width: 100, height: 80, boxes: [[0, 0, 50, 10, 2]] },
      },
    });
  for (const send of [ticket, feedback]) {
    const stopped = (await send(`Bei ${PATIENT.lastName} fehlt das Papier.`)).json as {
      found: { word: string }[];
    };
    expect(stopped.found.map(({ word }) => word)).toEqual([PATIENT.lastName]);
    expect(((await send('Das Papier fehlt.')).json as { found: unknown[] }).found).toEqual([]);
  }
}

/** A contract, a failed debit, dunning, another account, and another name by two administrators. */
async function runContract(): Promise<Administrators> {
  await c.begin(FAILS);
  await c.pass(16, 4);
  c.server.pay(sessionOf(await c.ask('pay-other', {})), PAYS);
  await c.deliverAll();
  const admins = await Administrators.of(c.t);
  await admins.post(`/admin/contracts/${c.p.cid}/payer`, {
    payer: { what: 'name', name: 'Zahnärzte am Markt' },
    reason: 'Am Telefon gewünscht',
  });
  await admins.approve();
  await admins.post(`/admin/contracts/${c.p.cid}/method`, { way: 'mail', reason: 'Am Telefon' });
  await admins.approve();
  await c.pass(6, 2);
  await admins.signIn();
  return admins;
}

/** Returns the vendor's pages by their paths. */
async function vendorPages(admins: Administrators): Promise<Record<string, string>> {
  const seen = async (path: string): Promise<[string, string]> => {
    const answer = await admins.get(path);
    expect([path, answer.status]).toEqual([path, 200]);
    return [path, answer.text];
  };
  const pages: Record<string, string> = {};
  for (const path of [
    '/admin/contracts?view=all',
    `/admin/contracts/${c.p.cid}`,
    '/admin/requests',
    '/admin/dashboard',
    '/admin/dashboard/owed',
    '/admin/dashboard/monthly',
    '/admin/onboarding',
    '/admin/invoices',
    '/support/tickets?view=all',
    '/support/feedback?view=new',
    '/support/fleet?view=all',
  ]) {
    const [name, text] = await seen(path);
    pages[name] = text;
  }
  return pages;
}

test('patient data and secrets stay in the practice', async () => {
  const { owner, reception } = c.p.users,
    secrets = new Set<string>([owner.token, reception.token, PASSWORD, SECRET, 'sk_test_local']);
  await c.t.deps.workshop.write(c.p.cid, c.p.system, (w) =>
    w.tx.update(w.t.patient, { ...PATIENT, search: SEARCH }, { patid: '1001' }),
  );
  // The day of the practice: a paper is signed.
  const tablet = await SimTablet.register(c.p),
    { taskIds } = await sendMappe(c.p, {
      tabletId: tablet.id,
      name: `${PATIENT.firstName} ${PATIENT.lastName}`,
    }),
    own = (await c.p.call('/tablet/board', { as: reception })).text,
    body = (await tablet.inbox()).find((one) => one.taskId === taskIds[0])!;
  await tablet.push(await tablet.op('task.submit', body, submissionOf(body, c.t.clock.now)));
  // The test would find them: the practice's own page has the name.
  expect(leaks({ own }, [PATIENT.lastName])).toHaveLength(1);
  await askForHelp();
  const admins = await runContract();
  for (const one of [owner, admins.first, admins.second, admins.support]) secrets.add(one.token);

  const mails = c.mail.taken.map((one) => JSON.stringify(one)).join('\n'),
    links = [...mails.matchAll(/lnk_[\w-]{43}/g)].map(([link]) => link);
  expect(links.length).toBeGreaterThan(1);
  const pages = await vendorPages(admins);
  const metrics = await c.t.call('/metrics', { headers: { Authorization: `Bearer ${TOKEN}` } });
  const outside = {
    provider: [...c.server.calls, ...c.server.bodies.map(decoded)].join('\n'),
    log: c.t.lines.join('\n'),
    metrics: metrics.text,
    ...pages,
  };
  // Each place was really read: what belongs there is found.
  expect(outside.provider).toContain('Zahnärzte am Markt');
  expect(outside.log).toContain('/api/stripe/webhook');
  expect(outside.metrics).toContain('molar_http_requests_total');
  expect(mails).toContain(owner.email);
  const silent = Object.keys(pages).filter(
    (path) => !pages[path]!.includes(NAMED[path] ?? PRACTICE),
  );
  expect(silent).toEqual([]);
  expect(leaks({ ...outside, mails }, Object.values(PATIENT))).toEqual([]);
  const accounts = [PAYS, FAILS];
  expect(leaks({ ...outside, mails }, [...secrets, ...accounts])).toEqual([]);
  expect(leaks(outside, links)).toEqual([]);
  // Not even our own tables know an account.
  const { read, t } = c.t.deps.store,
    rows = [
      await read.select().from(t.contract),
      await read.select().from(t.heldChange),
      await read.select().from(t.paymentChange),
      await read.select().from(t.contractAct),
      await read.select().from(t.job),
      await read.select().from(t.audit),
    ];
  expect(leaks({ rows: JSON.stringify(rows) }, [...accounts, ...links])).toEqual([]);
});
