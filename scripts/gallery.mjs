/** `npm run gallery`: shows every component of the two `ui` rooms in every state. */
import { serveGallery } from '../tests/gallery/serve.mjs';

const { url } = await serveGallery(5180);
console.log(`Tablet: ${url}kiosk.html`);
console.log(`Practice: ${url}practice.html`);
console.log('Theme, text size, language and direction stand in the address. Stop with Ctrl+C.');
