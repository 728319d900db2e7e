// Parses a returned mail (RFC 3464) or a complaint (RFC 5965): which address, why, and which of our
// mails; anything else is ignored.

export interface Report {
  type: 'bounced' | 'complained';
  email: string;
  reason: string;
  messageId: string;
}

/**
 * Fields of one block of header lines, unfolded, names in lower case; the first field of a name
 * counts.
 */
function fieldsOf(block: string): Map<string, string> {
  const fields = new Map<string, string>();
  for (const line of block.replace(/\n[ \t]+/g, ' ').split('\n')) {
    const at = line.indexOf(':');
    const name = line.slice(0, at).trim().toLowerCase();
    if (at > 0 && !fields.has(name)) fields.set(name, line.slice(at + 1).trim());
  }
  return fields;
}
/** `rfc822; a@b` → `a@b` */
const addressOf = (field: string | undefined): string =>
  (field ?? '')
    .replace(/^[\w-]+\s*;/, '')
    .trim()
    .replace(/^<|>$/g, '');

/**
 * Parses a delivery report.
 * @param text the whole raw report, headers and parts
 * @returns one report per permanently failed recipient; none for delays, successes and mails
 * without a Message-ID of the original
 */
export function readDsn(text: string): Report[] {
  const blocks = text
    .slice(0, 200_000)
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .map(fieldsOf);
  // The report's own Message-ID is in the first block; the original's in a later one.
  const messageId = blocks
    .slice(1)
    .map((b) => b.get('message-id'))
    .find((id) => id !== undefined && /^<[^<>\s]+>$/.test(id));
  if (messageId === undefined) return [];
  const complaint = blocks.find((b) => b.has('feedback-type') && b.has('original-rcpt-to'));
  if (complaint)
    return [
      {
        type: 'complained',
        email: addressOf(complaint.get('original-rcpt-to')),
        reason: (complaint.get('feedback-type') ?? '').slice(0, 40),
        messageId,
      },
    ];
  return blocks.flatMap((b) => {
    const status = /^5\.\d{1,3}\.\d{1,3}/.exec(b.get('status') ?? '')?.[0];
    const email = addressOf(b.get('original-recipient') ?? b.get('final-recipient'));
    if (status === undefined || b.get('action')?.toLowerCase() !== 'failed' || !email.includes('@'))
      return [];
    return [{ type: 'bounced' as const, email, reason: status, messageId }];
  });
}
