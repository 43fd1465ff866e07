// Whether a port of a bridge is in hardware, for questions that ask before and after something changes.

import type { Condition, Step } from './question.ts';

const property = 'hw-offload';

function flagOf(name: string): Step {
  return { print: '/interface/bridge/port', properties: [property], query: [`interface=${name}`] };
}

export const portFlag = flagOf('{far}');
export const bondFlag = flagOf('rosc-probe-bond');

export function isIn(of: string): Condition {
  return { of, property, among: ['true', 'yes'] };
}

export function isOut(of: string): Condition {
  return { of, property, among: ['false', 'no'] };
}
