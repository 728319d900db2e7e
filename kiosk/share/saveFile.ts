// Downloads a document as a file: a PDF, or a picture from the practice.

/** Detects the type by the first bytes; no executable type is among them. */
export function typeOf(bytes: Uint8Array): { readonly type: string; readonly ending: string } {
  const start = String.fromCharCode(...bytes.slice(0, 12));
  if (start.startsWith('RIFF') && start.endsWith('WEBP'))
    return { type: 'image/webp', ending: 'webp' };
  return { type: 'application/pdf', ending: 'pdf' };
}

/** Returns a file name valid on every phone: no separators, no control characters, not too long. */
export const fileName = (title: string, ending = 'pdf'): string =>
  `${
    title
      .replace(/[\p{Cc}\p{Cf}]/gu, '')
      .replace(/[/\\:*?"<>|]/g, '-')
      .replace(/^[.\s]+/, '')
      .slice(0, 116) || 'Dokument'
  }.${ending}`;

/** Creates an object URL of the bytes; the caller must revoke it. */
export const addressOf = (bytes: Uint8Array): string =>
  URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: typeOf(bytes).type }));

/** Asks the browser to save a document under its title. */
export function saveFile(title: string, bytes: Uint8Array): void {
  const address = addressOf(bytes),
    link = document.createElement('a');
  link.href = address;
  link.download = fileName(title, typeOf(bytes).ending);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
