// Tells the address of a device from the name of a file.

export function isDeviceUrl(subject: string): boolean {
  return /^(?:apis?|rests?):\/\/|^sim:/.test(subject);
}
