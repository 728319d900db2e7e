// A PDF handed to the phone as a file.

/** A name that every phone can keep: no separators, no signs that steer, not too long. */
export const fileName = (title: string): string => `${title.replace(/[\p{Cc}\p{Cf}]/gu, '').replace(/[/\\:*?"<>|]/g, '-').replace(/^[.\s]+/, '').slice(0, 116) || 'Dokument'}.pdf`;

/** Asks the browser to keep a PDF under its title. */
export function saveFile(title: string, bytes: Uint8Array): void {
  const address = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type: 'application/pdf' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName(title);
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
