// npm run words: every sentence and word that people read, with its place: screens, refusals, mails, papers and what the
// commands say. For reading as a list. `npm run words -- src/pages` narrows it down. The sources are parsed, nothing is run.
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
