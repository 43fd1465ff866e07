// Checks every citation of the RouterOS manual against a folder with its pages (`docs/` of a checkout, as markdown):
// that the page and the section exist. For review it prints, beside each claim, the sentence of the section that has
// most of the claim's words. Usage: node scripts/check-citations.mjs FOLDER [WORD]

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const [folder, only = ''] = process.argv.slice(2);
if (!folder) {
  console.error('usage: node scripts/check-citations.mjs FOLDER [WORD]');
  process.exit(64);
}

/** Editions of which no page is at hand. */
const otherEditions = /-2025$|-2026-10$/;

const pages = new Map(
  [...readFileSync(join(root, 'profiles/sources.yaml'), 'utf8').matchAll(/^ {2}(routeros\/\S+):\n(?: {4}.*\n)*?/gm)]
    .map(([, key]) => key)
    .filter((key) => !otherEditions.test(key))
    .map((key) => [key, pageOf(key)]),
);

function pageOf(key) {
  const text = readFileSync(join(root, 'profiles/sources.yaml'), 'utf8');
  const at = text.indexOf(`  ${key}:\n`);
  const url = /url: https:\/\/manual\.mikrotik\.com\/docs\/?(\S*)/.exec(text.slice(at))?.[1] ?? '';
  const path = [`${url}.md`, `${url}/index.md`, `${url}.mdx`].map((each) => join(folder, each)).find(existsSync);
  return path ? sectionsOf(readFileSync(path, 'utf8')) : undefined;
}

/** By anchor: the text below a heading, up to the next one of its rank; `` = the whole page. */
function sectionsOf(text) {
  const sections = new Map([['', text]]);
  const lines = text.split('\n');
  const isCode = codeLines(lines);
  const used = new Map();
  for (const [index, line] of lines.entries()) {
    const heading = isCode[index] ? undefined : /^(#{1,6}) (.*)$/.exec(line);
    if (!heading) continue;
    const [, marks, title] = heading;
    const end = lines.findIndex(
      (each, at) => at > index && !isCode[at] && (/^(#{1,6}) /.exec(each)?.[1].length ?? 9) <= marks.length,
    );
    const slug = slugOf(title);
    const count = used.get(slug) ?? 0;
    used.set(slug, count + 1);
    sections.set(count === 0 ? slug : `${slug}-${count}`, lines.slice(index, end < 0 ? undefined : end).join('\n'));
  }
  return sections;
}

function codeLines(lines) {
  let inside = false;
  return lines.map((line) => {
    if (/^\s*```/.test(line)) inside = !inside;
    return inside;
  });
}

/** As the manual's site makes anchors: lower case, punctuation gone, a hyphen for each space. */
function slugOf(title) {
  const text = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/[`*]/g, '');
  return text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-');
}

function filesUnder(path, ends) {
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => ends.some((end) => name.endsWith(end)))
    .map((name) => join(path, name));
}

/** `{ file, line, citation, claim }`; only the tables of evidence have a claim beside the citation. */
function citations() {
  const claimed = filesUnder('profiles/evidence', ['.json']).flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8');
    return Object.entries(JSON.parse(text)).flatMap(([code, rows]) =>
      rows
        .filter(({ cite }) => cite.startsWith('routeros/'))
        .map(({ cite, claim }) => ({
          file,
          line: text.slice(0, text.indexOf(`"${code}"`)).split('\n').length,
          citation: cite,
          claim,
        })),
    );
  });
  const others = [...filesUnder('profiles', ['.yaml', '.json']), ...filesUnder('src', ['.ts'])]
    .filter((file) => !file.startsWith('profiles/evidence/') && !file.endsWith('sources.yaml'))
    .flatMap((file) =>
      readFileSync(join(root, file), 'utf8')
        .split('\n')
        .flatMap((text, index) =>
          [...text.matchAll(/(?<![\w-])routeros\/[a-z0-9-]+(?:#[a-z0-9_-]+)?/g)].map(([citation]) => ({
            file,
            line: index + 1,
            citation,
            claim: '',
          })),
        ),
    );
  return [...claimed, ...others].filter(({ citation, file }) => `${citation} ${file}`.includes(only));
}

function nearest(section, claim) {
  const words = (text) => new Set(text.toLowerCase().match(/[a-z0-9-]{3,}/g) ?? []);
  const wanted = words(claim);
  const sentences = section.split(/(?<=[.!?:|])\s+|\n/).filter((each) => each.trim().length > 20);
  const score = (text) => [...words(text)].filter((word) => wanted.has(word)).length / Math.sqrt(words(text).size + 8);
  return (
    sentences
      .sort((a, b) => score(b) - score(a))[0]
      ?.trim()
      .slice(0, 260) ?? ''
  );
}

const missing = [];
for (const { file, line, citation, claim } of citations()) {
  const [key, anchor = ''] = citation.split('#');
  if (otherEditions.test(key)) continue;
  const page = pages.get(key);
  const section = page?.get(anchor);
  if (section === undefined) {
    missing.push(`${file}:${line}: ${citation}: ${page ? 'no such section' : 'no such page'}`);
  } else if (claim !== '')
    console.log(`${citation} (${file}:${line})\n  claim: ${claim}\n  says:  ${nearest(section, claim)}\n`);
}
for (const each of missing) console.error(each);
console.error(`${missing.length} citations lead nowhere`);
process.exitCode = missing.length > 0 ? 1 : 0;
