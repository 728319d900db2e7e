/** Thread of the PDF reader: a file of this host, built for the browsers of the tablets. */
import './oldBrowsers.ts';
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
