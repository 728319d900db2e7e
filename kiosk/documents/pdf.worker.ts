/** Worker of the PDF library: a same-origin file, built for the browsers of the tablets. */
import './oldBrowsers.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
