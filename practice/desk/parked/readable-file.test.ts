// Tests of the readable file of a parked submission: questions, answers and photos in order, and
// nothing of it runs.
import { expect, it } from 'vitest';
import { linesOf } from './content-view.ts';
import { readableFile } from './readable-file.ts';

const HEAD = {
  language: 'de',
  title: 'Zurückgelegter Eingang',
  facts: ['Groß, Ana *04.03.1941', 'Zu groß'],
  photoMissing: 'Foto fehlt',
  photoOf: (label: string) => `Foto zu: ${label}`,
};
const answers = (...item: object[]): string => JSON.stringify({ response: { item } });

it('the file shows the questions as they were shown, with answers and photos, in order', () => {
  const html = readableFile(
    linesOf(
      answers(
        { linkId: 'a', text: 'Hatten Sie Fieber?', answer: [{ valueString: 'Ja, gestern' }] },
        {
          linkId: 'b',
          text: 'Packung',
          answer: [{ valueAttachment: { contentType: 'image/png', data: 'iVBORw==' } }],
        },
        {
          linkId: 'c',
          text: 'Plan',
          answer: [
            { valueAttachment: { contentType: 'image/png', url: 'urn:molar:attachment:x' } },
          ],
        },
      ),
    ),
    HEAD,
  );
  expect(html).toMatch(
    /Hatten Sie Fieber\?.*Ja, gestern.*Packung.*src="data:image\/png;base64,iVBORw==" alt="Foto zu: Packung".*Plan.*Foto fehlt/s,
  );
  expect(html).toContain('Groß, Ana *04.03.1941');
});

it('typed markup stays text, and the file allows no script and no request', () => {
  const typed = '<img src=x onerror=alert(1)>"\'&';
  const html = readableFile(
    linesOf(answers({ linkId: 'a', text: typed, answer: [{ valueString: typed }] })),
    { ...HEAD, title: typed },
  );
  expect(html).not.toContain('<img src=x');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;');
  expect(html).toContain("default-src 'none'");
});
