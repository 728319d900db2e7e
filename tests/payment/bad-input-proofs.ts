/** Bad inputs of the vendor's side by their numbers, and the tests elsewhere that prove them. */

/** A test of another file that proves a number. */
export interface Proof {
  file: string;
  /** The title as written in the file. */
  title: string;
}
const PAYMENT = 'server/vendor/payment/payment.long.test.ts',
  VOUCHER = 'server/vendor/voucher/voucher.long.test.ts',
  LICENCE = 'server/vendor/licence/licence.long.test.ts',
  TICKETS = 'server/vendor/tickets/tickets.test.ts',
  MAIL = 'server/vendor/tickets/ticket-mail.test.ts',
  SHOP = 'server/vendor/shop/shop.long.test.ts',
  COMPLIANCE = 'server/vendor/compliance/compliance.test.ts';

const proof = (file: string, title: string): Proof => ({ file, title });
const faults = proof(PAYMENT, 'an event with the fault %s is refused and nothing is stored'),
  prices = proof(PAYMENT, 'a shown price holds ten minutes, for its practice and plan only'),
  details = proof(
    PAYMENT,
    'an owner changes whom invoices name; the provider follows after its delay',
  ),
  codes = proof(VOUCHER, 'each refusal says why, and a typing error costs no try'),
  batches = proof(
    VOUCHER,
    'impossible batches are refused, and support and teams have no part in vouchers',
  ),
  files = proof(
    LICENCE,
    'a file works on a server elsewhere; a changed, foreign or older one is refused and the last good one counts',
  ),
  strangers = proof(
    MAIL,
    'a stranger, a colleague without access and a forged address are put aside',
  ),
  wrongOrders = proof(SHOP, 'wrong numbers, other practices and other roles get nothing');

/** Highest number of a bad input. */
export const MOST = 60;
/** Where a number is proven; `bad-inputs.long.test.ts` has the rest, and more of some of these. */
export const PROVEN: Readonly<Record<number, Proof>> = {
  1: faults,
  2: faults,
  3: faults,
  4: faults,
  5: faults,
  10: faults,
  11: proof(PAYMENT, 'an event of an unknown customer is taken and changes nothing'),
  13: proof(PAYMENT, '50 copies of each event in reverse order apply once'),
  14: proof(PAYMENT, '50 copies of each event in reverse order apply once'),
  20: prices,
  22: prices,
  25: details,
  26: details,
  28: prices,
  29: codes,
  30: codes,
  32: codes,
  33: codes,
  35: proof(VOUCHER, 'of 50 parallel tries of many practices one redeems'),
  36: batches,
  37: codes,
  38: files,
  39: files,
  40: files,
  41: files,
  43: proof(TICKETS, 'a person opens one, owners see it, colleagues and other practices do not'),
  44: strangers,
  45: strangers,
  46: proof(MAIL, 'mails of programs are neither stored nor answered'),
  47: proof(MAIL, 'bytes that are no mail, many parts and a wrong secret change nothing'),
  48: proof(MAIL, 'details of patients are removed, files are not taken, HTML becomes text'),
  49: proof(
    'server/vendor/tickets/ticket-care.test.ts',
    'refuses other formats, foreign messages, notes and a sixth file',
  ),
  50: proof(MAIL, 'is also found by the envelope, by References, and by the number in the subject'),
  51: proof(
    TICKETS,
    'returns words that point to a patient, stores nothing, and accepts them once confirmed',
  ),
  52: proof(LICENCE, 'a free licence counts after a second administrator only, once'),
  54: batches,
  56: wrongOrders,
  57: proof(
    SHOP,
    'a changed price, and free pens that a colleague took, are shown before they count',
  ),
  58: proof(
    SHOP,
    'the last piece goes to one of two, and a held piece comes back after half an hour',
  ),
  59: proof(
    COMPLIANCE,
    'a breach is stored in versions, never from the future, and needs a reason for no risk',
  ),
  60: proof(COMPLIANCE, 'refuses unknown points, no reason, wrong sizes and days'),
};
