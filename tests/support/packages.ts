// Open Cap Format packages as zips: the public samples beside the repository, and packages the tests write themselves.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import yazl from 'yazl';
import type { Options } from 'yazl';
import { multipart } from './given.ts';
import type { Caller, Reply } from './people.ts';

export interface File {
  path: string;
  content: string | Buffer;
  options?: Partial<Options>;
}
type OcfObject = Record<string, unknown>;

export function zipOf(files: readonly File[]): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  for (const { path, content, options } of files) zip.addBuffer(Buffer.from(content as string), path, options);
  zip.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    zip.outputStream
      .on('data', (chunk: Buffer) => chunks.push(chunk))
      .on('end', () => resolve(Buffer.concat(chunks)))
      .on('error', reject);
  });
}

const shared = fileURLToPath(new URL('../../../shared/', import.meta.url));

/** Logs when the folder is missing, so that a skipped test is never mistaken for a passed one. */
export function hasShared(path: string): boolean {
  const isThere = existsSync(shared + path);
  if (!isThere) console.log(`../shared/${path} is missing, so the tests that read it are skipped.`);
  return isThere;
}

export function sharedFiles(folder: string): File[] {
  return readdirSync(shared + folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => ({ path: name, content: readFileSync(`${shared}${folder}/${name}`) }));
}

const LISTS: Record<string, string> = {
  STAKEHOLDER: 'stakeholders_files OCF_STAKEHOLDERS_FILE Stakeholders',
  STOCK_CLASS: 'stock_classes_files OCF_STOCK_CLASSES_FILE StockClasses',
  VESTING_TERMS: 'vesting_terms_files OCF_VESTING_TERMS_FILE VestingTerms',
  STOCK_PLAN: 'stock_plans_files OCF_STOCK_PLANS_FILE StockPlans',
  STOCK_LEGEND_TEMPLATE: 'stock_legend_templates_files OCF_STOCK_LEGEND_TEMPLATES_FILE StockLegends',
  TX: 'transactions_files OCF_TRANSACTIONS_FILE Transactions',
};

/** A correct package of these objects. The issuer among them goes into the manifest. */
export function packageFiles(objects: readonly OcfObject[], manifest: OcfObject = {}): File[] {
  const lists: OcfObject = {
    stock_legend_templates_files: [],
    valuations_files: [],
    vesting_terms_files: [],
  };
  const files = Object.entries(LISTS).flatMap(([type, words]) => {
    const [list = '', file_type, name] = words.split(' ');
    const items = objects.filter(({ object_type }) =>
      type === 'TX' ? /^(TX|CE)_/.test(String(object_type)) : object_type === type,
    );
    if (type === 'STOCK_LEGEND_TEMPLATE' && items.length === 0) return [];
    const content = JSON.stringify({ file_type, items });
    lists[list] = [{ filepath: `./${name}.ocf.json`, md5: createHash('md5').update(content).digest('hex') }];
    return [{ path: `${name}.ocf.json`, content }];
  });
  const whole = {
    file_type: 'OCF_MANIFEST_FILE',
    ocf_version: '1.2.0',
    issuer: objects.find(({ object_type }) => object_type === 'ISSUER'),
    as_of: '2023-12-31',
    generated_at: '2023-12-31T00:00:00Z',
    ...lists,
    ...manifest,
  };
  return [{ path: 'Manifest.ocf.json', content: JSON.stringify(whole) }, ...files];
}

/** Sends a package to the import, with a query such as "dry_run=true". */
export function importZip(by: Caller, bytes: Buffer, query = ''): Promise<Reply> {
  const { body, options } = multipart({ name: 'company.ocf.zip', bytes });
  return by.post(`/api/ocf/import${query ? `?${query}` : ''}`, body, options);
}
