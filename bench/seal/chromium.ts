/**
 * Prints the same document with a warm Chromium: HTML with our fonts, ink as SVG paths, `page.pdf`.
 */
import { readFileSync } from 'node:fs';
import { chromium } from 'playwright-core';
import { germanDay } from '../../shared/base/dates.ts';
import type { Block, DocumentData } from '../../shared/desk/document.ts';
import { chromiumArgs, chromiumPath } from '../../tests/support/stories/browser.ts';
import { inkPaths, paper, type Fonts } from './paper.ts';

const safe = (text: string): string => text.replace(/[&<>"]/g, (c) => `&#${c.charCodeAt(0)};`);
const fontOf = (file: string): string =>
  `url(data:font/ttf;base64,${readFileSync(file).toString('base64')})`;

function block(b: Block): string {
  if (b.type === 'ul') return `<ul>${b.items.map((i) => `<li>${safe(i.de)}</li>`).join('')}</ul>`;
  if (b.type === 'table')
    return `<table><caption>${safe(b.caption.de)}</caption><tr>${b.head.map((c) => `<th>${safe(c.de)}</th>`).join('')}</tr>${b.rows.map((r) => `<tr>${r.map((c) => `<td>${safe(c.de)}</td>`).join('')}</tr>`).join('')}</table>`;
  return `<p class="${b.type}">${safe(b.text.de)}</p>`;
}

function body(data: DocumentData, number: number): string {
  const { praxis, patient } = data;
  const signature = data.signers
    .map(
      (s, i) =>
        `<div class="sign"><svg viewBox="0 0 700 260">${inkPaths(i + number)
          .map((d) => `<path d="${d}"/>`)
          .join('')}</svg><b>${safe(s.name)}</b></div>`,
    )
    .join('');
  return `<header><b>${safe(praxis.name)}</b><br>${safe([praxis.anschrift, praxis.telefon, praxis.mail].join(' · '))}</header><h1>${safe(data.title.de)}</h1>
<table class="who"><tr><td>${safe(patient.name)}</td><td>${germanDay(patient.geburtsdatum)}</td><td>${safe(patient.patid)}</td></tr></table>
${data.sections.map((s, i) => `<h2>${i + 1}. ${safe(s.heading.de)}</h2>${s.body.map(block).join('')}`).join('')}
<h2>Ihre Erklärung</h2>${data.declarations.map((d) => `<p><span class="box">${d.required ? '✓' : ''}</span> ${safe(d.text.de)}</p>`).join('')}<h2>Unterschrift</h2>${signature}<p class="note">${safe(data.template.source.join(' · '))}</p>`;
}

/** The page has the fonts loaded; only the text changes between documents. */
export async function openChromium(fonts: Fonts) {
  const browser = await chromium.launch({
    executablePath: chromiumPath(),
    args: [...chromiumArgs],
  });
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="de"><style>
@font-face{font-family:N;src:${fontOf(fonts.regular)};font-weight:400}@font-face{font-family:N;src:${fontOf(fonts.semibold)};font-weight:600}
body{font:10.5pt/1.5 N}h1{font-size:19pt}h2{font-size:12pt;color:#0B626A}.sign{display:inline-block;width:45%;border:1px solid #6B7976;margin:2mm}path{fill:none;stroke:#111A2E;stroke-width:3}.box{border:1px solid #6B7976;display:inline-block;width:4.6mm;height:4.6mm}table{width:100%}
</style><body></body></html>`);
  return {
    async make(number: number): Promise<{ ms: number; bytes: number }> {
      const data = paper(number, Date.now());
      const began = performance.now();
      await page.evaluate(
        async (html) => {
          document.body.innerHTML = html;
          await document.fonts.ready;
        },
        body(data, number),
      );
      const pdf = await page.pdf({
        format: 'A4',
        margin: { left: '24mm', right: '22mm', top: '18mm', bottom: '23mm' },
        printBackground: true,
        tagged: true,
      });
      return { ms: performance.now() - began, bytes: pdf.length };
    },
    close: () => browser.close(),
  };
}
