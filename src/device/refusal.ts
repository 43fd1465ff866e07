// What a device's own words of refusal mean for a reader. The text is the only stable sign: newer releases add ` (N)`.

import { DeviceError } from './device.ts';

/** Shorter ones stand in words that mean something else. */
const passwordMin = 5;

/** What a device says, which may be what it was sent. */
export function withoutPassword(words: string, password: string): string {
  return password.length < passwordMin ? words : words.replaceAll(password, '********');
}

export function isPermissionMessage(message: string): boolean {
  return message.startsWith('not enough permissions');
}

/** The device refused to read `what` (a menu's path or command). */
export function readFailure(what: string, message: string): DeviceError {
  if (!isPermissionMessage(message)) return new DeviceError('refused', `${what}: ${message}`);
  return new DeviceError(
    'permission',
    `${what}: ${message}; the group of this user lacks a policy that it needs (/user/group)`,
  );
}

export function loginFailure(user: string, message: string): DeviceError {
  const words = /^(invalid user name or password|cannot log in)/.test(message)
    ? `wrong user name or password for ${user}, or its group lacks the policy of this service (\`api\`, \`rest-api\`)`
    : `${user} cannot log in: ${message}`;
  return new DeviceError('login-refused', words);
}
