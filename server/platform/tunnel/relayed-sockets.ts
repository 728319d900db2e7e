// Connections that came through a relay: TLS ends here, and the server handles them like those of
// its own port.

import type { Server as HttpsServer } from 'node:https';
import type { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket, type SecureContext } from 'node:tls';
import {
  followCertificate,
  readCertificateFiles,
  type CertificateFiles,
} from '../certificate-files.ts';

/** Time for the handshake of a phone. */
const HANDSHAKE_MS = 15_000;

/** A connection through a relay has no address of its own: the relay named it. */
export interface RelayedSocket {
  relayedFrom?: string;
}

/**
 * Creates the entrance for connections through a relay.
 * @param lookMs how often the certificate's files are looked at
 */
export function relayedSockets(
  server: HttpsServer,
  files: CertificateFiles,
  lookMs?: number,
): { accept(stream: Duplex, address: string): void; close(): void } {
  let secureContext: SecureContext = createSecureContext({
    ...readCertificateFiles(files),
    minVersion: 'TLSv1.2',
  });
  const follower = {
    setSecureContext: (renewed: Parameters<HttpsServer['setSecureContext']>[0]) => {
      secureContext = createSecureContext(renewed);
    },
  };
  return {
    accept(stream, address) {
      const socket: TLSSocket & RelayedSocket = new TLSSocket(stream, {
        isServer: true,
        secureContext,
        ALPNProtocols: ['http/1.1'],
      });
      socket.relayedFrom = address;
      const slow = setTimeout(() => socket.destroy(), HANDSHAKE_MS);
      socket.once('secure', () => {
        clearTimeout(slow);
        if (!socket.destroyed) server.emit('secureConnection', socket);
      });
      socket.on('error', () => socket.destroy());
      socket.once('close', () => {
        clearTimeout(slow);
        stream.destroy();
      });
      stream.once('close', () => socket.destroy());
    },
    close: followCertificate(follower, files, lookMs),
  };
}
