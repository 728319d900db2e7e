// A parked submission as one HTML file: the questions as they were shown, with their answers and
// photos. It needs no program but a browser, which also prints it.

import type { Line } from './content-view.ts';

const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const safe = (text: string): string => text.replace(/[&<>"']/g, (one) => ESCAPED[one] ?? '');

const STYLE =
  'body{font:16px/1.5 sans-serif;max-width:45em;margin:2em auto;padding:0 1em;color:#000;background:#fff}' +
  'dt{margin-top:1em;color:#444}dd{margin:0;font-weight:600;white-space:pre-wrap}' +
  'img{display:block;max-width:100%;margin-top:.5em}';
/** The file runs no script and fetches nothing, whatever a patient typed. */
const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

export interface ReadableHead {
  readonly language: string;
  readonly title: string;
  /** Person, kind, reason, tablet and time: one paragraph each. */
  readonly facts: readonly string[];
  /** Stands where a photo has not arrived. */
  readonly photoMissing: string;
  photoOf(label: string): string;
}

/** Returns the file as HTML. */
export function readableFile(lines: readonly Line[], head: ReadableHead): string {
  const { language, title, facts, photoMissing, photoOf } = head;
  const entry = ({ label, text, photos, depth, lacksPhoto }: Line): string => {
    const pictures = photos.map((src) => `<img src="${safe(src)}" alt="${safe(photoOf(label))}">`),
      said = [text, ...(lacksPhoto ? [photoMissing] : [])].filter((one) => one !== '').join(' · ');
    return `<dt style="margin-left:${Math.min(depth, 3)}em">${safe(label)}</dt><dd style="margin-left:${Math.min(depth, 3)}em">${safe(said)}${pictures.join('')}</dd>`;
  };
  return [
    `<!doctype html><html lang="${safe(language)}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    `<title>${safe(title)}</title><style>${STYLE}</style></head><body>`,
    `<h1>${safe(title)}</h1>`,
    ...facts.map((one) => `<p>${safe(one)}</p>`),
    `<dl>${lines.map(entry).join('')}</dl></body></html>`,
  ].join('\n');
}
