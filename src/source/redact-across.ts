// Redacts text that is cut where nobody reads a cut: by the end of a line, and where a script puts two texts together.

type Redact = (text: string) => string;

/** The end of a line inside of a text, which goes on behind it as if it were not there. */
const continuation = /\\\r?\n[ \t]*/g;
/** `("pass" . "word=x")` */
const seam = /(\\{0,7}")[ \t]{0,3}\.[ \t]{0,3}\1/g;
const seamHint = /"[ \t]{0,3}\.[ \t]{0,3}\\{0,7}"/;

/** Of the same length, with what cuts it in its places. `joined`: for what a script puts together. */
export function redactAcross(text: string, redact: Redact, joined: Redact): string {
  const isCut = text.includes('\\\n') || text.includes('\\\r\n');
  const whole = isCut ? withoutGaps(text, continuation, redact) : redact(text);
  return seamHint.test(whole) ? withoutGaps(whole, seam, joined) : whole;
}

function withoutGaps(text: string, gap: RegExp, redact: Redact): string {
  const line = redact(text.replace(gap, ''));
  let out = '';
  let at = 0;
  let taken = 0;
  for (const { 0: kept, index } of text.matchAll(gap)) {
    out += line.slice(taken, taken + index - at) + kept;
    taken += index - at;
    at = index + kept.length;
  }
  return out + line.slice(taken);
}
