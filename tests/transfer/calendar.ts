/** Calendars in the format of iCalendar, as tests write them. */
export const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

export const event = (fields: readonly string[], uid = 'u1'): string =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T080000Z', ...fields, 'END:VEVENT'].join('\r\n');

export const calendar = (events: readonly string[], head: readonly string[] = []): Uint8Array =>
  bytes(
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//test//DE',
      ...head,
      ...events,
      'END:VCALENDAR',
      '',
    ].join('\r\n'),
  );
