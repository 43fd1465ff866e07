// The serial number of a simulated device, by which what it says is never taken for what a real one said.

export function simulatedSerial(model: string): string {
  return `SIM${model.replace(/\W/g, '').slice(0, 8).toUpperCase()}`;
}
