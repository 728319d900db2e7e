// Tests of the settings of a server behind a relay.
import { expect, it } from 'vitest';
import { parseConfig } from './parse-config.ts';

const PIN = 'a'.repeat(64),
  RIGHT = {
    MOLAR_RELAY_URL: 'relay.example:7443',
    MOLAR_RELAY_PIN: PIN,
    MOLAR_RELAY_NAME: 'Molar.praxis.example',
    MOLAR_PUBLIC_URL: 'https://molar.praxis.example',
    MOLAR_TLS_CERT: 'c.pem',
    MOLAR_TLS_KEY: 'k.pem',
  };

it('reads a relay with one pin or two', () => {
  expect(parseConfig(RIGHT).config?.relay).toEqual({
    host: 'relay.example',
    port: 7443,
    pins: [PIN],
    name: 'molar.praxis.example',
  });
  const two = { ...RIGHT, MOLAR_RELAY_PIN: `${PIN}, ${'b'.repeat(64)}` };
  expect(parseConfig(two).config?.relay?.pins).toHaveLength(2);
  expect(parseConfig({}).config?.relay).toBeUndefined();
});

it.each([
  [{ MOLAR_RELAY_URL: 'https://relay.example' }, 'MOLAR_RELAY_URL=https://relay.example'],
  [{ MOLAR_RELAY_URL: 'relay.example' }, 'MOLAR_RELAY_URL=relay.example'],
  [{ MOLAR_RELAY_URL: '' }, 'MOLAR_RELAY_NAME braucht auch MOLAR_RELAY_URL'],
  [{ MOLAR_RELAY_PIN: '' }, 'MOLAR_RELAY_PIN muss'],
  [{ MOLAR_RELAY_PIN: PIN.toUpperCase() }, 'MOLAR_RELAY_PIN muss'],
  [{ MOLAR_RELAY_PIN: `${PIN},${PIN},${PIN}` }, 'MOLAR_RELAY_PIN muss'],
  [{ MOLAR_RELAY_NAME: '' }, 'MOLAR_RELAY_NAME muss'],
  [{ MOLAR_RELAY_NAME: '192.168.1.20' }, 'MOLAR_RELAY_NAME muss'],
  [{ MOLAR_RELAY_NAME: 'other.example' }, 'MOLAR_PUBLIC_URL'],
  [{ MOLAR_TLS_CERT: '', MOLAR_TLS_KEY: '' }, 'braucht auch MOLAR_TLS_CERT und MOLAR_TLS_KEY'],
  [{ MOLAR_SHARED_DATA: 'yes' }, 'nur mit einem einzigen Server'],
])('[V8] refuses %o and says why', (wrong, word) => {
  expect((parseConfig({ ...RIGHT, ...wrong }).problems ?? []).join('\n')).toContain(word);
});
