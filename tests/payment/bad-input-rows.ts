/** Bad inputs of the vendor's side that are refused at once: number, call, status and code. */
import { v7 as uuidv7 } from 'uuid';
import type { Answer, Bearer } from '../support/in-process.ts';
import type { BadInputs } from './bad-input-setup.ts';

export interface Row {
  number: number;
  what: string;
  wants: string;
  call: (s: BadInputs) => Promise<Answer>;
}

const EVENT = {
  id: 'evt_bad',
  object: 'event',
  livemode: false,
  type: 'invoice.paid',
  data: { object: { id: 'in_1', object: 'invoice', customer: 'cus_1' } },
};
/** Half of a pair, as JSON escapes it. */
const HALF = '\ud800';
const event = (number: number, what: string, change: object): Row => ({
  number,
  what: `an event with ${what}`,
  wants: '400 bad_request',
  call: (s) => s.event(JSON.stringify({ ...EVENT, ...change })),
});
const signed = (number: number, what: string, body: string, wants = '400 bad_request'): Row => ({
  number,
  what: `signed: ${what}`,
  wants,
  call: (s) => s.event(body),
});

const events: Row[] = [
  {
    number: 6,
    what: 'two signatures in one header',
    wants: '400 bad_request',
    call: (s) => {
      const body = JSON.stringify(EVENT);
      return s.event(body, `${s.signature(body)}, ${s.signature(body)}`);
    },
  },
  signed(7, '257 KiB', JSON.stringify({ ...EVENT, pad: 'x'.repeat(257 * 1024) }), '413 too_large'),
  ...['no JSON', '', 'null', '[]', '"event"', '{"object":"event"'].map((body) =>
    signed(8, body === '' ? 'nothing' : body, body),
  ),
  event(9, 'the shape of a thin one', { object: 'v2.core.event', data: undefined }),
  event(9, 'no object', { data: {} }),
  ...[null, 'cus_1', [], 7].map((object) =>
    event(9, `${JSON.stringify(object)} as its object`, { data: { object } }),
  ),
  event(9, 'no data', { data: null }),
  event(9, 'a word as its mode', { livemode: 'false' }),
  ...['id', 'type'].flatMap((key) =>
    [undefined, null, 7, {}, '', 'e'.repeat(256), 'evt 1', 'evt\u0000', `evt${HALF}`].map((value) =>
      event(27, `${JSON.stringify(value) ?? 'nothing'} as its ${key}`.slice(0, 60), {
        [key]: value,
      }),
    ),
  ),
  ...['customer', 'payment_intent'].flatMap((key) =>
    ['\u0000', HALF, 'c'.repeat(256)].map((value) =>
      event(27, `${JSON.stringify(value).slice(0, 12)} as ${key}`, {
        data: { object: { object: 'invoice', [key]: value } },
      }),
    ),
  ),
];

const post = (
  number: number,
  path: string,
  json: object,
  wants = '400 validation',
  as: (s: BadInputs) => Bearer = (s) => s.c.p.users.owner,
): Row => ({
  number,
  what: `${path} ${JSON.stringify(json)}`.slice(0, 110),
  wants,
  call: (s) => s.post(path, json, as(s)),
});
const admin = (s: BadInputs): Bearer => s.admins.first;

/** An id of a shown price that was never shown. */
const UNSHOWN = `1795165200.${'a'.repeat(64)}`,
  ORDER = { previewId: UNSHOWN, plan: 'praxis' },
  ADDRESS = { street: 'Am Markt 1', plz: '10585', city: 'Berlin' },
  REASON = 'Am Telefon gewünscht',
  /** A rule of a switch without its end. */
  RULE = {
    id: '6b1c9c58-5d0f-4a52-9c3e-0a4b8f0c1d2e',
    key: 'shop',
    environment: null,
    tenant: null,
    isOn: false,
    share: 100,
    reason: REASON,
  },
  LICENCE = { plan: 'praxis', seats: 5, tablets: 1, until: '2027-11-20', reason: REASON };

const contract: Row[] = [
  post(21, '/api/stripe/subscription', ORDER, '409 state_conflict'),
  post(21, '/api/stripe/subscription', { ...ORDER, previewId: 'x' }),
  ...[0, -1, 2.5, 1e9].flatMap((seats) => [
    post(23, '/api/stripe/subscription', { ...ORDER, seats }),
    post(23, '/admin/licences', { tenant: 'nord', ...LICENCE, seats }, undefined, admin),
  ]),
  ...['2026-01-01', '2026-02-31'].map((startDate) =>
    post(24, '/api/stripe/subscription', { ...ORDER, startDate }),
  ),
  post(24, '/admin/contracts/nord/hold', { until: '2027-02-31', reason: REASON }, undefined, admin),
  post(
    24,
    '/admin/contracts/nord/pause',
    { until: '31.02.2027', reason: REASON },
    undefined,
    admin,
  ),
  post(25, '/api/stripe/address', { ...ADDRESS, vatId: 'ATU00000000' }),
  ...[' ', 'Z'.repeat(121)].map((name) => post(26, '/api/stripe/name', { name })),
  post(28, '/api/stripe/subscription', { ...ORDER, netCents: 1 }),
  ...[{}, { until: '' }, { until: '2027-02-31' }, { until: '2027-02-20', key: 'unknown' }].map(
    (change) => post(55, '/admin/flags/rules', { ...RULE, ...change }, undefined, admin),
  ),
];

/** Texts of each room; a database takes neither sign in any of them. */
const texts = (sign: string): Row[] =>
  [
    post(27, '/api/stripe/name', { name: `Praxis${sign}` }),
    post(27, '/api/stripe/email', { email: `a${sign}@example.org` }),
    post(27, '/api/stripe/address', { ...ADDRESS, city: sign }),
    post(27, '/api/stripe/voucher', { gutscheincode: sign }),
    post(27, '/api/licence', { file: sign }),
    post(27, '/api/tickets', {
      id: uuidv7(),
      area: 'tablet',
      priority: 'p3',
      subject: 'Kein Ton',
      text: sign,
    }),
    post(27, '/api/feedback', {
      id: uuidv7(),
      rating: 'fair',
      text: sign,
      page: '/heute',
      picture: null,
    }),
    post(27, '/admin/contracts/nord/end', { isEnding: true, reason: sign }, '', admin),
    post(27, '/admin/licences', { tenant: sign, ...LICENCE }, '', admin),
    post(27, '/admin/vouchers', { id: uuidv7(), sponsor: sign }, '', admin),
  ].map((row) => ({ ...row, wants: '400 bad_request' }));

/** All rows that are refused at once. */
export const ROWS: readonly Row[] = [...events, ...contract, ...texts('\u0000'), ...texts(HALF)];
