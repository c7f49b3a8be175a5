// Prints by how many MiB the resident memory of this process grows at most while it reads one file and visits its cells. The
// operating system's own peak would not do: a new process begins with the peak of the one that started it.
import { readFileSync } from 'node:fs';
import { gridOf } from '../server/sheets/packedGrid.ts';
import { readBytes } from '../server/sheets/readBytes.ts';

const EVERY_MS = 5;
const EVERY_ROWS = 1000;

const bytes = readFileSync(process.argv[2]!);
const before = process.memoryUsage.rss();
let most = before;
const look = () => (most = Math.max(most, process.memoryUsage.rss()));
const timer = setInterval(look, EVERY_MS);
let count = 0;
for (const { rows } of gridOf(await readBytes(bytes)).tabs)
  for (const [index, { cells }] of rows.entries()) {
    count += cells.length;
    if (index % EVERY_ROWS === 0) look();
  }
clearInterval(timer);
if (count === 0) throw new Error('The file has no cells.');
console.log(((most - before) / 1024 / 1024).toFixed(0));
