// JSON of which every character can be seen: what would turn a line round or end it where nobody sees it is said by its
// escape, which reads back as the same.

const unseen = /[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu;

export function jsonText(value: unknown, indent?: number): string {
  return JSON.stringify(value ?? null, undefined, indent).replace(unseen, escaped);
}

function escaped(character: string): string {
  const units = Array.from({ length: character.length }, (_, at) => character.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
