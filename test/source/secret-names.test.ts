// Which names are those of secrets: of arguments that RouterOS has somewhere, and of what people call theirs.

import { expect, test } from 'vitest';
import { isSecretName } from '../../src/source/secret-names.ts';

const words = (text: string) => text.split(' ');

test.each([
  ...words(
    'eab-key-b64 eab-hmac-key static-key-0 private-pre-shared-key key-val nvme-tcp-password ppk-secret totp-secret',
  ),
  ...words(
    'sim-pin send-cookie trap-community challenge-passphrase wpa2-pre-shared-key security.passphrase nv2-sync-secret',
  ),
  ...words(
    'rootpw wifipass accesskey authkey passkey keyphrase SECRET_KEY_BASE authHeader botToken2 DB_PASSWORD_1 unlock-code',
  ),
])('%s is', (name) => expect(isSecretName(name)).toBe(true));

test.each([
  ...words('public-key remote-key lacp-user-key static-transmit-key key-size key-name key-id key-usage host-key-type'),
  ...words(
    'password-format minimum-password-length always-allow-password-login multi-passphrase-group mac-cookie-timeout',
  ),
  ...words(
    'private-key-file token-refresh-handicap publickey monkey compass bypass country-code http-codes name header',
  ),
])('%s is none', (name) => expect(isSecretName(name)).toBe(false));
