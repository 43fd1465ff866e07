// Device URLs: every form, every mistake, and no password in anything that is said about one.

import { describe, expect, it } from 'vitest';
import { DeviceError } from '../../src/device/device.ts';
import { deviceDiagnostic } from '../../src/device/device-diagnostic.ts';
import { parseDeviceUrl } from '../../src/device/url.ts';
import { codes } from '../../src/diagnostics/codes.ts';
import { span, textOf } from '../../src/source/location.ts';

describe('parseDeviceUrl', () => {
  it.each([
    ['api://admin@192.0.2.1', 'api', '192.0.2.1', 8728, 'admin'],
    ['apis://rosc@core.example.net', 'apis', 'core.example.net', 8729, 'rosc'],
    ['rest://rosc@core/', 'rest', 'core', 80, 'rosc'],
    ['rests://rosc@core:8443', 'rests', 'core', 8443, 'rosc'],
    ['https://rosc@core', 'rests', 'core', 443, 'rosc'],
    ['API://rosc@[2001:db8::1]:18728', 'api', '2001:db8::1', 18728, 'rosc'],
    ['api://rosc@[fe80::1%eth0]', 'api', 'fe80::1%eth0', 8728, 'rosc'],
    ['api://net%40ops@core', 'api', 'core', 8728, 'net@ops'],
    ['api://100%@core', 'api', 'core', 8728, '100%'],
  ])('reads %s', (text, kind, host, port, user) => {
    const { value, diagnostics } = parseDeviceUrl(text);
    expect(diagnostics).toEqual([]);
    expect(value).toMatchObject({ kind, host, port, user });
  });

  it('prints what it reads', () => {
    const { value } = parseDeviceUrl('api://net%40ops@[2001:db8::1]');
    expect(value?.text).toBe('api://net%40ops@[2001:db8::1]:8728');
    expect(parseDeviceUrl(value?.text ?? '').value).toEqual(value);
  });

  it('reads simulated devices', () => {
    expect(parseDeviceUrl('sim:CRS326-24G-2S+').value).toMatchObject({ kind: 'sim', model: 'CRS326-24G-2S+' });
    expect(parseDeviceUrl('sim:RB5009,fixtures/a,b.rsc').value).toMatchObject({
      model: 'RB5009',
      file: 'fixtures/a,b.rsc',
    });
  });

  it('takes the user from outside when the URL names none', () => {
    expect(parseDeviceUrl('api://core', { user: 'rosc' }).value).toMatchObject({ user: 'rosc' });
    expect(parseDeviceUrl('api://admin@core', { user: 'rosc' }).value).toMatchObject({ user: 'admin' });
  });

  it.each([
    ['', 'device/url-malformed'],
    ['core', 'device/url-malformed'],
    ['ssh://admin@core', 'device/url-malformed'],
    ['api://admin@', 'device/url-malformed'],
    ['api://admin@core:0', 'device/url-malformed'],
    ['api://admin@core:65536', 'device/url-malformed'],
    ['api://admin@2001:db8::1', 'device/url-malformed'],
    ['api://admin@core/path', 'device/url-malformed'],
    ['api://core', 'device/url-user-missing'],
  ])('reports %o', (text, code) => {
    const { value, diagnostics } = parseDeviceUrl(text);
    expect(value).toBeUndefined();
    expect(diagnostics.map((each) => each.code)).toEqual([code]);
  });

  it('offers the nearest scheme', () => {
    expect(parseDeviceUrl('resst://admin@core').diagnostics[0]?.fix?.title).toContain('`rest`');
  });

  it.each(['api://admin:s3cr3t@core', 'api://admin:s3@cr3t/@core', 'admin:s3cr3t@core', 'ftp://a:s3cr3t@core:1'])(
    'reports the password in %s without repeating it',
    (text) => {
      const { value, diagnostics } = parseDeviceUrl(text);
      expect(value).toBeUndefined();
      expect(diagnostics.map((each) => each.code)).toEqual(['device/url-password']);
      expect(JSON.stringify(diagnostics)).not.toMatch(/s3|cr3t/);
    },
  );

  it('hides the password in the file that holds the URL, too', () => {
    const text = 'devices:\n  core:\n    url: api://admin:s3cr3t@core # ours\n';
    const start = text.indexOf('api:');
    const at = span({ path: 'site.yaml', text }, start, text.indexOf(' #'));
    const place = parseDeviceUrl('api://admin:s3cr3t@core', { at }).diagnostics[0]?.primary.at;
    if (place?.kind !== 'source') throw new Error('expected a place in the file');
    expect(place.file.path).toBe('site.yaml');
    expect(textOf(place)).toBe('api://admin:***@core');
    expect(place.file.text).not.toContain('s3cr3t');
  });
});

describe('deviceDiagnostic', () => {
  it.each([
    ['unreachable', 'device/unreachable'],
    ['not-routeros', 'device/not-routeros'],
    ['login-refused', 'device/login-refused'],
    ['permission', 'device/permission'],
    ['refused', 'device/refused'],
    ['connection-lost', 'device/connection-lost'],
    ['timed-out', 'device/timed-out'],
    ['aborted', 'device/aborted'],
    ['certificate', 'device/certificate'],
    ['nonsense', 'device/nonsense'],
  ] as const)('reports %s as %s', (kind, code) => {
    const diagnostic = deviceDiagnostic(new DeviceError(kind, 'the reason'), 'core');
    expect(diagnostic).toMatchObject({ code, severity: 'error', why: 'the reason', device: 'core' });
    expect(Object.keys(codes)).toContain(code);
  });
});
