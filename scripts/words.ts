// npm run words: lists every text that people read, with its place: screens, refusals, mails, documents and command output.
// `npm run words -- src/pages` limits it to a folder. It parses the sources and runs nothing.
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { sentencesOf } from './sentences.ts';

const root = join(import.meta.dirname, '..');
const wanted = process.argv.slice(2);
const files = execFileSync(
  'git',
  ['ls-files', '--cached', '--others', '--exclude-standard', 'src', 'server', 'scripts'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && (wanted.length === 0 || wanted.some((folder) => file.startsWith(folder))));

let count = 0;
for (const file of files) {
  for (const { line, text } of sentencesOf(join(root, file))) {
    console.log(`${file}:${line}  ${text}`);
    count += 1;
  }
}
console.log(`${count} texts in ${files.length} files.`);
