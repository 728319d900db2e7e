/**
 * `npm run tls`: guides through https in the practice's own network: a local certificate authority,
 * a certificate for a stable name, a page for the tablets.
 */
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import { networkInterfaces } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { addressProblem, nameProblem } from './tls/authority.mjs';
import { keepCertificates, knownServer } from './tls/files.mjs';
import { nameAdvice } from './tls/find-name.mjs';
import { ROOT } from './sources.mjs';

const HELP = `npm run tls -- [--name molar.local] [--ip 192.168.1.20]… [--port 4000] [--data ./data] [--renew] [--new-authority] [--serve] [--yes]
  --name           stable name of the server in the practice's network
  --ip             its address, if tablets should reach it by address too; may be repeated
  --renew          a new server certificate although the old one still lasts
  --new-authority  a new authority; every tablet must install it again
  --serve          offers the page and the file to the tablets on port 4080 until Ctrl+C
  --yes            no questions
`;
const FILE_PORT = 4080;

/** Addresses of this machine in private networks. */
function ownAddresses() {
  return Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(
      (one) => one.family === 'IPv4' && !one.internal && addressProblem(one.address) === undefined,
    )
    .map((one) => one.address);
}

/** @param {string} message @returns {never} */
function stop(message) {
  console.error(message);
  process.exit(1);
}

/** Flags, then prompts for missing values. */
async function readWishes() {
  const { values } = parseArgs({
    options: {
      name: { type: 'string' },
      ip: { type: 'string', multiple: true },
      port: { type: 'string' },
      data: { type: 'string' },
      renew: { type: 'boolean', default: false },
      'new-authority': { type: 'boolean', default: false },
      serve: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    process.exit(0);
  }
  const data = resolve(ROOT, values.data ?? process.env.MOLAR_DATA ?? 'data');
  const before = await knownServer(join(data, 'tls'));
  let { name, ip: ips } = values;
  // A renewal keeps the names of the certificate, or tablets would see a different server.
  if (before !== undefined && !values['new-authority']) {
    name ??= before.names[0];
    ips ??= before.ips;
  }
  if (!values.yes && process.stdin.isTTY) {
    const ask = createInterface({ input: process.stdin, output: process.stdout });
    if (name === undefined) {
      console.log(
        'Tablets need https. This makes a certificate for one stable name of this computer in the practice’s network.',
      );
      console.log(
        'Best is a name that your router gives this computer. A name that ends in .local needs no router, but many Android devices do not find it.',
      );
      name = (await ask.question('Name [molar.local]: ')).trim();
    }
    if (ips === undefined) {
      const own = ownAddresses();
      const answer = (
        await ask.question(`Addresses, separated by spaces [${own.join(' ') || 'none'}]: `)
      ).trim();
      ips = answer === '' ? own : answer.split(/[\s,]+/);
    }
    ask.close();
  }
  const port = Number(values.port ?? process.env.MOLAR_PORT ?? 4000);
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    stop(`${values.port ?? process.env.MOLAR_PORT} is no port.`);
  return {
    name: (name === undefined || name === '' ? 'molar.local' : name).toLowerCase(),
    ips: [...new Set(ips ?? ownAddresses())],
    port,
    data,
    isForced: values.renew,
    isNewAuthority: values['new-authority'],
    isServed: values.serve,
  };
}

/**
 * Serves exactly two files; no other file of the folder can be requested.
 * @param {{ page: string, authorityFile: string }} paths
 */
function serve(paths) {
  const server = createServer((request, response) => {
    if (request.url === '/molar-ca.crt') {
      response.writeHead(200, {
        'content-type': 'application/x-x509-ca-cert',
        'content-disposition': 'attachment; filename="molar-ca.crt"',
      });
      createReadStream(paths.authorityFile).pipe(response);
    } else if (request.url === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
      createReadStream(paths.page).pipe(response);
    } else {
      response.writeHead(404).end();
    }
  });
  server.on('error', (error) =>
    stop(`The page cannot be offered on port ${FILE_PORT}: ${error.message}`),
  );
  server.listen(FILE_PORT, () =>
    console.log('\nOffering the page to the tablets; end with Ctrl+C.'),
  );
}

try {
  const wish = await readWishes();
  const problem =
    nameProblem(wish.name) ?? wish.ips.map(addressProblem).find((one) => one !== undefined);
  if (problem !== undefined) stop(problem);
  const port = wish.port === 443 ? '' : `:${wish.port}`,
    url = `https://${wish.name}${port}`,
    [ip] = wish.ips,
    spareUrl = ip === undefined ? '' : `https://${ip}${port}`;
  const fileHost = wish.ips[0] ?? wish.name;
  const done = await keepCertificates({
    ...wish,
    folder: join(wish.data, 'tls'),
    url,
    spareUrl,
    fileUrl: `http://${fileHost}:${FILE_PORT}/molar-ca.crt`,
  });
  console.log(`
${done.authority === 'new' ? 'Made a new authority' : 'Kept the authority'}; ${done.server === 'new' ? 'made a new server certificate' : 'the server certificate still lasts'} for ${[wish.name, ...wish.ips].join(', ')}, valid until ${done.notAfter.toISOString().slice(0, 10)}.
Fingerprint of the authority (SHA-256): ${done.fingerprint}

1. Start Molar with:
   MOLAR_HOST=0.0.0.0
   MOLAR_TLS_CERT=${done.paths.cert}
   MOLAR_TLS_KEY=${done.paths.key}
   MOLAR_PUBLIC_URL=${url}
   MOLAR_ENV=prod
2. Print the page for the tablets: ${done.paths.page}
   or show it to them: npm run tls -- --yes --serve   (http://${fileHost}:${FILE_PORT}/)
3. Renew within a year: npm run tls -- --yes
The authority's key stays in ${done.paths.authorityKey}; whoever has it can pose as this server. Keep it out of shared folders.`);
  const advice = await nameAdvice(wish.name, wish.ips, spareUrl);
  if (advice !== undefined) console.log(`\n${advice}`);
  if (wish.isServed) serve(done.paths);
} catch (error) {
  stop(error instanceof Error ? error.message : String(error));
}
