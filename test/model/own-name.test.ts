import { expect, test } from 'vitest';
import { ownName } from '../../src/model/own-name.ts';

test.each([
  ['rosc:acl/guests/deny/1', 'acl guests'],
  ['rosc:pbr/backups/connection', 'pbr backups'],
  ['rosc:implicit/own-address/10.0.0.1', 'implicit permit'],
  ['rosc:firewall/forward/1/default', 'firewall'],
  ['rosc:nat/1', 'nat'],
  ['rosc:management/in', 'management'],
  ['somebody wrote this', undefined],
])('%s is called %s', (comment, name) => expect(ownName(comment)).toBe(name));
