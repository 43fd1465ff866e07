// No secret of an export reaches an output, and masking changes nothing else.

import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { renderDiagnostics } from '../../src/diagnostics/render-text.ts';
import { quoteValue } from '../../src/model/quote.ts';
import { isSecret } from '../../src/model/secrets.ts';
import { siteJsonSchema } from '../../src/report/site-schema.ts';
import { evaluateScript } from '../../src/rsc/evaluate.ts';
import { parseRsc } from '../../src/rsc/parser.ts';
import { parseWithoutSecrets } from '../../src/rsc/secrets.ts';
import { positionAt } from '../../src/source/location.ts';
import { redactText } from '../../src/source/redact-text.ts';
import { builtInProfiles } from '../support/built-in-profiles.ts';
import { expectNone, plantedExport } from '../support/planted.ts';
import { printItems, printReading } from '../support/rsc-text.ts';

const file = { path: 'secrets.rsc', text: readFileSync('fixtures/rsc/secrets.rsc', 'utf8') };

/** Names of properties, however deep. */
function keysOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const own = 'properties' in schema && schema.properties ? Object.keys(schema.properties) : [];
  return [...own, ...Object.values(schema).flatMap(keysOf)];
}

it('leaves what rosc says about a key of a site as it is', () => {
  const keys = [...new Set(keysOf(siteJsonSchema(builtInProfiles())))];
  expect(keys).toContain('password');
  const said = keys.map((key) => `add \`${key}:\` here\n\`${key}\` is missing here\nit does not say its \`${key}\`\n`);
  expect(said.map((text) => redactText(text))).toEqual(said);
});

describe('parseWithoutSecrets', () => {
  it('leaves none of the secrets in items, diagnostics or the file', () => {
    expect(file.text.match(/HUSH\d\d/g)).toHaveLength(20);
    const script = parseWithoutSecrets(file);
    const config = evaluateScript(script.value, { items: [] });
    const diagnostics = [...script.diagnostics, ...config.diagnostics];
    const output = [
      printReading({ script: script.value, config: config.value, diagnostics }),
      renderDiagnostics(diagnostics, { width: 60 }),
      script.value.file.text,
    ].join('\n');
    expect(output.match(/HUSH|HU\\|SH04/g)).toBeNull();
  });

  it('finds in a value as it is read what it finds in it as it is written', () => {
    const left: string[] = [];
    parseRsc(
      { path: 'planted.rsc', text: plantedExport },
      {
        lost: () => undefined,
        statement(statement) {
          if (statement.kind !== 'command') return;
          for (const { name, value } of statement.arguments)
            if (value && !isSecret(statement.menu, name, value.text)) left.push(redactText(value.text));
        },
      },
    );
    expect(left.length).toBeGreaterThan(100);
    expectNone(left.join('\n'));
  });

  it('masks a secret of two megabytes, in quotes, in a comment and in the excerpt of an error', () => {
    const secret = 'HUSH00a1'.repeat(250_000);
    const text = `/ppp secret add name=x password="${secret}"\n/ip address add comment="password: ${secret}\n`;
    const script = parseWithoutSecrets({ path: 'x.rsc', text });
    const config = evaluateScript(script.value, { items: [] });
    const told = renderDiagnostics([...script.diagnostics, ...config.diagnostics], { width: 60 });
    expect(told).toContain('error');
    // No regular expression: it would print all of it.
    expect(`${told}${printItems(config.value)}${script.value.file.text}`.includes('HUSH')).toBe(false);
  });

  it('keeps everything that is no secret', () => {
    const masked = evaluateScript(parseWithoutSecrets(file).value, { items: [] }).value;
    const open = evaluateScript(parseRsc(file).value, { items: [] }).value;
    const withoutValues = (text: string) => text.replace(/"[^\n]*"/g, '');
    expect(withoutValues(printItems(masked))).toBe(withoutValues(printItems(open)));
    expect(printItems(masked)).toContain('/ip/address 192.0.2.2/24 ether1 |');
  });

  it('gives back the same file when it has no secrets', () => {
    const plain = { path: 'plain.rsc', text: '/ip address\nadd address=192.0.2.1/24 interface=ether1\n' };
    expect(parseWithoutSecrets(plain).value.file).toBe(plain);
  });
});

