// Which unique keys of PostgreSQL do not begin with the practice: a distributed database can keep a
// key unique only within a partition, so a key without the practice ties all practices to one server.

import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { freshPostgres, type FreshDatabase } from '../../../../tests/support/postgres.ts';
import { openStore } from '../open-store.ts';

let database: FreshDatabase, client: pg.Client;
beforeAll(async () => {
  database = await freshPostgres();
  await (await openStore({ url: database.url })).close();
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
}, 60_000);
afterAll(async () => {
  await client.end();
  await database.drop();
});

/** This list may only shrink: a key of a new table begins with `cid`. */
const WITHOUT_PRACTICE = [
  'access_grant_pkey',
  'access_token_pkey',
  'answers_pkey',
  'api_token_hash',
  'api_token_pkey',
  'contract_customer',
  'document_pkey',
  'draft_pkey',
  'envelope_pkey',
  'erasure_item_pkey',
  'erasure_run_pkey',
  'factoring_partner_pkey',
  'feed_tablet_id_seq_pk',
  'first_user_token_pkey',
  'home_link_hash',
  'home_link_pkey',
  'image_pkey',
  'invoice_document_number',
  'invoice_document_source',
  'job_pkey',
  'known_device_pkey',
  'legal_hold_pkey',
  'login_step_pkey',
  'mail_pkey',
  'mappe_pkey',
  'news_read_user_id_news_id_pk',
  'one_time_link_pkey',
  'op_device_inc_n_pk',
  'op_head_device_inc_pk',
  'op_id',
  'passkey_pkey',
  'person_export_pkey',
  'practice_key_pkey',
  'printed_paper_pkey',
  'r4c_host',
  'r4c_pkey',
  'recovery_code_pkey',
  'restriction_opening_pkey',
  'restriction_pkey',
  'scan_page_pkey',
  'session_pkey',
  'session_refresh',
  'share_code_pkey',
  'share_event_pkey',
  'share_hash',
  'share_item_pkey',
  'share_pkey',
  'share_session_pkey',
  'shop_order_number',
  'signature_part_task_id_role_pk',
  'sms_sent_pkey',
  'tablet_code_pkey',
  'tablet_nonce_pkey',
  'tablet_pending_pkey',
  'tablet_pkey',
  'tablet_token',
  'takeover_pkey',
  'task_pkey',
  'ticket_helpdeskid',
  'ticket_mail_word',
  'user_email',
  'user_pkey',
  'voucher_redemption_once',
  'withdrawal_pkey',
];

const UNIQUE = `select i.relname as name, array(
    select a.attname::text from unnest(x.indkey) with ordinality k (number, place)
    join pg_attribute a on a.attrelid = c.oid and a.attnum = k.number order by k.place
  ) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  where c.relnamespace = 'public'::regnamespace and x.indisunique and exists (
    select 1 from pg_attribute a
    where a.attrelid = c.oid and a.attname = 'cid' and not a.attisdropped)`;

const withoutPractice = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string; columns: string[] }>(UNIQUE);
  return rows
    .filter(({ columns }) => columns[0] !== 'cid')
    .map(({ name }) => name)
    .sort();
};

it('unique keys of practice tables begin with the practice, apart from a list that shrinks', async () => {
  expect(await withoutPractice()).toEqual(WITHOUT_PRACTICE);
});

it('sees a key without the practice, also where it comes second', async () => {
  await client.query(
    'create table coloured (cid text, colour text unique, primary key (cid, colour))',
  );
  await client.query('create unique index coloured_second on coloured (colour, cid)');
  const found = (await withoutPractice()).filter((name) => name.startsWith('coloured'));
  await client.query('drop table coloured');
  expect(found).toEqual(['coloured_colour_key', 'coloured_second']);
});
