/** Serves the gallery of both `ui` rooms in development mode; no part of it is in a build. */
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { ROOT } from '../../scripts/sources.mjs';

/**
 * Starts the gallery's server.
 * @param {number} port the first port to try; 0 for any free one
 * @returns {Promise<{ url: string, close: () => Promise<void> }>}
 */
export async function serveGallery(port) {
  const server = await createServer({
    configFile: false,
    root: ROOT,
    cacheDir: 'node_modules/.cache/gallery',
    plugins: [react()],
    define: { __VERSION__: JSON.stringify('gallery'), __BUILD__: JSON.stringify('gallery') },
    // react-signature-canvas is CommonJS; without this its default export is wrapped in an object.
    legacy: { inconsistentCjsInterop: true },
    logLevel: 'warn',
    server: { port, host: '127.0.0.1' },
    optimizeDeps: { entries: ['tests/gallery/*.html'] },
  });
  await server.listen();
  const url = server.resolvedUrls?.local[0] ?? '';
  return { url: `${url}tests/gallery/`, close: () => server.close() };
}