describe('the masked file', () => {
  it('keeps length and lines, so that spans still fit', () => {
    const masked = parseWithoutSecrets(file).value.file;
    expect(masked).not.toBe(file);
    expect(masked.text).toHaveLength(file.text.length);
    const breaks = (text: string) => [...text.matchAll(/\r?\n/g)].map(({ index }) => index);
    expect(breaks(masked.text)).toEqual(breaks(file.text));
    expect(positionAt(masked, masked.text.length)).toEqual(positionAt(file, file.text.length));
  });

  it('hides any value of a secret property', () => {
    const secret = fc.stringMatching(/^[A-Z]{6}[ "\\$A-Z\n]{0,20}$/);
    fc.assert(
      fc.property(secret, (value) => {
        const text = `/ppp secret\nadd name=road password=${quoteValue(value)} service=any\n`;
        const { value: script } = parseWithoutSecrets({ path: 'x.rsc', text });
        const [item] = evaluateScript(script, { items: [] }).value.items;
        expect(script.file.text).not.toContain(value.slice(0, 6));
        expect(item?.properties.get('password')?.value).toMatch(/^\*+$/);
        expect(item?.properties.get('service')?.value).toBe('any');
      }),
    );
  });
});

describe('redactText', () => {
  it.each([
    ['password=hunter2 user=me', 'password=******* user=me'],
    ['add comment=x tcp-md5-key="a b"', 'add comment=x tcp-md5-key="***"'],
    ['source="fetch password=\\"x y\\" z"', 'source="fetch password=\\"***\\" z"'],
    ['no-password-here', 'no-password-here'],
    ['password = x', 'password = *'],
    ['set rosc password=… and go', 'set rosc password=… and go'],
    ['password="..." service=any', 'password="..." service=any'],
    ['password=..x', 'password=***'],
    [':put ("pass" . "word=x1y2")', ':put ("pass" . "word=****")'],
    ['source=":put (\\"to\\" . \\"ken: x1y2\\")"', 'source=":put (\\"to\\" . \\"ken: ****\\")"'],
    ['("ether" . "1=uplink")', '("ether" . "1=uplink")'],
    [':global getPassword do={ :return "x1y2" }', ':global getPassword do={ :return "****" }'],
    [':local wifiPw do={\n  :return "x1y2"\n}', ':local wifiPw do={\n  :return "****"\n}'],
    [':local greet do={\n  :return "hello"\n}', ':local greet do={\n  :return "hello"\n}'],
    ['comment="auth=hunter"', 'comment="auth=******"'],
    ['auth=sha256 auth=radius', 'auth=sha256 auth=radius'],
    ['P@ssw0rd=hunter', 'P@ssw0rd=******'],
    ['snmp: { communities: [inside, outside] }', 'snmp: { communities: [***************] }'],
    ['communities: 65000:1, no-export', 'communities: 65000:1, no-export'],
    ['set ROSC_PASSWORD or ask', 'set ROSC_PASSWORD or ask'],
  ])('%s', (text, redacted) => {
    expect(redactText(text)).toBe(redacted);
  });
});

describe('isSecret', () => {
  it.each([
    ['/snmp/community', 'name', true],
    ['/interface/vlan', 'name', false],
    ['/routing/bgp/connection', 'tcp-md5-key', true],
    ['/some/unknown/menu', 'client-secret', true],
    ['/ip/ipsec/identity', 'secret', true],
    ['/user/group', 'policy', false],
  ] as const)('%s %s: %s', (menu, name, expected) => {
    expect(isSecret(menu, name)).toBe(expected);
  });
});
